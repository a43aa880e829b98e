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
from catena.bodies.planar import fill_poses, planar_view, turn_poses
from catena.codes import Status
from catena.couplings.bearing import add_bearings, book_bearings
from catena.couplings.boundary import (
    add_loads,
    book_loads,
    book_speeds,
    prescribe_speeds,
)
from catena.couplings.mount import add_mounts, book_mounts
from catena.couplings.pin_joint import (
    add_pin_joints,
    book_pin_joints,
    fill_turn_bounds,
)
from catena.couplings.tensioner import add_tensioners, book_tensioners
from catena.couplings.torsion_bar import add_torsion_bars, book_torsion_bars
from catena.integrators.planar_chain.samples import (
    Samples,
    Total,
)
from catena.integrators.planar_chain.sampling import begin_sample, take_sample
from catena.integrators.planar_chain.tables import Part, State, Sums, System, Work
from catena.jit import kernel
from catena.numerics.records import Rows
from catena.pairs.joint_rail import find_joint_rail
from catena.pairs.points import place_points
from catena.pairs.roller_tooth import find_roller_tooth
from catena.rows.impact import (
    add_impact_reactions,
    book_impacts,
    fill_rebounds,
    start_impacts,
)
from catena.rows.planar import Counter, Extreme, add_planar_reactions
from catena.rows.turn import book_turns, start_turns
from catena.solvers.patches.impact_sweeps import solve_impacts

OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)


@kernel
def advance_rigid(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> int:
    """Fill all rows of the samples, ``every`` steps apart; returns a Status."""
    fill_poses(planar_view(state.q, 0, work.pose.shape[1]), work.pose)
    for row in range(samples.total.shape[0]):
        begin_sample(work)
        for _ in range(every):
            rigid_step(system, state, work, dt)
        take_sample(system, state, work, samples, row, dt, every)
        if not math.isfinite(samples.total[row, Total.STORED]):
            return NOT_FINITE
    return OK


@kernel
def rigid_step(system: System, state: State, work: Work, dt: float) -> None:
    """One step of positions and velocities."""
    memory, loss, bodies = state.memory, state.ledger.loss, work.pose.shape[1]
    t, q, u, h, old, mean = state.t, state.q, state.u, work.h, work.old, work.mean
    rows, impacts, counter, pose = work.rows, work.impacts, work.counter, work.pose
    points, places = system.points, work.places
    q3, u3, h3 = (
        planar_view(q, 0, bodies), planar_view(u, 0, bodies), planar_view(h, 0, bodies),
    )  # fmt: skip
    old3, mean3 = planar_view(old, 0, bodies), planar_view(mean, 0, bodies)
    M_inv3, imposed = planar_view(system.M_inv, 0, bodies), system.imposed
    remembered, work_done = (memory.normal, memory.tangent), state.ledger.input_work
    advance_coordinates(q, u, dt)
    turn_poses(u3, pose, dt)
    t[0] += dt
    fill_forces(h, system.gravity)
    add_pin_joints(system.joints, q3, u3, pose, h3, work.joints)
    place_points(points, q3, pose, places)
    counter[Counter.ROWS] = 0
    find_roller_tooth(
        system.teeth, points, places, q3, pose, (memory.gap, memory.tangent), rows,
        counter,
    )  # fmt: skip
    find_joint_rail(
        system.rails,
        system.points,
        work.places,
        q3,
        pose,
        memory.tangent,
        rows,
        counter,
    )
    n = counter[Counter.ROWS]
    for i in range(n):
        work.extreme[Extreme.DEPTH] = max(work.extreme[Extreme.DEPTH], rows[i].depth)
    add_tensioners(
        system.tensioners, memory.pressure, memory.pawl, q, u, h, work.piston, dt
    )
    add_torsion_bars(system.shafts, q, u, h, work.bars)
    add_mounts(system.mounts, q3, u3, pose, h3)
    add_bearings(system.bearings, u, h)
    add_loads(imposed, q, u, h, work.imposed, t[0])
    advance_velocities(u, system.M_inv, h, old, dt)
    prescribe_speeds(imposed, memory.theta, u, t[0], dt)
    fill_turn_bounds(system.joints, work.joints, work.turns, dt)
    # approach before the step, since friction and forces below alter it
    fill_rebounds(rows, n, system.groups, impacts, old3, dt)
    start_turns(work.turns, memory.turn, u, system.M_inv)
    start_impacts(rows, n, system.groups, impacts, remembered, u3, M_inv3)
    # normal impulses, their friction and that of the joints together: each decides
    # the bounds of the others
    limit, most = system.options.tolerance * dt, system.options.sweeps
    solve_impacts(
        (rows, impacts, system.groups), work.turns, (u3, M_inv3), (u, system.M_inv),
        counter, limit, most,
    )  # fmt: skip
    add_planar_reactions(rows, n, h3, dt)
    add_impact_reactions(rows, n, impacts, h3, dt)
    fill_means(u, old, mean)
    book_pin_joints(system.joints, work.joints, mean3, pose, loss, dt)
    book_turns(work.turns, memory.turn, mean, h, loss, dt)
    book_impacts(rows, n, impacts, remembered, mean3, loss, dt)
    book_tensioners(system.tensioners, work.piston, mean, loss, dt)
    book_torsion_bars(system.shafts, work.bars, mean, loss, dt)
    book_mounts(system.mounts, old3, mean3, pose, loss, dt)
    book_bearings(system.bearings, old, mean, loss, dt)
    book_loads(imposed, mean, work.imposed, work_done, dt)
    book_speeds(imposed, system.M, u, old, h, work.imposed, work_done, dt)
    sum_impulses(rows, n, impacts, work.sums)
    for r in range(work.imposed.size):
        work.sums.rotor[3, r] += dt * work.imposed[r]
    for g in range(system.tensioners.size):
        r = system.tensioners[g].rotor
        pushed = system.tensioners[g].lever * work.piston[system.tensioners[g].slot]
        work.sums.rotor[3, r] += dt * pushed


@kernel
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
