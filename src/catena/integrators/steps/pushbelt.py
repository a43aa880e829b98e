"""One time step of a pushbelt, and many of them with samples in between.

Positions first with the old velocities, then all elastic forces at the new positions,
then velocities, last friction: the half-explicit step of [Cebulla2014] 2.7, (2.49) to
(2.51), with elastic normal directions.
"""

from __future__ import annotations

import math

from catena.bodies.flat_motion import (
    advance_coordinates,
    advance_velocities,
    fill_means,
)
from catena.bodies.planar import fill_poses, turn_poses
from catena.bodies.ring_cosserat import add_cosserat_forces, cosserat_damping
from catena.bodies.ring_spline import add_ring_forces, ring_damping
from catena.bodies.sheave import add_hub_forces, hub_damping
from catena.bodies.sheave_shaft import move_shafts, press_shafts
from catena.couplings.boundary import (
    add_loads,
    book_loads,
    book_speeds,
    prescribe_speeds,
)
from catena.couplings.mount import add_mounts, book_mounts
from catena.integrators.steps.pulley_samples import forget_loads, take_shafts
from catena.integrators.steps.pushbelt_samples import Samples, Total
from catena.integrators.steps.pushbelt_sampling import (
    take_elements,
    take_ring,
    take_sample,
)
from catena.integrators.steps.pushbelt_tables import (
    PULLEY_COUNT,
    Extreme,
    Group,
    System,
    Trouble,
    Work,
    angle_block,
    belt_rows,
    first_shaft,
    shaft_block,
)
from catena.jit import inline_kernel, lean_kernel
from catena.pairs.element_element import (
    add_neighbour_forces,
    book_neighbours,
    fill_edges,
)
from catena.pairs.element_ring import add_saddle_forces, saddle_damping
from catena.pairs.element_sheave import find_element_flanks
from catena.rows.flank import book_flanks, fill_drags, push_shafts
from catena.rows.flank_force import (
    add_flank_forces,
    fill_flank_friction,
    flank_damping,
    inside_sheaves,
)
from catena.rows.planar import book_planar, start_planar
from catena.rows.saddle import book_saddles
from catena.solvers.coupled_laws.coupled_sheaves import NO_SOLUTION, solve_coupled
from catena.solvers.patches.belt_friction import BeltRows, Effort, solve_friction
from catena.tables.blocks import Block, view
from catena.tables.state import Cause, State

NONE = int(Trouble.NONE)
NOT_FINITE = int(Trouble.NOT_FINITE)
ELEMENT_ORDER = int(Trouble.ELEMENT_ORDER)
LEFT_PULLEY = int(Trouble.LEFT_PULLEY)
COUPLED_LAW = int(Trouble.COUPLED_LAW)
NO_TIME = -1
"""A step of no time was asked for: the forces of the place were found, no more."""


@inline_kernel
def step(
    system: System, state: State, work: Work, rows: BeltRows, shaft: Block, dt: float
) -> int:
    """One half-explicit time step; returns a Trouble.

    With ``dt`` of 0 it only fills ``work.h`` and returns NO_TIME: who asks for forces
    alone need not wait for another kernel.
    """
    memory, u = state.memory, state.u
    if dt > 0.0:
        advance_coordinates(state.q, u, dt)
        turn_poses(rows.body.u, work.pose, dt)
        state.t[0] += dt
    trouble = add_forces(system, state, work, rows, shaft, dt)
    if trouble == NONE and dt == 0.0:
        trouble = NO_TIME
    if trouble != NONE:
        return trouble
    advance_velocities(u, system.M_inv, work.h, work.old, dt)
    prescribe_speeds(system.imposed, memory.theta, u, state.t[0], dt)
    edges, body = rows.edges, rows.body
    # impulses of the last step first, so that the sweeps begin near the answer
    start_planar(edges, edges.size, memory.P_edge, body.u, body.M_inv)
    fill_drags(rows.flanks, work.row_count[0], shaft.u)
    change = solve_friction(
        system.sweeps, rows, work.row_count[0], memory.P_flank, memory.P_saddle,
        work.patches, memory.effort, dt,
    )  # fmt: skip
    # sweeps take the speed of a shaft as given (drags): it gets their impulses now
    push_shafts(rows.flanks, work.row_count[0], shaft)
    memory.extreme[Extreme.CHANGE] = max(memory.extreme[Extreme.CHANGE], change)
    fill_means(u, work.old, work.mean)
    fill_drags(rows.flanks, work.row_count[0], shaft.mean)
    book(system, state, work, rows, shaft, dt)
    memory.effort[Effort.STEPS] += 1
    return NONE


