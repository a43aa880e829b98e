"""Time steps of a planar chain with elastic teeth, and many with samples in between.

Positions first with the old velocities, then all elastic forces at the new positions,
then velocities, last friction: half-explicit with set-valued friction at the end of
the step, as in [Pfeiffer1997] sec. 2 with elastic normal directions.
"""

from __future__ import annotations

import math

from catena.bodies.flat_motion import (
    advance_coordinates,
    advance_velocities,
    fill_forces,
    fill_means,
)
from catena.bodies.planar import fill_poses, turn_poses
from catena.codes import Status
from catena.couplings.boundary import prescribe_speeds
from catena.couplings.pin_joint import (
    add_pin_joints,
    book_pin_joints,
    fill_turn_bounds,
)
from catena.integrators.planar_chain.interactions import (
    add_interactions,
    book_interactions,
    find_contacts,
)
from catena.integrators.planar_chain.samples import Samples, Total
from catena.integrators.planar_chain.sampling import begin_sample, take_sample
from catena.integrators.planar_chain.tables import (
    State,
    System,
    Work,
    body_block,
)
from catena.jit import inline_kernel, lean_kernel
from catena.rows.planar import (
    Counter,
    add_planar_forces,
    add_planar_reactions,
    book_planar,
    start_planar,
)
from catena.rows.turn import book_turns, start_turns
from catena.solvers.patches.friction_patches import solve_patches
from catena.tables.blocks import Block

OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)


@inline_kernel
def step(system: System, state: State, work: Work, body: Block, dt: float) -> None:
    """One half-explicit time step."""
    q, u, h, memory = state.q, state.u, work.h, state.memory
    # positions first, with the velocities known: forces are then those of the new
    # place, which makes the explicit step symplectic where nothing is lost
    advance_coordinates(q, u, dt)
    turn_poses(body.u, work.pose, dt)
    state.t[0] += dt
    add_forces(system, state, work, body, dt)
    advance_velocities(u, system.M_inv, h, work.old, dt)
    # before friction, which meets wheels at their speed at the end of the step
    prescribe_speeds(system.imposed, memory.theta, u, state.t[0], dt)
    if system.options.set_valued:
        add_friction(system, state, work, body, dt)
    fill_means(u, work.old, work.mean)
    book(system, state, work, body, dt)


@inline_kernel
def add_forces(
    system: System, state: State, work: Work, body: Block, dt: float
) -> None:
    """All forces but set-valued friction, at the present positions and velocities."""
    fill_forces(work.h, system.gravity)
    add_pin_joints(system.joints, body.q, body.u, work.pose, body.h, work.joints)
    n = find_contacts(system, state, work, body)
    # after all rows are known: bounds of friction need the normal forces
    add_planar_forces(work.rows, n, system.groups, body.u, body.h, work.extreme, dt)
    add_interactions(system, state, work, body, dt)


@inline_kernel
def add_friction(
    system: System, state: State, work: Work, body: Block, dt: float
) -> None:
    """Impulses of joints and contacts within their bounds; velocities follow."""
    u, M_inv, rows, turns = state.u, system.M_inv, work.rows, work.turns
    n, memory, options = work.counter[Counter.ROWS], state.memory, system.options
    fill_turn_bounds(system.joints, work.joints, turns, dt)
    start_turns(turns, memory.turn, u, M_inv)
    start_planar(rows, n, memory.tangent, body.u, body.M_inv)
    solve_patches(
        work.patches, rows, turns, (body.u, body.M_inv), (u, M_inv), work.counter,
        options.tolerance * dt, options.sweeps,
    )  # fmt: skip
    # friction as a force: imposed speeds must provide it too, see book_speeds
    add_planar_reactions(rows, n, body.h, dt)


@inline_kernel
def book(system: System, state: State, work: Work, body: Block, dt: float) -> None:
    """Losses and works of one step, at its mean velocities."""
    loss, memory, rows, pose = state.ledger.loss, state.memory, work.rows, work.pose
    book_pin_joints(system.joints, work.joints, body.mean, pose, loss, dt)
    if system.options.set_valued:
        book_turns(work.turns, memory.turn, work.mean, work.h, loss, dt)
    book_planar(rows, work.counter[Counter.ROWS], memory.tangent, body.mean, loss, dt)
    # last, when h holds every force of the step: drives supply what they need
    book_interactions(system, state, work, body, dt)


@lean_kernel
def run_steps(system: System, state: State, work: Work, dt: float, count: int) -> None:
    """A number of steps."""
    body = body_block(system, state, work)
    for _ in range(count):
        step(system, state, work, body, dt)


@lean_kernel
def advance(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> int:
    """Fill all rows of the samples, ``every`` steps apart; returns a Status."""
    fill_poses(body_block(system, state, work).q, work.pose)
    for row in range(samples.total.shape[0]):
        begin_sample(work)
        run_steps(system, state, work, dt, every)
        take_sample(system, state, work, samples, row, dt, every)
        if not math.isfinite(samples.total[row, Total.STORED]):
            return NOT_FINITE
    return OK
