"""Cubic curves through two places along two directions: weights by the share s.

r(s) = H_0 r_a + H_1 t_a + H_2 r_b + H_3 t_b,   s from 0 to 1
"""

from __future__ import annotations

from catena.jit import inline_kernel

Weights = tuple[float, float, float, float]


@inline_kernel
def hermite(s: float) -> Weights:
    """H_0 to H_3."""
    return (
        1.0 - s * s * (3.0 - 2.0 * s),
        s * (1.0 - s) * (1.0 - s),
        s * s * (3.0 - 2.0 * s),
        -s * s * (1.0 - s),
    )


@inline_kernel
def hermite_slopes(s: float) -> Weights:
    """Their derivatives by s."""
    bow = 6.0 * s * (1.0 - s)
    return -bow, 1.0 - s * (4.0 - 3.0 * s), bow, -s * (2.0 - 3.0 * s)


@inline_kernel
def hermite_bends(s: float) -> Weights:
    """Their second derivatives."""
    return 12.0 * s - 6.0, 6.0 * s - 4.0, 6.0 - 12.0 * s, 6.0 * s - 2.0
