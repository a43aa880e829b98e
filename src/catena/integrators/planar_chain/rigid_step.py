"""Time steps of a planar chain on rigid teeth and rails: impulses with restitution.

Positions first with the old velocities, elastic joint forces at the new positions, free
velocities; then unilateral normal impulses, friction bounded by them, and friction of
the joints, by projected sweeps over the rows found from topology.

Source: [Pfeiffer1997] (10)-(12) as a time-stepping scheme after Moreau, see
`catena.rows.impact`.
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
    Part,
    State,
    Sums,
    System,
    Work,
    body_block,
)
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.records import Rows
from catena.rows.impact import (
    add_impact_reactions,
    book_impacts,
    fill_rebounds,
    start_impacts,
)
from catena.rows.planar import Counter, Extreme, add_planar_reactions
from catena.rows.turn import book_turns, start_turns
from catena.solvers.patches.impact_sweeps import solve_impacts
from catena.tables.blocks import Block, view

OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)


@lean_kernel
def advance_rigid(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> int:
    """Fill all rows of the samples, ``every`` steps apart; returns a Status."""
    body = body_block(system, state, work)
    fill_poses(body.q, work.pose)
    for row in range(samples.total.shape[0]):
        begin_sample(work)
        for _ in range(every):
            step(system, state, work, body, dt)
        take_sample(system, state, work, samples, row, dt, every)
        if not math.isfinite(samples.total[row, Total.STORED]):
            return NOT_FINITE
    return OK


@inline_kernel
def step(system: System, state: State, work: Work, body: Block, dt: float) -> None:
    """One step of positions and velocities."""
    q, u, h, memory = state.q, state.u, work.h, state.memory
    advance_coordinates(q, u, dt)
    turn_poses(body.u, work.pose, dt)
    state.t[0] += dt
    add_forces(system, state, work, body, dt)
    advance_velocities(u, system.M_inv, h, work.old, dt)
    prescribe_speeds(system.imposed, memory.theta, u, state.t[0], dt)
    add_impulses(system, state, work, body, dt)
    fill_means(u, work.old, work.mean)
    book(system, state, work, body, dt)


@inline_kernel
def add_forces(
    system: System, state: State, work: Work, body: Block, dt: float
) -> None:
    """All forces that are no impulses; rows of contact for those that are."""
    rows, extreme = work.rows, work.extreme
    fill_forces(work.h, system.gravity)
    add_pin_joints(system.joints, body.q, body.u, work.pose, body.h, work.joints)
    for i in range(find_contacts(system, state, work, body)):
        extreme[Extreme.DEPTH] = max(extreme[Extreme.DEPTH], rows[i].depth)
    add_interactions(system, state, work, body, dt)


@inline_kernel
def add_impulses(
    system: System, state: State, work: Work, body: Block, dt: float
) -> None:
    """Impulses of contacts and friction; velocities follow."""
    u, M_inv, rows, turns = state.u, system.M_inv, work.rows, work.turns
    n, memory, impacts = work.counter[Counter.ROWS], state.memory, work.impacts
    before = view(work.old, 0, 3, work.pose.shape[1])
    fill_turn_bounds(system.joints, work.joints, turns, dt)
    # approach before the step, since friction and forces below alter it
    fill_rebounds(rows, n, system.groups, impacts, before, dt)
    start_turns(turns, memory.turn, u, M_inv)
    start_impacts(
        rows, n, system.groups, impacts, (memory.normal, memory.tangent), body.u,
        body.M_inv,
    )  # fmt: skip
    # normal impulses, their friction and that of the joints together: each decides
    # the bounds of the others
    limit, most = system.options.tolerance * dt, system.options.sweeps
    solve_impacts(
        (rows, impacts, system.groups), turns, (body.u, body.M_inv), (u, M_inv),
        work.counter, limit, most,
    )  # fmt: skip
    add_planar_reactions(rows, n, body.h, dt)
    add_impact_reactions(rows, n, impacts, body.h, dt)


@inline_kernel
def book(system: System, state: State, work: Work, body: Block, dt: float) -> None:
    """Losses and works of one step at its mean velocities; sums for the samples."""
    loss, memory, rows, impacts = (
        state.ledger.loss,
        state.memory,
        work.rows,
        work.impacts,
    )
    n, remembered = work.counter[Counter.ROWS], (memory.normal, memory.tangent)
    book_pin_joints(system.joints, work.joints, body.mean, work.pose, loss, dt)
    book_turns(work.turns, memory.turn, work.mean, work.h, loss, dt)
    book_impacts(rows, n, impacts, remembered, body.mean, loss, dt)
    book_interactions(system, state, work, body, dt)
    sum_impulses(rows, n, impacts, work.sums)
    for r in range(work.imposed.size):
        work.sums.rotor[3, r] += dt * work.imposed[r]
    for g in range(system.tensioners.size):
        r = system.tensioners[g].rotor
        pushed = system.tensioners[g].lever * work.piston[system.tensioners[g].slot]
        work.sums.rotor[3, r] += dt * pushed


@lean_kernel
def sum_impulses(rows: Rows, count: int, impacts: Rows, sums: Sums) -> None:
    """Impulses on links and rotors, for the means of the next sample."""
    n = sums.link.shape[1]
    for i in range(count):
        P, Q, r = impacts[i].P, rows[i].P, rows[i].b - n
        n_x, n_y = rows[i].n_x, rows[i].n_y
        field = 0 if rows[i].group == Part.TOOTH else 1
        sums.link[field, rows[i].slot % n] += P
        sums.rotor[0, r] -= P * n_x + Q * n_y
        sums.rotor[1, r] -= P * n_y - Q * n_x
        sums.rotor[2, r] += Q * rows[i].b_t - P * rows[i].b_n
