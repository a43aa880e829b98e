"""In-place LU and Cholesky of the leading ``n`` rows of a work array.

Hand-written loops: for the small blocks of contact problems they beat the calls of a
linear algebra library and compile in a fraction of the time.
"""

from __future__ import annotations

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints


@kernel
def factor_cholesky(A: Floats, n: int) -> bool:
    """Overwrite the lower triangle of A with L, A = L L'; False if not positive.

    A pivot smaller than 1e-14 of its diagonal entry counts as not positive: the
    rows are then dependent to working accuracy and a solve would be noise.
    """
    for j in range(n):
        pivot = A[j, j]
        smallest = 1e-14 * abs(pivot)
        for k in range(j):
            pivot -= A[j, k] * A[j, k]
        # so that NaN is refused too
        if not pivot > smallest:
            return False
        root = np.sqrt(pivot)
        A[j, j] = root
        for i in range(j + 1, n):
            s = A[i, j]
            for k in range(j):
                s -= A[i, k] * A[j, k]
            A[i, j] = s / root
    return True


@kernel
def solve_cholesky(L: Floats, n: int, b: Floats) -> None:
    """Overwrite b with the solution of L L' x = b."""
    for i in range(n):
        s = b[i]
        for k in range(i):
            s -= L[i, k] * b[k]
        b[i] = s / L[i, i]
    for i in range(n - 1, -1, -1):
        s = b[i]
        for k in range(i + 1, n):
            s -= L[k, i] * b[k]
        b[i] = s / L[i, i]


@kernel
def factor_lu(A: Floats, n: int, pivot: Ints) -> bool:
    """Overwrite A with its LU factors, rows exchanged by ``pivot``; False if singular.

    Singular means a pivot below 1e-14 of the largest entry of A.
    """
    largest = 0.0
    for i in range(n):
        for j in range(n):
            largest = max(largest, abs(A[i, j]))
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[p, k]):
                p = i
        pivot[k] = p
        if not abs(A[p, k]) > 1e-14 * largest:
            return False
        if p != k:
            for j in range(n):
                A[k, j], A[p, j] = A[p, j], A[k, j]
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            factor = A[i, k]
            if factor == 0.0:  # most, where few contacts are neighbours
                continue
            for j in range(k + 1, n):
                A[i, j] -= factor * A[k, j]
    return True


@kernel
def solve_lu(A: Floats, n: int, pivot: Ints, b: Floats) -> None:
    """Overwrite b with the solution of A x = b, A factored by ``factor_lu``."""
    for k in range(n):
        p = pivot[k]
        if p != k:
            b[k], b[p] = b[p], b[k]
    for i in range(n):
        s = b[i]
        for k in range(i):
            s -= A[i, k] * b[k]
        b[i] = s
    for i in range(n - 1, -1, -1):
        s = b[i]
        for k in range(i + 1, n):
            s -= A[i, k] * b[k]
        b[i] = s / A[i, i]
