"""Cholesky of a symmetric positive definite matrix with a profile, in one flat array.

Row i holds the columns ``first[i]`` to i at ``A[start[i] : start[i + 1]]``; nothing
outside is ever filled. Rows of a chain, whose bodies touch their neighbours, cost no
more than its length. The diagonal of the factor is stored as its inverse.
"""

from __future__ import annotations

import math

from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints

SMALLEST_PIVOT = 1e-13
"""Pivots below this share of their diagonal entry count as zero."""


@kernel
def factor_skyline(A: Floats, first: Ints, start: Ints) -> int:
    """Overwrite A with its factor L, A = L L'; gives -1, or the row that is singular.

    No exchange of rows: the same matrix gives the same bits.
    """
    for i in range(first.size):
        row = start[i] - first[i]
        pivot = A[row + i]
        smallest = SMALLEST_PIVOT * pivot
        for j in range(first[i], i):
            other = start[j] - first[j]
            s = A[row + j]
            for k in range(max(first[i], first[j]), j):
                s -= A[row + k] * A[other + k]
            s *= A[other + j]
            A[row + j] = s
            pivot -= s * s
        if not pivot > smallest:
            return i
        A[row + i] = 1.0 / math.sqrt(pivot)
    return -1


@kernel
def solve_skyline(A: Floats, first: Ints, start: Ints, b: Floats) -> None:
    """Overwrite b with the solution of L L' x = b, A factored by the function above."""
    for i in range(first.size):
        row = start[i] - first[i]
        s = b[i]
        for k in range(first[i], i):
            s -= A[row + k] * b[k]
        b[i] = s * A[row + i]
    for i in range(first.size - 1, -1, -1):
        row = start[i] - first[i]
        x = b[i] * A[row + i]
        b[i] = x
        for k in range(first[i], i):
            b[k] -= A[row + k] * x
