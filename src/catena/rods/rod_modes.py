"""Modes of a rod about an equilibrium: prestressed, turning, under follower loads."""

from __future__ import annotations

import numpy as np

from catena.dynamics.linearisation import Linearisation
from catena.rods.equilibrium import Equilibrium


def rod_linearisation(found: Equilibrium, inertia_scale: float = 1.0) -> Linearisation:
    """M, C and K of a rod about an equilibrium.

    Args:
        found: The equilibrium, with the loads that act there.
        inertia_scale: Factor of the rotary inertia: larger ones make fast turning modes
            slower and hardly change bending.
    """
    rod, place, own = found.rod, found.place, found.rod.free
    pick = np.ix_(own, own)
    M = rod.mass_matrix(place, inertia_scale)[pick]
    K = rod.stiffness(place, found.factor)[pick]
    names = tuple(name for name, may in zip(rod.names(), own, strict=True) if may)
    n = len(names)
    return Linearisation(
        names, M, rod.velocity_matrix(place)[pick], K, np.zeros((0, n)), np.zeros(0),
        np.zeros((n, n)),
    )  # fmt: skip
