"""Contact rows out of matrices, so that the sweeps solve textbook problems.

The relative velocities themselves serve as the velocities of the system: entry i of
``gamma = G P + q`` is touched by the unit direction, and M^-1 W is column i of G.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.codes import FrictionLaw, NormalLaw
from catena.numerics.arrays import Floats
from catena.tables.contacts import ListedRows, empty_rows


def friction_rows(G: Floats, mu: Floats) -> ListedRows:
    """Rows of a dense friction problem: per contact a normal and 1 or 2 tangents."""
    size = G.shape[0] // mu.size
    rows = _all_active(empty_rows(mu.size, G.shape[0], size - 1))
    rows.dof[:] = np.arange(G.shape[0])
    for i in range(mu.size):
        rows.W_N[i, size * i] = 1.0
        rows.MiW_N[i] = G[:, size * i]
        for t in range(size - 1):
            rows.W_T[i, t, size * i + 1 + t] = 1.0
            rows.MiW_T[i, t] = G[:, size * i + 1 + t]
    rows.law_T[:] = FrictionLaw.COULOMB if size == 2 else FrictionLaw.COULOMB_DISC
    rows.par_T[:, 0] = mu
    return rows


def lcp_rows(M: Any) -> ListedRows:
    """Rows of a linear complementarity problem, M dense or a scipy sparse matrix."""
    columns = [_nonzeros(M, j) for j in range(M.shape[0])]
    width = max((index.size for index, _ in columns), default=1)
    rows = _all_active(empty_rows(len(columns), width, 1))
    for j, (index, values) in enumerate(columns):
        rows.dof[j, : index.size] = index
        rows.W_N[j, : index.size] = index == j
        rows.MiW_N[j, : index.size] = values
    return rows


def _nonzeros(M: Any, j: int) -> tuple[np.ndarray[Any, Any], Floats]:
    """Row indices and values of column j; the diagonal is always among them."""
    if hasattr(M, "indptr"):  # compressed sparse columns
        span = slice(M.indptr[j], M.indptr[j + 1])
        return M.indices[span], M.data[span]
    index = np.flatnonzero((M[:, j] != 0.0) | (np.arange(M.shape[0]) == j))
    return index, M[index, j]


def _all_active(rows: ListedRows) -> ListedRows:
    """The same rows, all unilateral and taking part."""
    n = rows.g_N.size
    rows.law_N[:] = NormalLaw.UNILATERAL_MOREAU
    rows.active[:] = np.arange(n)
    rows.n_active[0] = n
    return rows
