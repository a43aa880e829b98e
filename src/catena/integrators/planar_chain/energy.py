"""Energy stored in a planar chain."""

from __future__ import annotations

import math

from catena.bodies.flat_motion import kinetic_energy, potential_energy
from catena.bodies.planar import lost_poses
from catena.couplings.mount import mount_energy
from catena.couplings.pin_joint import pin_joint_energy
from catena.couplings.torsion_bar import torsion_energy
from catena.integrators.planar_chain.tables import State, System, Work
from catena.jit import lean_kernel
from catena.laws.dispatch import elastic_energy
from catena.rows.planar import Counter
from catena.tables.blocks import view


@lean_kernel
def stored_energy(system: System, state: State, work: Work) -> float:
    """Kinetic, elastic and potential energy at the end of the last step [J].

    NaN where a body is lost: contacts with it are no longer found.
    """
    if lost_poses(work.pose) > 0:
        return math.nan
    q3, rows = view(state.q, 0, 3, work.pose.shape[1]), work.rows
    total = kinetic_energy(system.M, state.u)
    total += potential_energy(system.gravity, state.q)
    total += pin_joint_energy(work.joints)
    total += mount_energy(system.mounts, q3, work.pose)
    total += torsion_energy(system.shafts, state.q)
    for i in range(work.counter[Counter.ROWS]):
        total += elastic_energy(system.groups, rows[i].group, rows[i].depth)
    return total
