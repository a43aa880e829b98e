"""One time step of a rocker-pin chain, and many with samples in between.

Positions first with the old velocities, then all elastic forces at the new positions,
then velocities, last friction.
"""

from __future__ import annotations

import math

from catena.bodies.flat_motion import (
    advance_coordinates,
    advance_velocities,
    fill_means,
)
from catena.bodies.planar import turn_poses
from catena.bodies.sheave import Compliance, add_hub_forces, hub_damping
from catena.bodies.sheave_shaft import move_shafts, press_shafts
from catena.couplings.boundary import (
    add_loads,
    book_loads,
    book_speeds,
    prescribe_speeds,
)
from catena.couplings.link_bars import add_link_bars
from catena.couplings.mount import add_mounts, book_mounts
from catena.couplings.rocker_joint import add_rocker_joints
from catena.integrators.steps.pin_chain_samples import Samples, Total
from catena.integrators.steps.pin_chain_sampling import (
    largest_normal,
    take_pins,
    take_pressed,
    take_totals,
)
from catena.integrators.steps.pin_chain_tables import (
    Counter,
    Group,
    System,
    Trouble,
    Work,
)
from catena.integrators.steps.pulley_samples import (
    forget_loads,
    take_pulleys,
    take_shafts,
)
from catena.jit import inline_kernel, lean_kernel
from catena.pairs.pin_sheave import (
    add_pin_forces,
    end_stiffness,
    fill_pin_friction,
    find_pins,
)
from catena.rows.flank import book_flanks, fill_drags, push_shafts
from catena.rows.flank_force import inside_sheaves
from catena.solvers.coupled_laws.coupled_sheaves import NO_SOLUTION, solve_coupled
from catena.solvers.patches.sheave_friction import solve_sheave_friction
from catena.tables.blocks import view
from catena.tables.state import Cause, State

NONE, COUPLED_LAW = int(Trouble.NONE), int(Trouble.COUPLED_LAW)
NOT_FINITE, LEFT_PULLEY = int(Trouble.NOT_FINITE), int(Trouble.LEFT_PULLEY)
COUPLED_DISCS = int(Compliance.COUPLED)
PIN_TRAVEL, PIN_RADIAL = int(Group.PIN_TRAVEL), int(Group.PIN_RADIAL)
PIN_PRESS, LINK = int(Group.PIN_PRESS), int(Group.LINK)
JOINT, SHEAVE = int(Group.JOINT), int(Group.SHEAVE)
COULOMB, VISCOUS = int(Cause.COULOMB), int(Cause.VISCOUS)


@inline_kernel
def step(system: System, state: State, work: Work, dt: float) -> int:
    """One half-explicit time step; returns a Trouble."""
    advance_coordinates(state.q, state.u, dt)
    if system.rockers.size > 0:
        turn_poses(work.body.u, work.pose, dt)
    state.t[0] += dt
    if not add_forces(system, state, work, dt):
        return COUPLED_LAW
    # clamping among them: grooves are velocities like all others
    add_loads(system.imposed, state.q, state.u, work.h, work.force, state.t[0])
    advance_velocities(state.u, system.M_inv, work.h, work.old, dt)
    prescribe_speeds(system.imposed, state.memory.theta, state.u, state.t[0], dt)
    add_friction(system, state, work, dt)
    book(system, state, work, dt)
    work.counter[Counter.STEPS] += 1
    return NONE


@inline_kernel
def add_forces(system: System, state: State, work: Work, dt: float) -> bool:
    """Elastic and damping forces; False if the coupled law has no solution."""
    loss, body, pulley = state.ledger.loss, work.body, work.pulley
    for i in range(work.h.size):
        work.h[i] = 0.0
    along, turning = add_link_bars(system.bars, body, work.bar_loads)
    loss[LINK, VISCOUS] += dt * along
    loss[JOINT, VISCOUS] += dt * turning
    along, turning = add_rocker_joints(
        system.rockers, body, work.pose, work.rocker_loads
    )
    loss[LINK, VISCOUS] += dt * along
    loss[JOINT, VISCOUS] += dt * turning
    move_shafts(system.sheaves, work.shaft, work.sheaves)
    law, sheaves, rows = system.law, work.sheaves, work.rows
    count = find_pins(law, sheaves, body, pulley, work.pose, rows)
    work.counter[Counter.ROWS] = count
    if (sheaves[0].compliance | sheaves[1].compliance) & COUPLED_DISCS:
        stiffness = end_stiffness(law, sheaves, 0)
        closed = state.memory.closed
        taken = solve_coupled(
            system.discs, sheaves, stiffness, rows, count, closed, work.disc
        )
        if taken == NO_SOLUTION:
            return False
        work.counter[Counter.COUPLED] += taken
    press_shafts(work.belt, work.shaft.h, -1.0)
    damped = add_pin_forces(law, rows, count, sheaves, body, pulley, work.belt)
    press_shafts(work.belt, work.shaft.h, 1.0)
    loss[PIN_PRESS, VISCOUS] += dt * damped
    shaft = work.shaft
    add_mounts(system.mounts, shaft.q, shaft.u, work.shaft_pose, shaft.h)
    add_hub_forces(sheaves, pulley.q, pulley.u, pulley.h)
    return True


