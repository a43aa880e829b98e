"""The free span between two circles: a tangent line, or an arc when it sags."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.geometry.paths.items import Circle

TOUCHING = 1e-9
"""Overlap up to which one circle inside another counts as touching it [m]."""


class Tangent(NamedTuple):
    """The span between two circles: a line, or an arc when it sags."""

    heading: float
    """Direction from end to end [rad]."""
    half_turn: float
    """Half the turn of the sagging arc [rad]."""
    chord: float
    """Distance of the two ends [m]."""

    @property
    def leaves(self) -> float:
        """Heading at the start [rad]."""
        return self.heading - self.half_turn

    @property
    def arrives(self) -> float:
        """Heading at the end [rad]."""
        return self.heading + self.half_turn


def tangent(a: Circle, b: Circle, half_turn: float = 0.0) -> Tangent | None:
    """The span from circle a to circle b; ``None`` when there is no room for one.

    With headings h - delta and h + delta at its ends, a span of chord q satisfies
    |D| sin(h - theta) = (rho_a - rho_b) cos delta and
    q = |D| cos(h - theta) + (rho_a + rho_b) sin delta.
    """
    d_x, d_y = b.x - a.x, b.y - a.y
    distance = np.hypot(d_x, d_y)
    rise = (a.rho - b.rho) * np.cos(half_turn)
    if distance == 0.0 or abs(rise) > distance + TOUCHING:
        return None
    # circles that touch from inside exceed 1 by rounding
    tilt = np.arcsin(np.clip(rise / distance, -1.0, 1.0))
    chord = distance * np.cos(tilt) + (a.rho + b.rho) * np.sin(half_turn)
    if chord < 0.0:
        return None
    return Tangent(float(np.arctan2(d_y, d_x) + tilt), half_turn, float(chord))
