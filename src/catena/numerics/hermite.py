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


@inline_kernel
def piece_beyond(e: int, s: float, first: int, last: int, closed: bool) -> int:
    """Piece of a curve that goes on where piece e ends at s = 0 or 1; -1: none.

    Pieces are numbered from ``first`` to before ``last``, in a ring where ``closed``.
    """
    if 0.0 < s < 1.0:
        return -1
    other = e - 1 if s == 0.0 else e + 1
    if other < first:
        return last - 1 if closed else -1
    if other >= last:
        return first if closed else -1
    return other
