"""Factors of a symmetric positive definite matrix with a profile, in one flat array.

Row i holds the columns ``first[i]`` to i at ``A[start[i] : start[i + 1]]``; nothing
outside is ever filled. Rows of a chain, whose bodies touch their neighbours, cost no
more than its length. The factors are L D L', without square roots; the diagonal of D
is stored as its inverse.
"""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints

SMALLEST_PIVOT = 1e-13
"""Pivots below this share of their diagonal entry count as zero."""


@kernel
def factor_skyline(A: Floats, first: Ints, start: Ints) -> int:
    """Overwrite A with its factors; gives -1, or the row that is singular.

    No exchange of rows: the same matrix gives the same bits.
    """
    for i in range(first.size):
        row, begin = start[i] - first[i], first[i]
        for j in range(begin + 1, i):
            other = start[j] - first[j]
            s = A[row + j]
            for k in range(max(begin, first[j]), j):
                s -= A[row + k] * A[other + k]
            A[row + j] = s
        pivot = A[row + i]
        # against the entry before elimination: what is left may be rounding alone
        smallest = SMALLEST_PIVOT * pivot
        for j in range(begin, i):
            # entries so far are L D; dividing by the pivot of j leaves L
            scaled = A[row + j] * A[start[j + 1] - 1]
            pivot -= A[row + j] * scaled
            A[row + j] = scaled
        if not pivot > smallest:
            return i
        A[row + i] = 1.0 / pivot
    return -1


@kernel
def solve_skyline(A: Floats, first: Ints, start: Ints, b: Floats) -> None:
    """Overwrite b with the solution of L D L' x = b, factored as above."""
    for i in range(first.size):
        row = start[i] - first[i]
        s = b[i]
        for k in range(first[i], i):
            s -= A[row + k] * b[k]
        b[i] = s
    for i in range(first.size):
        b[i] *= A[start[i + 1] - 1]
    for i in range(first.size - 1, -1, -1):
        row, x = start[i] - first[i], b[i]
        for k in range(first[i], i):
            b[k] -= A[row + k] * x
