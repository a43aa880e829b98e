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
from catena.integrators.planar_chain.tables import State, System, Work
from catena.jit import kernel
from catena.pairs.joint_rail import find_joint_rail
from catena.pairs.points import place_points
from catena.pairs.roller_tooth import find_roller_tooth
from catena.rows.planar import (
    Counter,
    add_planar_forces,
    add_planar_reactions,
    book_planar,
    start_planar,
)
from catena.rows.turn import book_turns, start_turns
from catena.solvers.patches.friction_patches import solve_patches

OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)


@kernel
def run_steps(system: System, state: State, work: Work, dt: float, count: int) -> None:
    """A number of half-explicit time steps.

    Tables are taken apart once: handing them on whole costs more than the physics.
    """
    options, joints, points = system.options, system.joints, system.points
    M, M_inv, groups, imposed = system.M, system.M_inv, system.groups, system.imposed
    bearings, mounts, shafts = system.bearings, system.mounts, system.shafts
    teeth, rails, tensioners = system.teeth, system.rails, system.tensioners
    t, q, u, memory = state.t, state.q, state.u, state.memory
    loss, input_work, tangent = (
        state.ledger.loss,
        state.ledger.input_work,
        memory.tangent,
    )
    pose, h, old, mean, rows = work.pose, work.h, work.old, work.mean, work.rows
    loads, turns, places, counter = work.joints, work.turns, work.places, work.counter
    torque, piston, bars = work.imposed, work.piston, work.bars
    bodies = pose.shape[1]
    q3, u3, h3 = (
        planar_view(q, 0, bodies), planar_view(u, 0, bodies), planar_view(h, 0, bodies),
    )  # fmt: skip
    old3, mean3 = planar_view(old, 0, bodies), planar_view(mean, 0, bodies)
    M_inv3 = planar_view(M_inv, 0, bodies)
    for _ in range(count):
        # positions first, with the velocities known: forces are then those of the new
        # place, which makes the explicit step symplectic where nothing is lost
        advance_coordinates(q, u, dt)
        turn_poses(u3, pose, dt)
        t[0] += dt
        fill_forces(h, system.gravity)
        add_pin_joints(joints, q3, u3, pose, h3, loads)
        place_points(points, q3, pose, places)
        counter[Counter.ROWS] = 0
        remembered = (memory.gap, tangent)
        find_roller_tooth(teeth, points, places, q3, pose, remembered, rows, counter)
        find_joint_rail(rails, points, places, q3, pose, tangent, rows, counter)
        n = counter[Counter.ROWS]
        # after all rows are known: bounds of friction need the normal forces
        add_planar_forces(rows, n, groups, u3, h3, work.extreme, dt)
        add_tensioners(tensioners, memory.pressure, memory.pawl, q, u, h, piston, dt)
        add_torsion_bars(shafts, q, u, h, bars)
        add_mounts(mounts, q3, u3, pose, h3)
        add_bearings(bearings, u, h)
        add_loads(imposed, q, u, h, torque, t[0])
        advance_velocities(u, M_inv, h, old, dt)
        # before friction, which meets wheels at their speed at the end of the step
        prescribe_speeds(imposed, memory.theta, u, t[0], dt)
        if options.set_valued:
            fill_turn_bounds(joints, loads, turns, dt)
            start_turns(turns, memory.turn, u, M_inv)
            start_planar(rows, n, tangent, u3, M_inv3)
            solve_patches(
                work.patches, rows, turns, (u3, M_inv3), (u, M_inv), counter,
                options.tolerance * dt, options.sweeps,
            )  # fmt: skip
            # friction as a force: imposed speeds must provide it too, see book_speeds
            add_planar_reactions(rows, n, h3, dt)
        fill_means(u, old, mean)
        book_pin_joints(joints, loads, mean3, pose, loss, dt)
        if options.set_valued:
            book_turns(turns, memory.turn, mean, h, loss, dt)
        book_planar(rows, n, tangent, mean3, loss, dt)
        book_tensioners(tensioners, piston, mean, loss, dt)
        book_torsion_bars(shafts, bars, mean, loss, dt)
        book_mounts(mounts, old3, mean3, pose, loss, dt)
        book_bearings(bearings, old, mean, loss, dt)
        book_loads(imposed, mean, torque, input_work, dt)
        # last, when h holds every other force of the step
        book_speeds(imposed, M, u, old, h, torque, input_work, dt)


@kernel
def advance(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> int:
    """Fill all rows of the samples, ``every`` steps apart; returns a Status."""
    fill_poses(planar_view(state.q, 0, work.pose.shape[1]), work.pose)
    for row in range(samples.total.shape[0]):
        begin_sample(work)
        run_steps(system, state, work, dt, every)
        take_sample(system, state, work, samples, row, dt, every)
        if not math.isfinite(samples.total[row, Total.STORED]):
            return NOT_FINITE
    return OK
