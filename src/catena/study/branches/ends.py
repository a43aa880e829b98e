"""Where a branch of orbits ends, and how: folds, doubled periods, slow swings.

At a fold two orbits meet and vanish: a multiplier reaches +1, and its distance from
there falls as the square root of the way that is left. Seen in two points, the square
of that distance tells where the fold lies. A multiplier of -1 doubles the period, a
pair on the unit circle lets the drive swing with a frequency of its own; orbits then
go on as unstable ones, or are lost where contacts open and close.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats

NEAR_ANGLE = 0.1
"""Of a multiplier from +1 or -1 that counts as real [rad]."""
NEAR_SIZE = 0.15
"""Distance of a multiplier from the unit circle at which it may have ended a branch."""


class End(NamedTuple):
    """The last point of a branch on one way, and the first without it."""

    way: int
    last: int
    next: int
    joined: bool
    """Whether another branch was found at the next value; else nothing was."""


class Multipliers(NamedTuple):
    """Largest multipliers over ways and values; NaN where there are none."""

    size: Floats
    angle: Floats


def ends_of(found: Floats, apart: Floats) -> list[End]:
    """All ends, from what was found (2, n) and where the ways differ (n,).

    A way that has a point and then none has come to an end; so has one that differs
    from the other way and then does not: it has joined it.
    """
    told, count = [], found.shape[1]
    for way, order in enumerate((range(count - 1), range(count - 1, 0, -1))):
        for i in order:
            j = i + 1 - 2 * way
            if not found[way, i]:
                continue
            if not found[way, j]:
                told.append(End(way, i, j, False))
            elif apart[i] and not apart[j] and found[1 - way, j]:
                told.append(End(way, i, j, True))
    return told


def kind_of(end: End, values: Floats, multipliers: Multipliers) -> tuple[str, float]:
    """How a branch ends, in words, and where, if that can be told; else NaN."""
    size, angle = (table[end.way] for table in multipliers)
    last = end.last
    if not np.isfinite(size[last]):
        return "multipliers (--multipliers) would tell how", np.nan
    near = f"the largest multiplier is {size[last]:.4f} there"
    if abs(size[last] - 1.0) > NEAR_SIZE:
        return f"{near}, not at the unit circle: contacts open or close", np.nan
    if angle[last] < NEAR_ANGLE:
        place = fold_between(end, values, size, angle)
        where = f", by its square root at {place:.6g}" if np.isfinite(place) else ""
        return f"a fold: {near} and goes to +1{where}", place
    if np.pi - angle[last] < NEAR_ANGLE:
        return f"periods double: {near} and negative", np.nan
    return f"a swing of its own begins: {near}, one of a pair", np.nan


def fold_between(end: End, values: Floats, size: Floats, angle: Floats) -> float:
    """Where the squared distance of the multiplier from +1 reaches 0, or NaN."""
    before = end.last - (end.next - end.last)
    if not 0 <= before < values.size or not angle[before] < NEAR_ANGLE:
        return float("nan")
    first, second = (1.0 - size[before]) ** 2, (1.0 - size[end.last]) ** 2
    if not first > second:
        return float("nan")
    step = values[end.last] - values[before]
    return float(values[end.last] + step * second / (first - second))
