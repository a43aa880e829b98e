"""One time step of a belt drive, and many of them with samples in between.

Positions first with the old velocities, then all smooth forces at the new positions,
then velocities, last friction: the half-explicit step of [Cebulla2014] 2.7, (2.49) to
(2.51), with elastic normal directions.
"""

from __future__ import annotations

import math
from enum import IntEnum

from catena.bodies.flat_motion import (
    add_behind,
    advance_coordinates,
    advance_velocities,
    clear,
    fill_forces,
    fill_means,
    kinetic_energy,
    potential_energy,
    power_behind,
)
from catena.bodies.planar import fill_poses, turn_poses
from catena.bodies.ring_bending.ring_bending_damping import add_bending_damping
from catena.bodies.ring_bending.ring_dry_bending import (
    DryMemory,
    add_dry_bending,
    dry_bending_energy,
    keep_dry_bending,
)
from catena.bodies.ring_spline import add_ring_forces, ring_damping, ring_energy
from catena.codes import Status
from catena.couplings.bearing import add_bearings, book_bearings
from catena.couplings.boundary import (
    add_loads,
    book_loads,
    book_speeds,
    prescribe_speeds,
)
from catena.couplings.one_way_spring import (
    add_one_way_springs,
    book_one_way_springs,
    one_way_spring_energy,
)
from catena.couplings.pin_joint import (
    add_pin_joints,
    book_pin_joints,
    pin_joint_energy,
)
from catena.couplings.torsion_bar import (
    add_torsion_bars,
    book_torsion_bars,
    torsion_energy,
)
from catena.integrators.steps.belt_drive_tables import (
    Group,
    Samples,
    System,
    Work,
    belt_rows,
)
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.pairs.ring_arcs import measure_arcs
from catena.pairs.ring_wheel import (
    at_knot,
    book_ring_wheels,
    fill_knot_friction,
    free_knots,
    press_ring_wheel,
    ring_wheel_energy,
)
from catena.rows.turn import book_turns, relax_turn, start_turns
from catena.solvers.patches.belt_friction import BeltRows, Effort, solve_friction
from catena.tables.blocks import view
from catena.tables.state import Cause, State

OK, NOT_FINITE = int(Status.OK), int(Status.NOT_FINITE)


class Total(IntEnum):
    """Columns of ``Samples.total``."""

    TIME = 0
    STORED = 1
    DEEPEST = 2
    SWEEP_COUNT = 3
    CAPPED_COUNT = 4


@inline_kernel
def step(system: System, state: State, work: Work, rows: BeltRows, dt: float) -> None:
    """One half-explicit time step."""
    q, u, h, memory = state.q, state.u, work.h, state.memory
    advance_coordinates(q, u, dt)
    turn_poses(rows.body.u, work.pose, dt)
    state.t[0] += dt
    add_forces(system, state, work, rows, dt)
    advance_velocities(u, system.M_inv, h, work.old, dt)
    prescribe_speeds(system.imposed, memory.theta, u, state.t[0], dt)
    hold_arms(system, state, work, dt)
    solve_friction(
        system.sweeps, rows, 0, work.P_flank, memory.P_wheel, work.patches,
        memory.effort, dt,
    )  # fmt: skip
    fill_means(u, work.old, work.mean)
    book(system, state, work, rows, dt)
    memory.effort[Effort.STEPS] += 1


@inline_kernel
def add_forces(
    system: System, state: State, work: Work, rows: BeltRows, dt: float
) -> None:
    """All forces but set-valued ones, at the present positions and velocities."""
    q, u, h, memory = state.q, state.u, work.h, state.memory
    body, ring = rows.body, rows.ring
    fill_forces(h, system.gravity)
    add_ring_forces(system.ring, ring.q, ring.u, ring.h, work.tension, work.strip)
    if system.tau_b > 0.0:
        first, drag = 3 * system.bodies, work.drag
        clear(drag)
        viscous = view(drag, 0, 2, system.knots)
        add_bending_damping(
            system.ring, system.tau_b, ring.q, ring.u, viscous, work.strip
        )
        add_behind(work.h, first, drag)
    kept = DryMemory(memory.kappa, memory.M_dry)
    add_dry_bending(
        system.ring, system.dry, ring.q, ring.h, kept, work.dry, work.bend, work.strip
    )
    add_pin_joints(system.joints, body.q, body.u, work.pose, body.h, work.joint_loads)
    add_torsion_bars(system.shafts, q, u, h, work.bars)
    add_one_way_springs(system.clutches, q, u, h, memory.slipped)
    add_bearings(system.bearings, u, h)
    add_loads(system.imposed, q, u, h, work.imposed, state.t[0])
    free_knots(work.rows, work.contacts)
    blocks = (body, ring, work.pose)
    for j in range(system.wheels.size):
        depth = press_ring_wheel(
            system.wheels, j, work.contacts, blocks, system.spacing, dt
        )
        memory.deepest[0] = max(memory.deepest[0], depth)
    fill_knot_friction(
        system.wheels, system.friction, work.rows, work.contacts, blocks, dt
    )


@lean_kernel
def fill_smooth_forces(system: System, state: State, work: Work, dt: float) -> None:
    """All smooth forces of a state into ``work.h``."""
    rows = belt_rows(system, state, work)
    fill_poses(rows.body.q, work.pose)
    add_forces(system, state, work, rows, dt)


