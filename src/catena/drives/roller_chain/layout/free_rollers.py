"""Rollers of a planar drive as bodies: they spin and rattle on their bushes.

A roller on its bush is a pin joint with clearance between its link and itself; teeth
press on the roller. Its law is linear, with the slope of Johnson's at the load to
expect.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from catena.drives.roller_chain.layout.links import roller_owners
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spatial.chain_data import (
    bush_stiffness,
    check_johnson,
    spatial_data,
)
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import SpecError
from catena.integrators.planar_chain.tables import Part
from catena.numerics.arrays import Floats, Ints


class FreeRollers(NamedTuple):
    """One roller per joint."""

    owner: Ints  # (n,)  link that carries it
    arm: Floats  # (n,)  where along the link [m]
    mass: float
    inertia: float
    radius: float
    bush_radius: float
    stiffness: float


def free_rollers(spec: Spec, layout: Layout) -> FreeRollers | None:
    """The rollers of a drive that asks for free ones; None elsewhere."""
    if spec.contact.tooth.rollers != "free":
        return None
    data = spatial_data(spec)
    check_johnson(spec, data)
    owner, end = roller_owners(spec.chain, layout.placement.link_count)
    return FreeRollers(
        owner,
        end * 0.5 * layout.pitches[owner],
        data.roller_mass,
        data.roller_spin,
        0.5 * layout.chain.roller_diameter,
        data.bush_radius,
        bush_stiffness(spec, data),
    )


def without_rollers(
    rollers: FreeRollers, mass: Floats, inertia: Floats
) -> tuple[Floats, Floats]:
    """Masses and inertias of links whose rollers are bodies of their own."""
    mass, inertia = mass.copy(), inertia.copy()
    np.subtract.at(mass, rollers.owner, rollers.mass)
    np.subtract.at(inertia, rollers.owner, rollers.mass * rollers.arm**2)
    if mass.min() <= 0.0 or inertia.min() <= 0.0:
        raise SpecError.at(
            "spatial.roller.mass",
            rollers.mass,
            "less: links without their rollers have neither mass nor inertia left",
        )
    return mass, inertia


def bush_columns(
    spec: Spec, rollers: FreeRollers, body: Ints, soft: float
) -> dict[str, ArrayLike]:
    """Pin joints of links and their rollers, which are these bodies, by columns."""
    part = spec.spatial.roller
    return {
        "a": rollers.owner, "b": body, "group": int(Part.ROLLER), "a_x": rollers.arm,
        "k": rollers.stiffness, "d": part.damping, "clear": part.clearance,
        "reach": part.friction * rollers.bush_radius, "radius": rollers.bush_radius,
        "soft": soft,
    }  # fmt: skip
