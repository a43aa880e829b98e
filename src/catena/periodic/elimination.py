"""Small dense linear systems inside kernels."""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats


@kernel
def solve_rows(A: Floats, B: Floats) -> int:
    """Solve ``A x = b`` for every row b of B, in place; 0 when it went well, else 1.

    Gauss elimination with row exchanges. A (n, n) is destroyed; row j of B (k, n)
    becomes the solution of the j-th right-hand side.
    """
    n = A.shape[0]
    columns = B.shape[0]
    for p in range(n):
        pivot = p
        for i in range(p + 1, n):
            if abs(A[i, p]) > abs(A[pivot, p]):
                pivot = i
        if not abs(A[pivot, p]) > 0.0:
            return 1
        if pivot != p:
            for j in range(n):
                A[p, j], A[pivot, j] = A[pivot, j], A[p, j]
            for k in range(columns):
                B[k, p], B[k, pivot] = B[k, pivot], B[k, p]
        inverse = 1.0 / A[p, p]
        for i in range(p + 1, n):
            factor = A[i, p] * inverse
            A[i, p] = factor
            if factor != 0.0:
                for j in range(p + 1, n):
                    A[i, j] -= factor * A[p, j]
    for k in range(columns):
        for i in range(n):
            for j in range(i):
                B[k, i] -= A[i, j] * B[k, j]
        for i in range(n - 1, -1, -1):
            value = B[k, i]
            for j in range(i + 1, n):
                value -= A[i, j] * B[k, j]
            B[k, i] = value / A[i, i]
    return 0