@inline_kernel
def hold_arms(system: System, state: State, work: Work, dt: float) -> None:
    """Dry friction of arms: each turns alone, so that one visit solves it.

    Pulleys hang on arms by elastic joints; no friction of the belt acts on an arm.
    """
    for i in range(work.turns.size):
        work.turns[i].bound = dt / work.turns[i].per
    start_turns(work.turns, state.memory.P_turn, state.u, system.M_inv)
    for i in range(work.turns.size):
        relax_turn(work.turns, i, state.u, system.M_inv)


@inline_kernel
def book(system: System, state: State, work: Work, rows: BeltRows, dt: float) -> None:
    """Losses and works of one step, at its mean velocities."""
    q, u, h, old, mean = state.q, state.u, work.h, work.old, work.mean
    loss, memory, body = state.ledger.loss, state.memory, rows.body
    blocks = (body, rows.ring, work.pose)
    ring, before = rows.ring, view(old, 3 * system.bodies, 2, system.knots)
    damped = ring_damping(system.ring, ring.q, before, ring.mean, work.strip)
    if system.tau_b > 0.0:
        damped -= power_behind(work.drag, mean, 3 * system.bodies)
    loss[Group.BELT, Cause.VISCOUS] += dt * damped
    loss[Group.BELT, Cause.COULOMB] += keep_dry_bending(
        system.ring, system.dry, DryMemory(memory.kappa, memory.M_dry), work.dry
    )
    book_ring_wheels(
        system.wheels, work.rows, work.contacts, memory.P_wheel, blocks, work.loads,
        loss, dt,
    )  # fmt: skip
    measure_arcs(
        system.wheels, work.rows, work.contacts, blocks, system.ring, work.tension,
        work.loads,
    )  # fmt: skip
    book_pin_joints(system.joints, work.joint_loads, body.mean, work.pose, loss, dt)
    book_torsion_bars(system.shafts, work.bars, mean, loss, dt)
    book_one_way_springs(system.clutches, q, old, mean, memory.slipped, loss, dt)
    book_bearings(system.bearings, old, mean, loss, dt)
    book_turns(work.turns, memory.P_turn, mean, h, loss, dt)
    account = state.ledger.input_work
    book_loads(system.imposed, mean, work.imposed, account, dt)
    book_speeds(system.imposed, system.M, u, old, h, work.imposed, account, dt)


@lean_kernel
def stored_energy(system: System, state: State, work: Work, rows: BeltRows) -> float:
    """Kinetic, elastic and potential energy [J]."""
    total = kinetic_energy(system.M, state.u)
    total += potential_energy(system.gravity, state.q)
    total += ring_energy(system.ring, rows.ring.q)
    kept = DryMemory(state.memory.kappa, state.memory.M_dry)
    total += dry_bending_energy(system.ring, system.dry, kept)
    total += ring_wheel_energy(system.wheels, work.contacts)
    total += pin_joint_energy(work.joint_loads)
    total += torsion_energy(system.shafts, state.q)
    total += one_way_spring_energy(system.clutches, state.q, state.memory.slipped)
    return total


@lean_kernel
def advance(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> int:
    """Fill all rows of the samples, ``every`` steps apart; returns a Status."""
    rows, effort = belt_rows(system, state, work), state.memory.effort
    fill_poses(rows.body.q, work.pose)
    for row in range(samples.total.shape[0]):
        for j in range(work.loads.size):
            work.loads[j].torque, work.loads[j].f_x, work.loads[j].f_y = 0.0, 0.0, 0.0
            work.loads[j].touching, work.loads[j].sliding = 0.0, 0.0
        sweeps, capped = effort[Effort.SWEEPS], effort[Effort.CAPPED]
        for _ in range(every):
            step(system, state, work, rows, dt)
        total = samples.total[row]
        total[Total.TIME], total[Total.DEEPEST] = state.t[0], state.memory.deepest[0]
        total[Total.STORED] = stored_energy(system, state, work, rows)
        total[Total.SWEEP_COUNT] = effort[Effort.SWEEPS] - sweeps
        total[Total.CAPPED_COUNT] = effort[Effort.CAPPED] - capped
        take_bodies(state, work, rows, samples, row, every)
        take_knots(work, rows, samples.knot[row])
        if not math.isfinite(total[Total.STORED]):
            return NOT_FINITE
    return OK


@lean_kernel
def take_bodies(
    state: State, work: Work, rows: BeltRows, samples: Samples, row: int, every: int
) -> None:
    """Poses, velocities, belt forces, boundaries and ledger into one row."""
    body, wheel, loads = samples.body[row], samples.wheel[row], work.loads
    for b in range(body.shape[1]):
        for i in range(3):
            body[i, b], body[3 + i, b] = rows.body.q[i, b], rows.body.u[i, b]
    for j in range(loads.size):
        wheel[0, j] = loads[j].torque / every
        wheel[1, j], wheel[2, j] = loads[j].f_x / every, loads[j].f_y / every
        wheel[3, j], wheel[4, j] = loads[j].touching / every, loads[j].sliding / every
    ledger = state.ledger
    for i in range(ledger.input_work.size):
        samples.torque[row, i] = work.imposed[i]
        samples.work[row, i] = ledger.input_work[i]
    for g in range(ledger.loss.shape[0]):
        for c in range(ledger.loss.shape[1]):
            samples.loss[row, g, c] = ledger.loss[g, c]


@lean_kernel
def take_knots(work: Work, rows: BeltRows, knot: Floats) -> None:
    """Places of the belt and its tension into one row."""
    m = knot.shape[1]
    for i in range(m):
        knot[0, i] = at_knot(rows.ring.q, 0, i, m)
        knot[1, i] = at_knot(rows.ring.q, 1, i, m)
        knot[2, i] = work.tension[i]
