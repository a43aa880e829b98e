"""One turn around a cycle of small matrices: ``A_k Q_k = Q_(k+1) R_k``.

Bases are held transposed, so that a vector of the basis is a row.
"""

from __future__ import annotations

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats


@kernel
def carry_around(maps: Floats, Q: Floats, factors: Floats) -> None:
    """Carry the basis Q (rows) through every map; fill the triangular factors."""
    size = Q.shape[0]
    image = np.empty((size, size))
    for k in range(maps.shape[0]):
        A, R = maps[k], factors[k]
        for j in range(size):
            for i in range(size):
                value = 0.0
                for m in range(size):
                    value += A[i, m] * Q[j, m]
                image[j, i] = value
        split_rows(image, Q, R)


@kernel
def split_rows(X: Floats, Q: Floats, R: Floats) -> None:
    """``X^T = Q^T R`` by Householder reflections; X becomes their vectors."""
    size = X.shape[0]
    for j in range(size):
        for i in range(size):
            R[i, j] = X[j, i] if i < j else 0.0
            Q[j, i] = 1.0 if i == j else 0.0
        R[j, j] = fill_reflection(X[j], j)
        for other in range(j + 1, size):
            reflect(X[j], j, X[other])
    for j in range(size - 1, -1, -1):
        for row in range(j, size):
            reflect(X[j], j, Q[row])


@kernel
def fill_reflection(x: Floats, first: int) -> float:
    """Make x the unit vector of the reflection that leaves only entry ``first``.

    Returns what that entry becomes; entries before are not touched. A zero vector
    stays zero, which reflects nothing.
    """
    largest = 0.0
    for i in range(first, len(x)):
        largest = max(largest, abs(x[i]))
    if largest == 0.0:
        return 0.0
    square = 0.0
    for i in range(first, len(x)):
        x[i] /= largest
        square += x[i] * x[i]
    length = np.sqrt(square)
    left = -length if x[first] > 0.0 else length
    norm = np.sqrt(2.0 * (square - left * x[first]))
    x[first] -= left
    for i in range(first, len(x)):
        x[i] /= norm
    return float(left * largest)


@kernel
def reflect(v: Floats, first: int, y: Floats) -> None:
    """``y -= 2 v (v . y)`` over the entries from ``first`` on."""
    share = 0.0
    for i in range(first, len(y)):
        share += v[i] * y[i]
    for i in range(first, len(y)):
        y[i] -= 2.0 * share * v[i]
