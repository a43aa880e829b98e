"""In-place LU of a matrix with a symmetric profile, without exchanging rows.

Row i and column i are zero before ``first[i]``, and stay so: chains and belts, whose
bodies touch their neighbours, cost no more than their length.
"""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints


@kernel
def clear_profile(A: Floats, first: Ints) -> None:
    """Set all entries to zero and every row to its diagonal."""
    for i in range(first.size):
        for j in range(first[i], i + 1):
            A[i, j] = 0.0
            A[j, i] = 0.0
        first[i] = i


@kernel
def factor_profile(A: Floats, first: Ints) -> bool:
    """Overwrite A with its factors; False if a pivot vanishes against its entry."""
    for i in range(first.size):
        # against the entry before elimination: what is left may be rounding alone
        smallest = 1e-14 * abs(A[i, i])
        for j in range(first[i], i):
            low, up = A[i, j], A[j, i]
            # left of both profiles every product is zero
            for k in range(max(first[i], first[j]), j):
                low -= A[i, k] * A[k, j]
                up -= A[j, k] * A[k, i]
            A[i, j] = low / A[j, j]
            A[j, i] = up
            A[i, i] -= A[i, j] * up
        if not abs(A[i, i]) > smallest:
            return False
    return True


@kernel
def solve_profile(A: Floats, first: Ints, b: Floats) -> None:
    """Overwrite b with the solution of A x = b, A factored by ``factor_profile``."""
    for i in range(first.size):
        for k in range(first[i], i):
            b[i] -= A[i, k] * b[k]
    for i in range(first.size - 1, -1, -1):
        b[i] /= A[i, i]
        for k in range(first[i], i):
            b[k] -= A[k, i] * b[i]
