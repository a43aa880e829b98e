"""Forces of a planar chain at its present positions and velocities."""

from __future__ import annotations

from catena.bodies.flat_motion import fill_forces
from catena.bodies.planar import fill_poses
from catena.couplings.bearing import add_bearings
from catena.couplings.boundary import add_loads
from catena.couplings.pin_joint import add_pin_joints
from catena.dynamics.largest_step import Forces, forces_about
from catena.integrators.planar_chain.assembly import work_for
from catena.integrators.planar_chain.interactions import add_couplings, find_contacts
from catena.integrators.planar_chain.tables import State, System, Work, body_block
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.rows.planar import add_planar_forces
from catena.tables.checkpoint import copied


@lean_kernel
def fill_static_forces(system: System, state: State, work: Work, given: Floats) -> None:
    """All elastic forces and given ones [N], without drives, loads and drag."""
    h, body = work.h, body_block(system, state, work)
    fill_forces(h, system.gravity)
    for i in range(h.size):
        h[i] += given[i]
    add_pin_joints(system.joints, body.q, body.u, work.pose, body.h, work.joints)
    n = find_contacts(system, state, work, body)
    add_planar_forces(work.rows, n, system.groups, body.u, body.h, work.extreme, 1.0)
    add_couplings(system, state, work, body, 0.0)


@lean_kernel
def fill_smooth_forces(system: System, state: State, work: Work, given: Floats) -> None:
    """As `fill_static_forces` from coordinates alone, with loads and bearings' drag."""
    fill_poses(body_block(system, state, work).q, work.pose)
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
