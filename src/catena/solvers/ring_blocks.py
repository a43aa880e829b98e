"""A closed ring of 6 x 6 blocks with rollers beside it and a border, by Cholesky.

Unknowns are rollers (3 each, joined to one link and to the border), links (6 each,
joined to their two neighbours and the border) and the border: the last link, then the
speeds of wheels and arms. Rollers are eliminated into their links, links from the first
to the last but one, then the small border is solved: the cost is linear in the links.
The matrix is symmetric and positive definite, and only lower halves of the blocks on
its diagonal are read; a block that is not definite leaves NaN behind.
"""

from __future__ import annotations

import math

import numpy as np

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.dense import factor_cholesky, solve_cholesky
from catena.tables.spatial import SpatialChain, SpatialWork


@lean_kernel
def solve_ring(system: SpatialChain, work: SpatialWork) -> None:
    """Turn the right sides into velocities; blocks are overwritten."""
    for r in range(system.roller.size):
        i = system.roller[r].link
        if i >= 0:
            _eliminate_roller(work, r, i)
    n = system.link.size
    # the ring is cut there: with the last link in the border the rest is a chain,
    # whose elimination fills in nothing but the columns of the border
    _move_last_link(work, n - 1)
    for k in range(n - 1):
        _eliminate_link(work, k, k + 2 < n)
    _solve_border(work.B, work.rhs_border)
    for a in range(6):
        work.rhs_link[n - 1, a] = work.rhs_border[a]
    for k in range(n - 2, -1, -1):
        _substitute_link(work, k, k + 2 < n)
    for r in range(system.roller.size):
        i = system.roller[r].link
        if i >= 0:
            _substitute_roller(work, r, i)


@lean_kernel
def _eliminate_roller(work: SpatialWork, r: int, k: int) -> None:
    """A roller into its link and the border."""
    A, C, G, v = work.A, work.C, work.G, work.rhs_roller
    # written out: loops over three rows cost more than what they do
    l00 = math.sqrt(A[r, 0, 0])
    l10, l20 = A[r, 1, 0] / l00, A[r, 2, 0] / l00
    l11 = math.sqrt(A[r, 1, 1] - l10 * l10)
    l21 = (A[r, 2, 1] - l20 * l10) / l11
    l22 = math.sqrt(A[r, 2, 2] - l20 * l20 - l21 * l21)
    A[r, 0, 0], A[r, 1, 0], A[r, 2, 0] = l00, l10, l20
    A[r, 1, 1], A[r, 2, 1], A[r, 2, 2] = l11, l21, l22
    x = v[r, 0] / l00
    y = (v[r, 1] - l10 * x) / l11
    z = (v[r, 2] - l20 * x - l21 * y) / l22
    v[r, 0], v[r, 1], v[r, 2] = x, y, z
    for j in range(6):
        a = C[r, 0, j] / l00
        b = (C[r, 1, j] - l10 * a) / l11
        c = (C[r, 2, j] - l20 * a - l21 * b) / l22
        C[r, 0, j], C[r, 1, j], C[r, 2, j] = a, b, c
        work.rhs_link[k, j] -= a * x + b * y + c * z
    for i in range(6):
        for j in range(i + 1):
            work.D[k, i, j] -= (
                C[r, 0, i] * C[r, 0, j]
                + C[r, 1, i] * C[r, 1, j]
                + C[r, 2, i] * C[r, 2, j]
            )
    width = G.shape[2]
    for j in range(6, width):
        # most rollers touch neither wheel nor arm
        if G[r, 0, j] == 0.0 and G[r, 1, j] == 0.0 and G[r, 2, j] == 0.0:
            continue
        a = G[r, 0, j] / l00
        b = (G[r, 1, j] - l10 * a) / l11
        c = (G[r, 2, j] - l20 * a - l21 * b) / l22
        G[r, 0, j], G[r, 1, j], G[r, 2, j] = a, b, c
        work.rhs_border[j] -= a * x + b * y + c * z
        for i in range(6):
            work.F[k, i, j] -= a * C[r, 0, i] + b * C[r, 1, i] + c * C[r, 2, i]
        for i in range(6, j + 1):
            work.B[j, i] -= a * G[r, 0, i] + b * G[r, 1, i] + c * G[r, 2, i]


@lean_kernel
def _move_last_link(work: SpatialWork, last: int) -> None:
    """The last link becomes the first six of the border."""
    B, D, E, F = work.B, work.D, work.E, work.F
    for i in range(6):
        for j in range(6):
            F[0, i, j] += E[0, j, i]
            F[last - 1, i, j] += E[last, i, j]
        for j in range(i + 1):
            B[i, j] += D[last, i, j]
        for j in range(6, B.shape[0]):
            B[j, i] += F[last, i, j]
        work.rhs_border[i] += work.rhs_link[last, i]


