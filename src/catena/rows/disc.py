"""Coulomb friction of one contact with two tangents: sticking, or on its disc.

Source: [Cebulla2014] (2.38b), the projection on the disc; sticking is solved directly.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel

LOCAL = 20
"""Steps for one sliding contact; three to five do."""
EXACT = 1e-12
"""Distance from the disc, over its radius, that ends them."""
SLIGHT = 1e-9
"""Slip per impulse, over that of both tangents, of a direction that nothing moves."""


@lean_kernel
def disc_impulse(
    G: tuple[float, float, float],
    s: tuple[float, float],
    P: tuple[float, float],
    bound: float,
    flat: bool,
) -> tuple[float, float]:
    """The impulse that stops the slip s at P, or lies on the disc against it.

    Slip at another impulse Q is ``s + G (Q - P)``. Sticking is solved at once; sliding,
    ``(G + l) Q = G P - s`` with ``|Q|`` the bound and l the slip over it, by Newton's
    steps for ``1 / |Q|``, which grow towards l from below. They begin with the slip at
    P, where they end at once if P slides already.
    """
    a, b, d = G
    if not flat:
        return min(max(P[0] - s[0] / a, -bound), bound), 0.0
    if bound <= 0.0:
        return 0.0, 0.0
    over = a * d - b * b
    if over > 0.0:
        x = P[0] - (d * s[0] - b * s[1]) / over
        y = P[1] - (a * s[1] - b * s[0]) / over
        if x * x + y * y <= bound * bound:
            return x, y
    return sliding_impulse(G, s, P, bound)


@lean_kernel
def sliding_impulse(
    G: tuple[float, float, float],
    s: tuple[float, float],
    P: tuple[float, float],
    bound: float,
) -> tuple[float, float]:
    """The impulse on the disc, where none within stops the slip."""
    a, b, d = G
    r_1 = a * P[0] + b * P[1] - s[0]
    r_2 = b * P[0] + d * P[1] - s[1]
    firm = not a * d - b * b > 0.0
    slow = math.sqrt(s[0] * s[0] + s[1] * s[1]) / bound
    if firm:
        slow = SLIGHT * (a + d)
    x, y, far, share = 0.0, 0.0, 0.0, 1.0 / bound
    for n in range(LOCAL):
        over = (a + slow) * (d + slow) - b * b
        x = ((d + slow) * r_1 - b * r_2) / over
        y = ((a + slow) * r_2 - b * r_1) / over
        square = x * x + y * y
        way = (d + slow) * x * x - 2.0 * b * x * y + (a + slow) * y * y
        pace = square * over / way  # beside the root: neither waits for the other
        far = math.sqrt(square) * share
        if n == 0 and firm and far <= 1.0:  # a direction that nothing moves
            return x, y
        if abs(far - 1.0) <= EXACT:
            break
        slow = max(0.0, slow + (far - 1.0) * pace)
    return x / far, y / far  # (2.38b)
