"""The loose and the fixed sheave of a pulley as one pair.

Belt and chain press both sheaves with the same forces, so that the pair gives way by
the mean of both: in tilting, by the mean of the slopes under one moment; in bending, by
the mean of the influence functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from catena.bodies.sheave import Compliance
from catena.drives.variator.spec_influence import InfluencePart
from catena.numerics.arrays import Floats
from catena.solvers.coupled_laws.coupled_sheaves import Discs


class BentPulley(Protocol):
    """A pulley whose discs may bend."""

    @property
    def influence(self) -> InfluencePart | None:
        """Of one sheave, or of the loose one."""

    @property
    def fixed_influence(self) -> InfluencePart | None:
        """Of the fixed one, if it differs."""


class Hubs(NamedTuple):
    """How both hubs together give way to tilting."""

    stiffness: float
    """Moment on both over the mean slope [N m/rad]."""
    share: float
    """Sum of the squared slopes of both over the squared mean: for inertia, damping."""


def hubs(loose: float, fixed: float | None) -> Hubs:
    """Of the tilt stiffness of each sheave [N m/rad]; None: does not tilt."""
    if fixed is None:
        return Hubs(4.0 * loose, 4.0)
    a, b = fixed / (loose + fixed), loose / (loose + fixed)
    return Hubs(4.0 / (1.0 / loose + 1.0 / fixed), 4.0 * (a * a + b * b))


def compliance_of(words: str) -> Compliance:
    """The code of how sheaves give way, such as ``tilting and coupled``."""
    return Compliance[words.replace(" ", "_").upper()]


def pair_influence(
    loose: InfluencePart, fixed: InfluencePart | None
) -> tuple[Floats, Floats]:
    """Series A_k and radial coefficients of the mean of both sheaves."""
    series = np.array(loose.series())
    if fixed is not None:
        other = np.array(fixed.series())
        series = 0.5 * padded([series, other]).sum(axis=0)
    return series, np.array(loose.radial)


def check_pair(loose: InfluencePart | None, fixed: InfluencePart | None) -> None:
    """Refuse a fixed sheave whose influence cannot be joined with the loose one's.

    Raises:
        ValueError: says which key.
    """
    if fixed is None:
        return
    if loose is None:
        raise ValueError("fixed_influence is given without influence; expected both")
    if loose.radial != fixed.radial:
        raise ValueError(
            f"fixed_influence.radial: found {fixed.radial}; expected the radial factor "
            f"of influence, {loose.radial}: both sheaves soften alike towards the rim, "
            "and differ in azimuthal or matrix"
        )


def discs_of(pulleys: Sequence[BentPulley]) -> Discs:
    """Influence functions of elastic discs, of equal size for all pulleys."""
    roots, radials = [np.zeros(1)] * len(pulleys), [np.ones(1)] * len(pulleys)
    for p, part in enumerate(pulleys):
        if part.influence is not None:
            series, radials[p] = pair_influence(part.influence, part.fixed_influence)
            roots[p] = np.sqrt(series)
    return Discs(padded(roots), padded(radials), 0.0)


def padded(rows: Sequence[Floats]) -> Floats:
    """Rows of different lengths as one array, filled up with zeros."""
    found = np.zeros((len(rows), max(row.size for row in rows)))
    for i, row in enumerate(rows):
        found[i, : row.size] = row
    return found