@inline_kernel
def add_friction(system: System, state: State, work: Work, dt: float) -> None:
    """Impulses of all pins, at the velocities of the end of the step."""
    count, P, limit = work.counter[Counter.ROWS], state.memory.P, system.tolerance * dt
    body, pulley, rows = work.body, work.pulley, work.rows
    # after the velocities: slip fades the coefficient, and it is that of the step's end
    fill_pin_friction(system.grips, rows, count, work.sheaves, body, pulley, P, dt)
    fill_drags(rows, count, work.shaft.u)
    taken, change = solve_sheave_friction(
        rows, count, P, (body, pulley), work.held, limit, system.sweeps
    )
    push_shafts(rows, count, work.shaft)
    work.counter[Counter.SWEEPS] += taken
    if not change < limit:
        work.counter[Counter.CAPPED] += 1


@inline_kernel
def book(system: System, state: State, work: Work, dt: float) -> None:
    """Losses of friction and works of all boundaries."""
    loss, works, P = state.ledger.loss, state.ledger.input_work, state.memory.P
    fill_means(state.u, work.old, work.mean)
    for k in range(P.shape[0]):  # a pin that has left remembers nothing
        P[k, 0], P[k, 1] = 0.0, 0.0
    shaft = work.shaft
    # the ledger works with means: slips then need the mean speed of the shaft too
    fill_drags(work.rows, work.counter[Counter.ROWS], shaft.mean)
    lost_t, lost_g = book_flanks(
        work.rows, work.counter[Counter.ROWS], P, work.body, work.pulley, work.belt, dt
    )
    loss[PIN_TRAVEL, COULOMB] += lost_t
    loss[PIN_RADIAL, COULOMB] += lost_g
    pulley = work.pulley
    before = view(work.old, work.body.u.size, 4, pulley.u.shape[1])
    damped = hub_damping(system.sheaves, before, pulley.mean, pulley.M_inv)
    loss[SHEAVE, VISCOUS] += dt * damped
    book_mounts(system.mounts, work.shaft_old, shaft.mean, work.shaft_pose, loss, dt)
    book_loads(system.imposed, work.mean, work.force, works, dt)
    book_speeds(
        system.imposed, system.M, state.u, work.old, work.h, work.force, works, dt
    )


@lean_kernel
def advance(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> tuple[int, int]:
    """Fill all rows of the samples, ``every`` steps apart, and the snapshots.

    Returns a Trouble and the number of rows that are filled.
    """
    rows = samples.total.shape[0]
    apart = rows // samples.pin.shape[0]
    for row in range(rows):
        forget_loads(work.belt)
        sweeps, capped = work.counter[Counter.SWEEPS], work.counter[Counter.CAPPED]
        for _ in range(every):
            trouble = step(system, state, work, dt)
            if trouble != NONE:
                return trouble, row
        take_totals(system, state, work, samples, row)
        samples.total[row, Total.MOST_NORMAL] = largest_normal(system, work, dt)
        pulley, put_in = samples.pulley[row], state.ledger.input_work
        take_pulleys(work.pulley, work.belt, put_in, every, pulley)
        take_shafts(work.shaft, pulley)
        take_pressed(work, pulley)
        samples.total[row, Total.SWEEP_COUNT] = work.counter[Counter.SWEEPS] - sweeps
        samples.total[row, Total.CAPPED_COUNT] = work.counter[Counter.CAPPED] - capped
        if (row + 1) % apart == 0:
            take_pins(system, state, work, samples.pin[row // apart], dt)
        if not math.isfinite(samples.total[row, Total.STORED]):
            return NOT_FINITE, row
        if not inside_sheaves(work.rows, work.counter[Counter.ROWS], system.sheaves):
            return LEFT_PULLEY, row
    return NONE, rows
