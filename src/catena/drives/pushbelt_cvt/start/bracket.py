"""The root of a function between two places where its signs differ."""

from __future__ import annotations

from collections.abc import Callable

from catena.errors import GeometryError

TIGHTEST = 1e-15
"""Relative width at which a bracket counts as closed."""


def bracketed(
    function: Callable[[float], float],
    lower: float,
    upper: float,
    tightness: float = TIGHTEST,
) -> float:
    """The root of a function between two places where its signs differ.

    Bisection safeguards the secant through the ends (Illinois).
    """
    low, high = function(lower), function(upper)
    if low == 0.0:
        return lower
    if high == 0.0:
        return upper
    if low * high > 0.0:
        raise GeometryError(
            f"no equilibrium of the belt between {lower:.6g} and {upper:.6g}"
        )
    side = 0
    for step in range(200):
        middle = (lower * high - upper * low) / (high - low)
        if step % 4 == 3 or not min(lower, upper) < middle < max(lower, upper):
            middle = 0.5 * (lower + upper)
        value = function(middle)
        if value == 0.0 or abs(upper - lower) <= tightness * abs(middle):
            return middle
        if value * high > 0.0:
            upper, high = middle, value
            low = 0.5 * low if side == -1 else low
            side = -1
        else:
            lower, low = middle, value
            high = 0.5 * high if side == 1 else high
            side = 1
    return middle
