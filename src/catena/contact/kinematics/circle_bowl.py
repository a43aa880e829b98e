"""A parabolic bowl: y = x^2 / (2 R), material below.

The nearest point x to (X, Y) solves x^3 + p x + q = 0 with p = 2 R (R - Y) and
q = -2 R^2 X: one root, or three above the evolute, of which the outermost on the side
of X is the nearest.

Limits: a circle wider than the bottom, r > R, touches at two places; only the nearer
one is a contact, so that it rattles between them.
"""

from __future__ import annotations

import math
from typing import ClassVar

from catena.contact.kinematics.surface import FIRST, Surface
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.statement import number, statement

CODE = 0
CORNERS = 40
"""Of a bowl in a picture."""


@statement
class Bowl(Surface):
    """A parabolic bowl, open upwards in the frame of its body."""

    radius: float = number(
        "Radius of curvature at the bottom; the wall is where the height is the square "
        "of the distance from the middle over twice this radius.",
        "m", column="first", positive=True, example="0.2 m",
    )  # fmt: skip

    word: ClassVar[str] = "bowl"
    chosen: ClassVar[str] = "a parabolic bowl, open upwards"
    code: ClassVar[int] = CODE

    def outline(self, size: float) -> list[tuple[float, float]]:
        """From the right rim to the left one."""
        reach = min(0.5 * size, 2.0 * self.radius)
        across = [reach * (1.0 - 2.0 * k / CORNERS) for k in range(CORNERS + 1)]
        return [(x, x * x / (2.0 * self.radius)) for x in reversed(across)]


@lean_kernel
def distance(
    par: Floats, i: int, place: tuple[float, float]
) -> tuple[float, float, float]:
    """Signed distance [m] and unit normal of the wall nearest to a place."""
    x, y = place
    R = par[i, FIRST]
    foot = nearest(R, abs(x), y)
    if x < 0.0:
        foot = -foot
    slope = foot / R
    size = math.sqrt(1.0 + slope * slope)
    n_x, n_y = -slope / size, 1.0 / size
    rise = y - 0.5 * foot * slope
    return n_x * (x - foot) + n_y * rise, n_x, n_y


@lean_kernel
def nearest(R: float, x: float, y: float) -> float:
    """The foot of the shortest way from (x, y) to the wall, x >= 0 [m]."""
    third, half = 2.0 * R * (R - y) / 3.0, R * R * x
    over = half * half + third * third * third
    if over >= 0.0:  # Cardano, one root
        root = math.sqrt(over)
        plus = math.pow(half + root, 1.0 / 3.0)
        if plus == 0.0:
            return 0.0
        return plus - third / plus
    ray = math.sqrt(-third)  # three roots; this one is the outermost
    return 2.0 * ray * math.cos(math.acos(half / (ray * ray * ray)) / 3.0)
