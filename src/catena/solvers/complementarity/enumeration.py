"""Linear complementarity problems by trying every complementary cone.

Each choice of one column per index, of the identity for w_i or of -M for z_i, spans a
cone; a problem has a solution if and only if one of its 2^n cones holds q. Whether a
cone does is a non-negative least-squares problem, also where its columns are dependent.
So unlike pivoting this proves that there is no solution, for any matrix. For few
unknowns, as a second opinion.

Source: Cottle, Pang, Stone: The Linear Complementarity Problem, section 1.3.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import nnls

from catena.codes import Status
from catena.numerics.arrays import Floats

MOST_UNKNOWNS = 14
"""Unknowns up to which all cones are tried: a second for the last of them."""

OUTSIDE = 1e-11
"""Distance of q from a cone, relative to its length, that counts as outside."""


def solve_by_enumeration(
    M: Floats, q: Floats, z: Floats, most: int
) -> tuple[Status, int]:
    """Fill z of the first cone that holds q; gives how many were tried, too.

    OK, NO_SOLUTION, or NOT_CONVERGED after trying as many as allowed.
    """
    n, length = q.size, float(np.linalg.norm(q))
    taken = np.zeros(n, dtype=np.bool_)
    for count in range(2**n):
        if count == most:
            return Status.NOT_CONVERGED, count
        for i in range(n):
            taken[i] = count >> i & 1
        cone = np.where(taken, -M, np.eye(n))
        sizes = np.linalg.norm(cone, axis=0)
        sizes[sizes == 0.0] = 1.0
        shares, distance = nnls(cone / sizes, q)
        if distance <= OUTSIDE * length:
            z[:] = np.where(taken, shares / sizes, 0.0)
            return Status.OK, count + 1
    return Status.NO_SOLUTION, 2**n