@inline_kernel
def add_forces(
    system: System, state: State, work: Work, rows: BeltRows, shaft: Block, dt: float
) -> int:
    """All smooth forces of a place into ``work.h``; rows of friction for later."""
    body, pulley, ring, memory = rows.body, rows.pulley, rows.ring, state.memory
    work.h[:] = 0.0
    work.damping[:, :] = 0.0
    if system.angles > 0:
        turns = angle_block(system, state, work)
        add_cosserat_forces(system.ring, system.shear, ring, turns, work.tension)
    else:
        add_ring_forces(system.ring, ring.q, ring.u, ring.h, work.tension, work.strip)
    if not add_saddle_forces(
        system.saddle, rows.saddles, body, ring, work.pose, memory.place, work.lag, dt
    ):
        return NOT_FINITE
    least = add_neighbour_forces(
        system.faces, body, work.pose, work.pairs, work.damping
    )
    # an element that has passed its neighbour: no gap of theirs means anything
    if not least > 0.0:
        return NOT_FINITE if math.isnan(least) else ELEMENT_ORDER
    fill_edges(system.faces, body, work.pose, work.pairs, rows.edges, dt)
    move_shafts(system.sheaves, shaft, work.sheaves)
    # work.belt sums up over many steps: what this step adds is the difference
    press_shafts(work.belt, shaft.h, -1.0)
    if not press_flanks(system, state, work, rows, dt):
        return COUPLED_LAW
    press_shafts(work.belt, shaft.h, 1.0)
    add_mounts(system.mounts, shaft.q, shaft.u, work.shaft_pose, shaft.h)
    add_loads(system.imposed, state.q, state.u, work.h, work.imposed, state.t[0])
    add_hub_forces(system.sheaves, pulley.q, pulley.u, pulley.h)
    return NONE


@inline_kernel
def press_flanks(
    system: System, state: State, work: Work, rows: BeltRows, dt: float
) -> bool:
    """Normal forces of all flanks; False if the coupled law has no solution."""
    law, sheaves, flanks, memory = (
        system.flank_law, work.sheaves, rows.flanks, state.memory,
    )  # fmt: skip
    body, pulley = rows.body, rows.pulley
    count = find_element_flanks(system.flank, sheaves, body, pulley, work.pose, flanks)
    work.row_count[0] = count
    taken = solve_coupled(
        system.discs, sheaves, law.k, flanks, count, memory.closed, work.discs
    )
    if taken == NO_SOLUTION:
        return False
    memory.effort[Effort.COUPLED] += taken
    most = add_flank_forces(law, flanks, count, sheaves, body, pulley, work.belt)
    fill_flank_friction(system.grips, flanks, count, sheaves, body, pulley, dt)
    deepest = memory.extreme[Extreme.COMPRESSION]
    memory.extreme[Extreme.COMPRESSION] = max(deepest, most / law.k)
    return True


