"""The two ways a chain in space is stepped through time."""

from __future__ import annotations

import math

import numpy as np

from catena.codes import FrictionLaw
from catena.drives.roller_chain.spatial.chain_data import SpatialData, expected_load
from catena.drives.roller_chain.spec.drive import Spec
from catena.integrators.spatial_explicit import advance_explicit
from catena.integrators.spatial_implicit import advance_spatial
from catena.laws.johnson import limit_force
from catena.tables.spatial import (
    SpatialChain,
    SpatialState,
    SpatialWork,
    explicit_work_for,
)

LAWS = {
    "set-valued": FrictionLaw.COULOMB_DISC,
    "regularised": FrictionLaw.REGULARISED,
}
"""Friction of the explicit scheme by its word in ``solve.friction``."""


class Scheme:
    """Takes steps of one run."""

    def __init__(self, spec: Spec, system: SpatialChain) -> None:
        self.system = system
        self.explicit = spec.spatial.scheme == "explicit"
        self.law = int(LAWS[spec.solve.friction])
        self.more = explicit_work_for(system)

    def advance(
        self, state: SpatialState, work: SpatialWork, step: float, steps: int
    ) -> int:
        """Take steps; how they ended, see `codes.Status`."""
        if not self.explicit:
            return int(advance_spatial(self.system, state, work, step, steps, 0.0))
        return int(
            advance_explicit(
                self.system, state, work, self.more, step, steps, self.law
            )
        )


def largest_explicit_step(spec: Spec, data: SpatialData) -> float:
    """Largest step of the explicit scheme that is stable [s].

    The stiffest motions decide: a roller between its bush and two flanks, a link
    between its joints, a free wheel under the teeth it shares with the chain. Each
    has ``dt^2 k/m + 2 dt c/m = 4`` at its border, see `dynamics.largest_step`.
    """
    borders = [_roller_border(spec, data), _link_border(spec, data)]
    tooth = spec.contact.tooth.stiffness or data.chain.stiffness
    for part in spec.sprocket:
        if part.inertia:
            radius = 0.5 * data.chain.pitch / math.sin(math.pi / part.tooth_count)
            seated = 0.5 * part.tooth_count
            borders.append(border_step(seated * tooth * radius**2 / part.inertia, 0.0))
    return min(borders)


def _roller_border(spec: Spec, data: SpatialData) -> float:
    roller, tooth = spec.spatial.roller, spec.contact.tooth
    length, E = data.chain.inner_width, roller.modulus
    load = min(expected_load(spec, data), 0.9 * limit_force(E, roller.clearance, length))
    rest = math.log(4.0 * math.pi * E * roller.clearance * length / load) - 2.0
    bush = math.pi * E * length / rest  # slope of Johnson's law
    k = bush + 2.0 * (tooth.stiffness or data.chain.stiffness)
    c = roller.damping + 2.0 * tooth.damping
    return border_step(k / data.roller_mass, c / data.roller_mass)


def _link_border(spec: Spec, data: SpatialData) -> float:
    k, half = data.chain.stiffness, 0.5 * data.chain.pitch
    borders = []
    for mass, inertia in (
        (data.inner_mass, data.inner_inertia),
        (data.outer_mass, data.outer_inertia),
    ):
        rate = 4.0 * k * (1.0 / mass + half**2 / inertia[2])
        c = 2.0 * spec.spatial.joint.damping_ratio * math.sqrt(k * data.mean_mass)
        c = spec.chain.damping if spec.chain.damping is not None else c
        borders.append(border_step(rate, c * rate / k))
    return min(borders)


def border_step(l_K: float, l_D: float) -> float:
    """The step with ``l_K dt^2 + 2 l_D dt = 4`` [s]."""
    return float(4.0 / (l_D + np.sqrt(l_D**2 + 4.0 * l_K)))
