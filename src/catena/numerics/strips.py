"""Tables of bodies as strips: columns that stand one behind the other in memory.

A loop over bodies that reads and writes strips does the same to every body, and the
compiler takes several at a time. Kernels still write ``table[i, k]`` where they deal
with one body; a loop that is to run in vectors takes strips apart, ``strip[k][i]``, in
a kernel of its own (`jit.strip_kernel`), where no two strips share memory.
"""

from __future__ import annotations

import numpy as np

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.worst import worse

Two = tuple[Floats, Floats]
Three = tuple[Floats, Floats, Floats]
Four = tuple[Floats, Floats, Floats, Floats]
Five = tuple[Floats, Floats, Floats, Floats, Floats]
Six = tuple[Floats, Floats, Floats, Floats, Floats, Floats]
Nine = tuple[Floats, Floats, Floats, Floats, Floats, Floats, Floats, Floats, Floats]


def strips(rows: int, columns: int) -> Floats:
    """A table of zeros whose columns are strips."""
    return np.zeros((columns, rows)).T


@inline_kernel
def two_strips(table: Floats, k: int) -> Two:
    """Columns k and k + 1 of a table of strips."""
    rows = table.T
    return rows[k], rows[k + 1]


@inline_kernel
def three_strips(table: Floats, k: int) -> Three:
    """Columns k to k + 2."""
    rows = table.T
    return rows[k], rows[k + 1], rows[k + 2]


@inline_kernel
def four_strips(table: Floats, k: int) -> Four:
    """Columns k to k + 3."""
    rows = table.T
    return rows[k], rows[k + 1], rows[k + 2], rows[k + 3]


@inline_kernel
def five_strips(table: Floats) -> Five:
    """The columns of a table of five."""
    rows = table.T
    return rows[0], rows[1], rows[2], rows[3], rows[4]


@inline_kernel
def six_strips(table: Floats, k: int) -> Six:
    """Columns k to k + 5."""
    rows = table.T
    return rows[k], rows[k + 1], rows[k + 2], rows[k + 3], rows[k + 4], rows[k + 5]


@inline_kernel
def nine_strips(table: Floats) -> Nine:
    """The columns of matrices."""
    rows = table.T
    return (
        rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7],
        rows[8],
    )  # fmt: skip


@lean_kernel
def total(values: Floats) -> float:
    """Sum of a strip, in four parts that do not wait for each other."""
    a, b, c, d, n = 0.0, 0.0, 0.0, 0.0, values.size // 4
    for k in range(n):
        a += values[4 * k]
        b += values[4 * k + 1]
        c += values[4 * k + 2]
        d += values[4 * k + 3]
    for k in range(4 * n, values.size):
        a += values[k]
    return (a + b) + (c + d)


@lean_kernel
def worst(values: Floats) -> float:
    """The largest number of a strip and 0; NaN where one is."""
    a, b, c, d, n = 0.0, 0.0, 0.0, 0.0, values.size // 4
    for k in range(n):
        a = worse(a, values[4 * k])
        b = worse(b, values[4 * k + 1])
        c = worse(c, values[4 * k + 2])
        d = worse(d, values[4 * k + 3])
    for k in range(4 * n, values.size):
        a = worse(a, values[k])
    return float(worse(worse(a, b), worse(c, d)))
