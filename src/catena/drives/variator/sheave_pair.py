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
from catena.drives.variator.spec.influence import InfluencePart
from catena.numerics.arrays import Floats
from catena.solvers.coupled_laws.disc_tables import Discs


class BentPulley(Protocol):
    """A pulley whose discs may bend."""

    @property
    def inner_radius(self) -> float:
        """Where the cones begin [m]."""

    @property
    def outer_radius(self) -> float:
        """Where they end [m]."""

    @property
    def influence(self) -> InfluencePart | None:
        """Of one sheave, or of the loose one."""

    @property
    def fixed_influence(self) -> InfluencePart | None:
        """Of the fixed one, if it differs."""


class Disc(NamedTuple):
    """Influence function of an elastic disc, c_rad(r) sum A_k cos(k psi)."""

    series: Floats
    """A_0 .. [m/N where c_rad = 1] (5.52)."""
    radial: Floats
    """Coefficients a_0 .. of c_rad(r) = sum a_i r^i, r in metres (5.51)."""

    def at(self, radius: float) -> float:
        """The factor c_rad."""
        return float(np.polyval(self.radial[::-1], radius))


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


def disc_of(influence: InfluencePart) -> Disc:
    """One sheave."""
    return Disc(np.array(influence.series()), np.array(influence.radial))


def pair_discs(
    loose: InfluencePart, fixed: InfluencePart | None
) -> tuple[Disc] | tuple[Disc, Disc]:
    """Discs whose influences add up to the mean of both sheaves.

    One where both soften alike towards the rim, otherwise two.
    """
    one = disc_of(loose)
    if fixed is None:
        return (one,)
    other = disc_of(fixed)
    if loose.radial == fixed.radial:
        mean = 0.5 * padded([one.series, other.series]).sum(axis=0)
        return (Disc(mean, one.radial),)
    return Disc(0.5 * one.series, one.radial), Disc(0.5 * other.series, other.radial)


PLACES = 201
"""Radii from hub to rim at which the factor c_rad is looked at."""


def check_sheaves(part: BentPulley) -> None:
    """Refuse sheaves without a cone, and influences that no elastic disc can have.

    Raises:
        ValueError: says which radius or key.
    """
    inner, outer = part.inner_radius, part.outer_radius
    if inner >= outer:
        raise ValueError(
            f"the hub of {1e3 * inner:g} mm must be smaller than the rim of "
            f"{1e3 * outer:g} mm"
        )
    if part.fixed_influence is not None and part.influence is None:
        raise ValueError("fixed_influence is given without influence; expected both")
    for key in ("influence", "fixed_influence"):
        influence = getattr(part, key)
        for r in np.linspace(inner, outer, PLACES) if influence else ():
            factor = np.polyval(influence.radial[::-1], r)
            if factor <= 0.0:
                raise ValueError(
                    f"{key}: the radial factor is {factor:g} at r = {1e3 * r:.1f} mm; "
                    "expected above 0 from hub to rim"
                )


def bent_discs(pulleys: Sequence[BentPulley]) -> Discs:
    """Influence functions of pulleys; stiff discs where none is given."""
    return disc_tables([
        pair_discs(part.influence, part.fixed_influence) if part.influence else ()
        for part in pulleys
    ])  # fmt: skip


def disc_tables(pulleys: Sequence[Sequence[Disc]], share: float = 0.0) -> Discs:
    """Discs that add up, pulley by pulley, as tables of equal size.

    ``share``: of its compression that a place of a flank gives the other.
    """
    layers = max(1, *(len(discs) for discs in pulleys))
    none = Disc(np.zeros(1), np.ones(1))
    every = [disc for own in pulleys for disc in [*own, *[none] * (layers - len(own))]]
    shape = (len(pulleys), layers, -1)
    return Discs(
        root=padded([np.sqrt(disc.series) for disc in every]).reshape(shape),
        radial=padded([disc.radial for disc in every]).reshape(shape),
        share=share,
    )


def padded(rows: Sequence[Floats]) -> Floats:
    """Rows of different lengths as one array, filled up with zeros."""
    found = np.zeros((len(rows), max(row.size for row in rows)))
    for i, row in enumerate(rows):
        found[i, : row.size] = row
    return found
