"""Groups of unknowns that a matrix connects, and how well each of them is solved.

A light body beside a heavy one must not be judged by the heavy one's forces: every
group of connected unknowns is measured by its own data. Unknowns are scaled with their
own masses first, so that the unit of a row does not matter. Nothing is measured by the
size of the answer: one that has diverged would look exact beside itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.solvers.sweeps.residual import de_saxce_residual


def connected_groups(M: Any, size: int = 1) -> Ints:
    """Group of every block of ``size`` unknowns of a dense or sparse matrix."""
    if isinstance(M, np.ndarray) and M.size and np.all(M[0] != 0.0):
        return np.zeros(M.shape[0] // size, dtype=np.int64)  # a full row: all are one
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    entries, n = coo_matrix(M), M.shape[0] // size
    places = entries.row // size, entries.col // size
    blocks = coo_matrix((np.ones(entries.nnz), places), (n, n))
    _, labels = connected_components(blocks, directed=False)
    return np.asarray(labels, dtype=np.int64)


def lcp_residual(M: Any, q: Floats, z: Floats) -> float:
    """Largest natural map of ``w = M z + q`` of a group, relative to its own q.

    Infinite where anything is not finite.
    """
    if q.size == 0:
        return 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        w = M @ z + q
    if not (np.isfinite(w).all() and np.isfinite(z).all()):
        return float("inf")
    own = np.asarray(M.diagonal(), dtype=float)
    root = np.sqrt(np.where(own > 0.0, own, 1.0))
    away = np.abs(np.minimum(root * z, w / root))
    group = connected_groups(M)
    left, size = np.zeros((2, int(group.max()) + 1))
    np.maximum.at(left, group, away)
    np.maximum.at(size, group, np.abs(q) / root)
    return float(np.max(left / np.where(size > 0.0, size, 1.0)))


def friction_map(W: Floats, q: Floats, mu: Floats, r: Floats) -> float:
    """Largest natural map of De Saxce's form of a group, relative to its own q.

    Three entries per contact, scaled with the mean inverse mass of the contact.
    """
    if not (np.isfinite(r).all() and np.isfinite(W @ r).all()):
        return float("inf")
    own = np.diag(W).reshape(-1, 3)
    used = np.maximum(np.count_nonzero(own > 0.0, axis=1), 1)
    root = np.sqrt(np.maximum(own.sum(axis=1), 0.0) / used)
    scale = np.repeat(np.where(root > 0.0, root, 1.0), 3)
    group, worst = connected_groups(W, 3), 0.0
    for g in range(int(group.max(initial=-1)) + 1):
        contacts = np.flatnonzero(group == g)
        at = (3 * contacts[:, None] + np.arange(3)).ravel()
        s = scale[at]
        scaled = W[np.ix_(at, at)] / np.outer(s, s)
        found = de_saxce_residual(scaled, q[at] / s, mu[contacts], r[at] * s)
        worst = max(worst, float(found))
    return worst
