"""Coulomb friction of one contact with two tangents: sticking, or on its disc.

Source: [Cebulla2014] (2.38b), the projection on the disc; sticking is solved directly.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel

LOCAL = 20
"""Projections of one sliding contact."""


@lean_kernel
def disc_impulse(
    G: tuple[float, float, float],
    s: tuple[float, float],
    P: tuple[float, float],
    bound: float,
    flat: bool,
) -> tuple[float, float]:
    """The impulse that stops the slip s at P, or lies on the disc against it.

    Slip at another impulse Q is ``s + G (Q - P)``. Sticking is solved at once; sliding
    by projections with the direction that gives way most.
    """
    a, b, d = G
    if not flat:
        return min(max(P[0] - s[0] / a, -bound), bound), 0.0
    over = a * d - b * b
    if over > 0.0:
        x = P[0] - (d * s[0] - b * s[1]) / over
        y = P[1] - (a * s[1] - b * s[0]) / over
        if x * x + y * y <= bound * bound:
            return x, y
    half = 0.5 * (a - d)
    g = 0.5 * (a + d) + math.sqrt(half * half + b * b)
    x, y = P
    for _ in range(LOCAL):
        s_1 = s[0] + a * (x - P[0]) + b * (y - P[1])
        s_2 = s[1] + b * (x - P[0]) + d * (y - P[1])
        x_0, y_0 = x, y
        x, y = x - s_1 / g, y - s_2 / g
        size = math.sqrt(x * x + y * y)
        if size > bound:
            x, y = x * bound / size, y * bound / size
        if abs(x - x_0) + abs(y - y_0) <= 1e-9 * bound:
            break
    return x, y