@inline_kernel
def book(
    system: System, state: State, work: Work, rows: BeltRows, shaft: Block, dt: float
) -> None:
    """Losses and works of one step, at its mean velocities."""
    loss, memory = state.ledger.loss, state.memory
    count, P, belt = work.row_count[0], memory.P_flank, work.belt
    lost_t, lost_g = book_flanks(
        rows.flanks, count, P, rows.body, rows.pulley, belt, dt
    )
    loss[Group.FLANK_TRAVEL, Cause.COULOMB] += lost_t
    loss[Group.FLANK_OUTWARD, Cause.COULOMB] += lost_g
    loss[Group.SADDLE, Cause.COULOMB] += book_saddles(
        rows.saddles, memory.P_saddle, rows.body, rows.ring
    )
    loss[Group.RING, Cause.VISCOUS] += dt * damping_of_ring(system, state, work, rows)
    loss[Group.SADDLE, Cause.CONTACT_DAMPING] += dt * saddle_damping(
        system.saddle, rows.saddles, rows.body, rows.ring, work.pose, work.lag
    )
    loss[Group.FLANK_TRAVEL, Cause.CONTACT_DAMPING] += dt * flank_damping(
        rows.flanks, count, work.sheaves, rows.body, rows.pulley, shaft.mean
    )
    turning = view(work.old, 3 * system.elements, 4, PULLEY_COUNT)
    pulley = rows.pulley
    loss[Group.SHEAVE, Cause.VISCOUS] += dt * hub_damping(
        system.sheaves, turning, pulley.mean, pulley.M_inv
    )
    loss[Group.ELEMENT, Cause.CONTACT_DAMPING] += book_neighbours(
        work.damping, rows.body.mean, dt
    )
    edges = rows.edges
    book_planar(edges, edges.size, memory.P_edge, rows.body.mean, loss, dt)
    old = view(work.old, first_shaft(system), 3, shaft.u.shape[1])
    book_mounts(system.mounts, old, shaft.mean, work.shaft_pose, loss, dt)
    put_in = state.ledger.input_work
    book_loads(system.imposed, work.mean, work.imposed, put_in, dt)
    book_speeds(
        system.imposed, system.M, state.u, work.old, work.h, work.imposed, put_in, dt
    )


@inline_kernel
def damping_of_ring(system: System, state: State, work: Work, rows: BeltRows) -> float:
    """Power that damping inside the ring takes in this step [W]."""
    ring, spans = rows.ring, system.spans
    first = first_shaft(system) - system.angles
    before = view(work.old, first - 2 * spans, 2, spans)
    if system.angles > 0:
        turns = angle_block(system, state, work)
        turned = view(work.old, first, 1, spans)
        return cosserat_damping(system.ring, system.shear, ring, turns, before, turned)
    return ring_damping(system.ring, ring.q, before, ring.mean, work.strip)


@lean_kernel
def advance(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> tuple[int, int]:
    """Fill all rows of the samples, ``every`` steps apart, and the snapshots.

    Returns a Trouble and the number of rows that are filled.
    """
    rows, effort = belt_rows(system, state, work), state.memory.effort
    shaft = shaft_block(system, state, work)
    fill_poses(rows.body.q, work.pose)
    count = samples.total.shape[0]
    apart = count // samples.element.shape[0]
    for row in range(count):
        forget_loads(work.belt)
        sweeps, capped = effort[Effort.SWEEPS], effort[Effort.CAPPED]
        for _ in range(every):
            trouble = step(system, state, work, rows, shaft, dt)
            if trouble != NONE:
                return trouble, row
        take_sample(system, state, work, rows, samples, row, every)
        take_shafts(shaft, samples.pulley[row])
        if (row + 1) % apart == 0:
            take_elements(work, rows, samples.element[row // apart], dt)
            take_ring(work, rows, samples.ring[row // apart])
        samples.total[row, Total.SWEEP_COUNT] = effort[Effort.SWEEPS] - sweeps
        samples.total[row, Total.CAPPED_COUNT] = effort[Effort.CAPPED] - capped
        if not math.isfinite(samples.total[row, Total.STORED]):
            return NOT_FINITE, row
        if not inside_sheaves(rows.flanks, work.row_count[0], system.sheaves):
            return LEFT_PULLEY, row
    return NONE, count
