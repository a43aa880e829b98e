"""Curvature of a line that is known by points."""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Floats


def bend_of(x: Floats, y: Floats) -> Floats:
    """Curvature of a closed line at its points, (..., n) as they are [1/m].

    That of the circle through a point and its neighbours; above 0 where it bends left.
    """
    a_x, a_y = x - np.roll(x, 1, axis=-1), y - np.roll(y, 1, axis=-1)
    b_x, b_y = np.roll(a_x, -1, axis=-1), np.roll(a_y, -1, axis=-1)
    sides = np.hypot(a_x, a_y) * np.hypot(b_x, b_y) * np.hypot(a_x + b_x, a_y + b_y)
    return np.asarray(2.0 * (a_x * b_y - a_y * b_x) / sides)
