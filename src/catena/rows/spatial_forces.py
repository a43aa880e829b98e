"""Forces of the contacts of a spatial chain as vectors, for pictures.

A contact is three directions on velocities, see `rows.spatial`; what they do to the
velocity of the touched point is the force there. Impulses are those of the last step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats
from catena.numerics.quaternions import axes_of
from catena.tables.spatial import ContactKind, SpatialChain, SpatialState, SpatialWork


class ContactForces(NamedTuple):
    """Mean forces of the last step with friction, along the axes of the world [N]."""

    teeth: Floats  # (rollers, 3) of teeth on each roller
    bushes: Floats  # (rollers, 3) of each roller on its bush
    sides: Floats  # (links, 3) of tooth sides and tips on the plates of a link
    rails: Floats  # (links, 3) of guides and their walls on a link


def contact_forces(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> ContactForces:
    """Of the contacts in ``work``, which a step has just solved."""
    count, n, r = int(work.found[0]), len(system.link), len(system.roller)
    rows, J = work.contact[:count], work.J[:count].copy()
    J[rows.kind == ContactKind.BUSH, 2] = 0.0  # which has one slip alone
    impulse = np.stack([rows.P, rows.P_1, rows.P_2], axis=-1)
    own, bush = J[..., :3], rows.kind == ContactKind.BUSH
    rolled = (rows.roller >= 0) & ~bush
    own[..., :2] += np.where(rolled[:, None, None], J[..., 6:8], 0.0)
    axes = axes_of(state.link_q[rows.link, 3:])
    force = np.einsum("ce,cab,ceb->ca", impulse, axes, own) / dt

    def summed(chosen: Floats, owner: Floats, size: int) -> Floats:
        total = np.zeros((size, 3))
        np.add.at(total, owner[chosen], force[chosen])
        return total

    rail = rows.kind >= ContactKind.RAIL
    tooth = rows.kind == ContactKind.TOOTH
    side = ~(bush | tooth | rail)
    return ContactForces(
        summed(tooth, rows.roller, r),
        summed(bush, rows.roller, r),
        summed(side, rows.link, n),
        summed(rail, rows.link, n),
    )
