"""Every root of a function of one number that may be undefined in places."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from catena.drives.pushbelt_cvt.start.bracket import bracketed

Partial = Callable[[float], float | None]
"""A function that answers None where it is undefined."""

Samples = list[tuple[float, float]]
"""Places and values, places rising."""

_HALVINGS = 60
_GOLDEN = 0.6180339887498949


def sampled(function: Partial, lower: float, upper: float, count: int) -> list[Samples]:
    """The function on its domain: one list of samples per connected part.

    The ends of the parts are found by bisection, and every valley and peak between
    samples is refined, so that roots cannot hide in pairs beside an extreme value.
    """
    places = [lower + (upper - lower) * i / (count - 1) for i in range(count)]
    parts: list[Samples] = [[]]
    before: tuple[float, float | None] | None = None
    for place in places:
        value = function(place)
        if before is not None and (before[1] is None) != (value is None):
            edge = _edge(function, before[0], place, inside_first=value is None)
            parts[-1].append(edge)
        if value is None:
            if parts[-1]:
                parts.append([])
        else:
            parts[-1].append((place, value))
        before = (place, value)
    return [_with_extremes(function, part) for part in parts if part]


def roots(function: Partial, parts: list[Samples], target: float) -> list[float]:
    """All places on sampled parts where the function has a target value."""
    found: list[float] = []
    for part in parts:
        for (a, low), (b, high) in pairwise(part):
            if low == target:
                found.append(a)
            elif (low - target) * (high - target) < 0.0:
                found.append(bracketed(lambda x: _sure(function, x) - target, a, b))
        if part[-1][1] == target:
            found.append(part[-1][0])
    return found


def _sure(function: Partial, place: float) -> float:
    value = function(place)
    if value is None:
        raise ArithmeticError(f"undefined at {place!r} inside its domain")
    return value


def _edge(
    function: Partial, a: float, b: float, *, inside_first: bool
) -> tuple[float, float]:
    """The last sample of the domain between a place inside and one outside."""
    inside, outside = (a, b) if inside_first else (b, a)
    value = _sure(function, inside)
    for _ in range(_HALVINGS):
        middle = 0.5 * (inside + outside)
        here = function(middle)
        if here is None:
            outside = middle
        else:
            inside, value = middle, here
    return inside, value


def _with_extremes(function: Partial, part: Samples) -> Samples:
    result = list(part)
    for i in range(1, len(part) - 1):
        (a, left), (_, here), (c, right) = part[i - 1 : i + 2]
        if (here - left) * (right - here) < 0.0:
            sign = 1.0 if here > left else -1.0
            result.append(_extreme(function, a, c, sign))
    return sorted(set(result))


def _extreme(function: Partial, a: float, c: float, sign: float) -> tuple[float, float]:
    """The peak (sign 1) or valley (sign -1) between two places, by golden section."""
    for _ in range(_HALVINGS):
        low, high = c - _GOLDEN * (c - a), a + _GOLDEN * (c - a)
        if sign * _sure(function, low) > sign * _sure(function, high):
            c = high
        else:
            a = low
    place = 0.5 * (a + c)
    return place, _sure(function, place)
