"""Forces of a planar chain at its present positions and velocities."""

from __future__ import annotations

from catena.bodies.flat_motion import fill_forces
from catena.bodies.planar import fill_poses, planar_view
from catena.couplings.bearing import add_bearings
from catena.couplings.boundary import add_loads
from catena.couplings.mount import add_mounts
from catena.couplings.pin_joint import add_pin_joints
from catena.couplings.tensioner import add_tensioners
from catena.couplings.torsion_bar import add_torsion_bars
from catena.dynamics.largest_step import Forces, forces_about
from catena.integrators.planar_chain.assembly import work_for
from catena.integrators.planar_chain.tables import State, System, Work
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.pairs.joint_rail import find_joint_rail
from catena.pairs.points import place_points
from catena.pairs.roller_tooth import find_roller_tooth
from catena.rows.planar import Counter, add_planar_forces
from catena.tables.checkpoint import copied


@kernel
def fill_static_forces(system: System, state: State, work: Work, given: Floats) -> None:
    """All elastic forces and given ones [N], without drives, loads and drag."""
    bodies = work.pose.shape[1]
    memory, h, rows, counter = state.memory, work.h, work.rows, work.counter
    q3, u3 = planar_view(state.q, 0, bodies), planar_view(state.u, 0, bodies)
    h3, pose, impulse = planar_view(h, 0, bodies), work.pose, memory.tangent
    fill_forces(h, system.gravity)
    for i in range(h.size):
        h[i] += given[i]
    add_pin_joints(system.joints, q3, u3, pose, h3, work.joints)
    place_points(system.points, q3, pose, work.places)
    counter[Counter.ROWS] = 0
    find_roller_tooth(
        system.teeth, system.points, work.places, q3, pose, (memory.gap, impulse), rows,
        counter,
    )  # fmt: skip
    find_joint_rail(
        system.rails, system.points, work.places, q3, pose, impulse, rows, counter
    )
    add_planar_forces(
        rows, counter[Counter.ROWS], system.groups, u3, h3, work.extreme, 1.0
    )
    add_tensioners(
        system.tensioners, memory.pressure, memory.pawl, state.q, state.u, h,
        work.piston, 0.0,
    )  # fmt: skip
    add_torsion_bars(system.shafts, state.q, state.u, h, work.bars)
    add_mounts(system.mounts, q3, u3, pose, h3)


@kernel
def fill_smooth_forces(system: System, state: State, work: Work, given: Floats) -> None:
    """As `fill_static_forces` from coordinates alone, with loads and bearings' drag."""
    bodies = work.pose.shape[1]
    fill_poses(planar_view(state.q, 0, bodies), work.pose)
    fill_static_forces(system, state, work, given)
    add_bearings(system.bearings, state.u, work.h)
    add_loads(system.imposed, state.q, state.u, work.h, work.imposed, state.t[0])


def smooth_forces(system: System, state: State, given: Floats) -> Forces:
    """Forces of the step about a state of which it keeps time and memory."""
    work, place = work_for(system), copied(state)

    def found() -> Floats:
        fill_smooth_forces(system, place, work, given)
        return work.h.copy()

    return forces_about(state, place, found)
