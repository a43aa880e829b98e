"""The border between stable and unstable points of a chart.

Between two neighbouring points, one stable and one not, the border is found by
bisection: all such pairs of a chart at once. Inside a cell of the grid the points found
on its sides are joined, which makes lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from catena.numerics.arrays import Bools, Floats

BISECTIONS = 10
"""Halvings of a cell: the border is known to 1/1024 of it."""

Unstable = Callable[[Floats, Floats], Bools]
"""Whether the points (x, y), not on the grid, are unstable."""
Places = NDArray[np.int64]


def border(
    x: Floats, y: Floats, unstable: Bools, judge: Unstable | None
) -> tuple[Floats, Floats]:
    """The border as lines (b,) and (b,), a NaN between two lines.

    Args:
        x: Values along the columns.
        y: Values along the rows.
        unstable: Which points of the grid (rows, columns) are unstable.
        judge: Judges points between the grid; ``None`` gives the middle of the sides.
    """
    first, second = _crossed_sides(unstable)
    points = _located(
        _values(x, y, first), _values(x, y, second), unstable, first, judge
    )
    lines = list(_lines(first, second))
    if not lines:
        return np.empty(0), np.empty(0)
    joined = np.concatenate([_closed_by_gap(points[:, line]) for line in lines], axis=1)
    return joined[0, :-1], joined[1, :-1]


def _crossed_sides(unstable: Bools) -> tuple[Places, Places]:
    """Neighbouring places (b, 2) of different kind: first the upper or left ones."""
    across = np.argwhere(unstable[:, 1:] != unstable[:, :-1])
    along = np.argwhere(unstable[1:, :] != unstable[:-1, :])
    right, below = np.array([0, 1]), np.array([1, 0])
    first = np.concatenate([across, along])
    return first, np.concatenate([across + right, along + below])


def _values(x: Floats, y: Floats, places: Places) -> Floats:
    return np.array([x[places[:, 1]], y[places[:, 0]]])


def _located(
    first: Floats, second: Floats, unstable: Bools, at: Places, judge: Unstable | None
) -> Floats:
    """The border on every crossed side (2, b), by bisection."""
    swap = unstable[at[:, 0], at[:, 1]]
    stable, other = np.where(swap, second, first), np.where(swap, first, second)
    if judge is not None and first.size:
        for _ in range(BISECTIONS):
            middle = 0.5 * (stable + other)
            grows = judge(middle[0], middle[1])
            stable = np.where(grows, stable, middle)
            other = np.where(grows, middle, other)
    return np.asarray(0.5 * (stable + other))


def _lines(first: Places, second: Places) -> Iterator[list[int]]:
    """Sides in the order in which lines pass through them."""
    neighbours = _joined_sides(first, second)
    ends_first = sorted(neighbours, key=lambda side: len(neighbours[side]))
    left = set(neighbours)
    for start in ends_first:
        if start in left:
            yield _walk(start, neighbours, left)


def _walk(start: int, neighbours: dict[int, list[int]], left: set[int]) -> list[int]:
    """From side to side until none is left; round a closed line to its start."""
    line = [start]
    left.discard(start)
    while following := [side for side in neighbours[line[-1]] if side in left]:
        line.append(following[0])
        left.discard(following[0])
    if len(line) > 2 and start in neighbours[line[-1]]:
        line.append(start)
    return line


def _joined_sides(first: Places, second: Places) -> dict[int, list[int]]:
    """For every crossed side the sides of the same cells it is joined with."""
    cells: dict[tuple[int, int], list[int]] = {}
    for side, ((i, j), (k, _)) in enumerate(zip(first, second, strict=True)):
        beside = (i, j - 1) if k > i else (i - 1, j)
        for cell in ((int(i), int(j)), (int(beside[0]), int(beside[1]))):
            cells.setdefault(cell, []).append(side)
    neighbours: dict[int, list[int]] = {side: [] for side in range(len(first))}
    for sides in cells.values():
        for a, b in zip(sides[::2], sides[1::2], strict=False):
            neighbours[a].append(b)
            neighbours[b].append(a)
    return neighbours


def _closed_by_gap(points: Floats) -> Floats:
    return np.concatenate([points, np.full((2, 1), np.nan)], axis=1)
