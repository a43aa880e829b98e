"""Lemke's pivoting for ``w = M z + q``, ``0 <= w``, ``0 <= z``, ``w'z = 0``.

The reference for small problems: it needs no symmetry and no start value, and it says
when it ends on a ray. Data are scaled first (a compliance matrix of 1e-9 against the
covering vector 1 ends on a false ray otherwise), ties are broken lexicographically so
that it cannot cycle, and the answer is recomputed from the original data.

Source: [Cebulla2014] (5.26)-(5.32); Cottle, Pang and Stone, sec. 4.4, for the tie rule.

Limits: dense; at worst exponentially many pivots, hence a cap. Ending on a ray proves
that there is no solution for copositive-plus matrices (all mass and compliance
matrices); for others it only says that Lemke finds none.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.codes import Status
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.dense import factor_lu, solve_lu

PIVOT_TOLERANCE = 1e-11
"""Smallest pivot in the scaled tableau."""

Z_0_TOLERANCE = 1e-13
"""The artificial variable is gone below this share of the largest |q|."""

ACCEPTED = 1e-9
"""Natural map accepted in the scaled variables, relative to the largest |q|."""


class LemkeWork(NamedTuple):
    """Scratch arrays for problems up to a given size."""

    T: Floats  # (n, 2n+2)  tableau: columns w, z, z_0, right-hand side
    basis: Ints  # (n,)     variable of each row: w_i = i, z_i = n + i, z_0 = 2n
    scale: Floats  # (n,)   z = scale * scaled z
    size: Floats  # (1,)    largest scaled |q|
    A: Floats  # (n, n)     final linear system
    b: Floats  # (n,)
    pivot: Ints  # (n,)


def lemke_work(n: int) -> LemkeWork:
    """Scratch arrays for problems of size n."""
    return LemkeWork(
        T=np.zeros((n, 2 * n + 2)),
        basis=np.zeros(n, dtype=np.int64),
        scale=np.zeros(n),
        size=np.zeros(1),
        A=np.zeros((n, n)),
        b=np.zeros(n),
        pivot=np.zeros(n, dtype=np.int64),
    )


@kernel
def solve_lemke(
    M: Floats, q: Floats, z: Floats, work: LemkeWork, max_pivots: int
) -> tuple[int, int]:
    """Fill z; returns (Status, pivots).

    OK, RAY where pivoting ends on one, NOT_CONVERGED, or NOT_FINITE where numbers
    overflow.
    """
    n = q.shape[0]
    z[:] = 0.0
    row = fill_tableau(M, q, work)
    if row < 0:
        return Status.OK, 0
    entering = 2 * n  # z_0 enters for the most negative row,
    home = row
    for count in range(max_pivots + 1):
        left = work.basis[row]
        exchange(work, n, row, entering)
        if left == 2 * n or work.T[home, 2 * n + 1] <= Z_0_TOLERANCE:
            return read_solution(M, q, z, work), count
        entering = left + n if left < n else left - n  # then the complement of the last
        row = leaving_row(work, n, entering)
        if row < 0:
            return Status.RAY, count
    return Status.NOT_CONVERGED, max_pivots


@kernel
def fill_tableau(M: Floats, q: Floats, work: LemkeWork) -> int:
    """Scaled tableau of w - M z - 1 z_0 = q; returns the lowest row, -1 if q >= 0."""
    n = q.shape[0]
    size = 0.0
    for i in range(n):
        diagonal = abs(M[i, i])
        if diagonal == 0.0:
            for j in range(n):
                diagonal = max(diagonal, abs(M[i, j]), abs(M[j, i]))
        # rows of metres and of radians: a diagonal of ones makes ratios comparable
        work.scale[i] = 1.0 / math.sqrt(diagonal) if diagonal > 0.0 else 1.0
        size = max(size, abs(q[i]) * work.scale[i])
    work.size[0] = size
    lowest = -1
    for i in range(n):
        for j in range(n):
            work.T[i, j] = 1.0 if i == j else 0.0
            work.T[i, n + j] = -M[i, j] * work.scale[i] * work.scale[j]
        work.T[i, 2 * n] = -1.0
        work.T[i, 2 * n + 1] = q[i] * work.scale[i] / size if size > 0.0 else 0.0
        work.basis[i] = i
        if q[i] < 0.0 and (
            lowest < 0 or work.T[i, 2 * n + 1] <= work.T[lowest, 2 * n + 1]
        ):
            lowest = i  # of equals the last: the lexicographic rule for this step
    return lowest


@kernel
def exchange(work: LemkeWork, n: int, row: int, entering: int) -> None:
    """Gauss-Jordan step: ``entering`` becomes basic in ``row``."""
    T = work.T
    pivot = T[row, entering]
    for j in range(2 * n + 2):
        T[row, j] /= pivot
    for i in range(n):
        factor = T[i, entering]
        if i == row or factor == 0.0:
            continue
        for j in range(2 * n + 2):
            T[i, j] -= factor * T[row, j]
        T[i, entering] = 0.0
    T[row, entering] = 1.0
    work.basis[row] = entering


@kernel
def leaving_row(work: LemkeWork, n: int, entering: int) -> int:
    """Row of the lexicographically smallest ratio, z_0 first; -1 on a ray."""
    best = n
    for i in range(n):
        if work.T[i, entering] <= PIVOT_TOLERANCE:
            continue
        if best == n or comes_before(work, n, entering, i, best):
            best = i
    return best if best < n else -1


@kernel
def comes_before(work: LemkeWork, n: int, entering: int, i: int, k: int) -> bool:
    """True when row i leaves before row k: (5.32) with ties resolved.

    Equal ratios of the right-hand side are decided by the columns of the basis
    inverse (the w columns), except that z_0 leaves at once when it may.
    """
    T = work.T
    ratio_i = T[i, 2 * n + 1] / T[i, entering]
    ratio_k = T[k, 2 * n + 1] / T[k, entering]
    # ratios that rounding cannot tell apart count as equal: else it may cycle
    slack = 1e-13 * max(abs(ratio_i), abs(ratio_k), 1e-3)
    if abs(ratio_i - ratio_k) > slack:
        return bool(ratio_i < ratio_k)
    if work.basis[i] == 2 * n or work.basis[k] == 2 * n:
        return bool(work.basis[i] == 2 * n)
    for j in range(n):
        a, b = T[i, j] / T[i, entering], T[k, j] / T[k, entering]
        if abs(a - b) > 1e-13 * max(abs(a), abs(b)):
            return bool(a < b)
    return False


@kernel
def read_solution(M: Floats, q: Floats, z: Floats, work: LemkeWork) -> int:
    """Z of the final basis: recomputed from the original data, else as it stands.

    The rows of a degenerate basis can be dependent; then the tableau is the answer.
    Either is accepted only with a small natural map.
    """
    n = q.shape[0]
    for row in range(n):
        if n <= work.basis[row] < 2 * n:
            i = work.basis[row] - n
            z[i] = max(work.T[row, 2 * n + 1], 0.0) * work.size[0] * work.scale[i]
    # from the tableau: rounding of all exchanges is in it
    rough = scaled_natural_map(M, q, z, work.scale)
    m = gather_basic(work, n)
    # from the original numbers: as exact as one solve
    if refine(M, q, work, m):
        for a in range(m):
            j = work.basis[a]
            work.b[a], z[j] = z[j], max(work.b[a], 0.0) * work.scale[j]
        fine = scaled_natural_map(M, q, z, work.scale)
        for a in range(m if fine > rough else 0):
            z[work.basis[a]] = work.b[a]
        rough = min(rough, fine)
    if not math.isfinite(rough):
        return Status.NOT_FINITE
    return Status.OK if rough <= ACCEPTED * work.size[0] else Status.NOT_CONVERGED


@kernel
def gather_basic(work: LemkeWork, n: int) -> int:
    """Indices of the basic z, to the front of ``basis``; returns how many."""
    m = 0
    for row in range(n):
        if n <= work.basis[row] < 2 * n:
            work.basis[m] = work.basis[row] - n
            m += 1
    return m


@kernel
def refine(M: Floats, q: Floats, work: LemkeWork, m: int) -> bool:
    """Scaled z of the m basic indices by a fresh linear solve; False if singular."""
    for a in range(m):
        i = work.basis[a]
        work.b[a] = -q[i] * work.scale[i]
        for b in range(m):
            j = work.basis[b]
            work.A[a, b] = M[i, j] * work.scale[i] * work.scale[j]
    if not factor_lu(work.A, m, work.pivot):
        return False
    solve_lu(work.A, m, work.pivot, work.b)
    return True


@kernel
def scaled_natural_map(M: Floats, q: Floats, z: Floats, scale: Floats) -> float:
    """Largest |min(z, w)| in the scaled variables; infinite if one is not finite."""
    worst = 0.0
    for i in range(q.shape[0]):
        w = q[i]
        for j in range(q.shape[0]):
            w += M[i, j] * z[j]
        if not math.isfinite(z[i]) or not math.isfinite(w):
            return math.inf
        worst = max(worst, abs(min(z[i] / scale[i], w * scale[i])))
    return worst
