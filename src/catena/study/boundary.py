"""The border between stable and unstable points of a chart.

Between two neighbouring points, one stable and one not, the border is found by
bisection: all such pairs of a chart at once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from catena.periodic.arrays import Bools, Floats

BISECTIONS = 10
"""Halvings of a cell: the border is known to 1/1024 of it."""

Unstable = Callable[[Floats, Floats], Bools]
"""Whether the points (x, y), not on the grid, are unstable."""


def boundary(
    x: Floats, y: Floats, unstable: Bools, judge: Unstable | None
) -> tuple[Floats, Floats]:
    """Points on the border, (b,) and (b,).

    Args:
        x: Values along the columns.
        y: Values along the rows.
        unstable: Which points of the grid (rows, columns) are unstable.
        judge: Judges points between the grid; ``None`` gives the middle of the cells.
    """
    inside, outside = _pairs(x, y, unstable)
    for _ in range(BISECTIONS if judge is not None and inside.size else 0):
        middle = 0.5 * (inside + outside)
        grows = judge(middle[0], middle[1])  # type: ignore[misc]
        inside = np.where(grows, inside, middle)
        outside = np.where(grows, middle, outside)
    middle = 0.5 * (inside + outside)
    return middle[0], middle[1]


def _pairs(x: Floats, y: Floats, unstable: Bools) -> tuple[Floats, Floats]:
    """Neighbours of different kind: (2, b) stable places, (2, b) unstable ones."""
    across = np.argwhere(unstable[:, 1:] != unstable[:, :-1])
    along = np.argwhere(unstable[1:, :] != unstable[:-1, :])
    first = np.concatenate([across, along])
    right, below = np.array([0, 1]), np.array([1, 0])
    second = np.concatenate([across + right, along + below])
    swap = unstable[first[:, 0], first[:, 1]][:, None]
    stable, other = np.where(swap, second, first), np.where(swap, first, second)
    return _values(x, y, stable), _values(x, y, other)


def _values(
    x: Floats, y: Floats, places: np.ndarray[tuple[int, int], np.dtype[np.int64]]
) -> Floats:
    return np.array([x[places[:, 1]], y[places[:, 0]]])
