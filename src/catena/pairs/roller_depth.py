"""How deep a roller lies in the teeth, for the time loop.

The same contours as `geometry.tooth.gap_distance`, asked only for penetration: a row
is left after one product where it is too far away to be touched.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.contour import Feature


@inline_kernel
def roller_depth(
    code: Ints, shape: Floats, first: int, last: int, radius: float, x: float, y: float
) -> tuple[float, float, float]:
    """Depth of a roller centred at (x, y) of the gap frame [m], and its normal.

    Zero or less: no contact. The centre itself must lie outside the solid.
    """
    best, n_x, n_y = radius, 0.0, 0.0
    side = 1.0 if y >= 0.0 else -1.0
    y = abs(y)
    for i in range(first, last):
        d_x, d_y = x - shape[i, 0], y - shape[i, 1]
        kind = code[i]
        if kind == Feature.LINE:
            d = d_x * shape[i, 3] - d_y * shape[i, 2]
            along = d_x * shape[i, 2] + d_y * shape[i, 3]
            if d < best and 0.0 <= along <= shape[i, 4]:
                best, n_x, n_y = d, shape[i, 3], -shape[i, 2]
            continue
        squared = d_x * d_x + d_y * d_y
        if kind == Feature.HOLLOW:
            room = shape[i, 2] - best
            if room > 0.0 and squared <= room * room:
                continue
        else:
            reach = best + (shape[i, 2] if kind == Feature.BUMP else 0.0)
            if squared >= reach * reach:
                continue
        r = math.sqrt(squared)
        if r == 0.0:
            continue
        d, out = r, 1.0 / r
        if kind == Feature.BUMP or kind == Feature.HOLLOW:
            if d_x * shape[i, 3] + d_y * shape[i, 4] < r * shape[i, 5]:
                continue
            d = r - shape[i, 2]
            if kind == Feature.HOLLOW:
                d, out = -d, -out
        best, n_x, n_y = d, out * d_x, out * d_y
    return radius - best, n_x, side * n_y
