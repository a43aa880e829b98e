"""The active sets of ``active_set`` for large dense problems, solved by LAPACK.

The guesses and exchanges are those of the kernel. From about a hundred unknowns the
linear solves are nearly all of the work, and a library does them several times faster.
"""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.numerics.arrays import Floats
from catena.solvers.complementarity.active_set import (
    active_set_work,
    begin_exchanges,
    exchange_wrong_signs,
    solution_status,
)

LARGE = 100
"""Unknowns from which it pays."""


def solve_large_active_set(M: Floats, q: Floats, most: int) -> tuple[int, Floats, int]:
    """(Status, z, iterations) of ``0 <= w = M z + q``, ``0 <= z``, ``w'z = 0``."""
    free, best = np.zeros(q.size, dtype=np.int64), active_set_work(1).best
    z, symmetric = np.zeros(q.size), bool(np.array_equal(M, M.T))
    begin_exchanges(q.size, best)
    for count in range(1, most + 1):
        chosen = np.flatnonzero(free)
        found = solved_subsystem(M[np.ix_(chosen, chosen)], -q[chosen], symmetric)
        if found is None:
            return int(Status.SINGULAR), z, count
        z[:] = 0.0
        z[chosen] = found
        w = M @ z + q
        w[chosen] = 0.0
        if exchange_wrong_signs(z, w, free, best) == 0:
            return int(solution_status(z, w)), z, count
    return int(Status.NOT_CONVERGED), z, most


def solved_subsystem(A: Floats, b: Floats, symmetric: bool) -> Floats | None:
    """The solution of A x = b, None where A is singular."""
    from scipy.linalg.lapack import dgesv, dposv

    if b.size == 0:
        return b
    if symmetric:
        _, x, failed = dposv(A, b, lower=1)
        if not failed:
            return np.asarray(x)
    _, _, x, failed = dgesv(A, b)
    return None if failed else np.asarray(x)