@lean_kernel
def _eliminate_link(work: SpatialWork, k: int, inner: bool) -> None:
    """A link into the next one and the border."""
    D, E, F, B, v = work.D, work.E, work.F, work.B, work.rhs_link
    width = B.shape[0]
    for j in range(6):  # Cholesky of the block, lower
        s = D[k, j, j]
        for m in range(j):
            s -= D[k, j, m] * D[k, j, m]
        s = math.sqrt(s)
        D[k, j, j] = s
        inverse = 1.0 / s
        for i in range(j + 1, 6):
            t = D[k, i, j]
            for m in range(j):
                t -= D[k, i, m] * D[k, j, m]
            D[k, i, j] = t * inverse
    for i in range(6):
        inverse = 1.0 / D[k, i, i]
        for m in range(i):
            x = D[k, i, m]
            v[k, i] -= x * v[k, m]
            for j in range(width):
                F[k, i, j] -= x * F[k, m, j]
        v[k, i] *= inverse
        for j in range(width):
            F[k, i, j] *= inverse
    if inner:
        for i in range(6):
            inverse = 1.0 / D[k, i, i]
            for m in range(i):
                x = D[k, i, m]
                for j in range(6):
                    E[k + 1, i, j] -= x * E[k + 1, m, j]
            for j in range(6):
                E[k + 1, i, j] *= inverse
        n = k + 1
        for i in range(6):  # all six at once: one load and store per entry
            a, b, c = E[n, 0, i], E[n, 1, i], E[n, 2, i]
            d, e, f = E[n, 3, i], E[n, 4, i], E[n, 5, i]
            for j in range(i + 1):
                D[n, i, j] -= (
                    a * E[n, 0, j] + b * E[n, 1, j] + c * E[n, 2, j]
                    + d * E[n, 3, j] + e * E[n, 4, j] + f * E[n, 5, j]
                )  # fmt: skip
            for j in range(width):
                F[n, i, j] -= (
                    a * F[k, 0, j] + b * F[k, 1, j] + c * F[k, 2, j]
                    + d * F[k, 3, j] + e * F[k, 4, j] + f * F[k, 5, j]
                )  # fmt: skip
            v[n, i] -= (
                a * v[k, 0] + b * v[k, 1] + c * v[k, 2]
                + d * v[k, 3] + e * v[k, 4] + f * v[k, 5]
            )  # fmt: skip
    for i in range(width):
        a, b, c = F[k, 0, i], F[k, 1, i], F[k, 2, i]
        d, e, f = F[k, 3, i], F[k, 4, i], F[k, 5, i]
        for j in range(i + 1):
            B[i, j] -= (
                a * F[k, 0, j] + b * F[k, 1, j] + c * F[k, 2, j]
                + d * F[k, 3, j] + e * F[k, 4, j] + f * F[k, 5, j]
            )  # fmt: skip
        work.rhs_border[i] -= (
            a * v[k, 0] + b * v[k, 1] + c * v[k, 2]
            + d * v[k, 3] + e * v[k, 4] + f * v[k, 5]
        )  # fmt: skip


@lean_kernel
def _solve_border(B: Floats, v: Floats) -> None:
    """Overwrite v with the solution, NaN where the border is not positive definite."""
    if factor_cholesky(B, v.size):
        solve_cholesky(B, v.size, v)
    else:
        v[:] = np.nan


@lean_kernel
def _substitute_link(work: SpatialWork, k: int, inner: bool) -> None:
    D, E, F, v = work.D, work.E, work.F, work.rhs_link
    width = work.B.shape[0]
    for i in range(5, -1, -1):
        s = v[k, i]
        for j in range(width):
            s -= F[k, i, j] * work.rhs_border[j]
        if inner:
            for j in range(6):
                s -= E[k + 1, i, j] * v[k + 1, j]
        for m in range(i + 1, 6):
            s -= D[k, m, i] * v[k, m]
        v[k, i] = s / D[k, i, i]


@lean_kernel
def _substitute_roller(work: SpatialWork, r: int, k: int) -> None:
    A, v = work.A, work.rhs_roller
    for i in range(3):
        s = v[r, i]
        for j in range(6):
            s -= work.C[r, i, j] * work.rhs_link[k, j]
        for j in range(6, work.B.shape[0]):
            s -= work.G[r, i, j] * work.rhs_border[j]
        v[r, i] = s
    z = v[r, 2] / A[r, 2, 2]
    y = (v[r, 1] - A[r, 2, 1] * z) / A[r, 1, 1]
    v[r, 0] = (v[r, 0] - A[r, 1, 0] * y - A[r, 2, 0] * z) / A[r, 0, 0]
    v[r, 1], v[r, 2] = y, z
