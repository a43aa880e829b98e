"""Percussions that hide an unsolved problem by their size.

Contacts that wedge a body carry percussions that balance each other and move nothing.
Where the laws of an impact have no solution, as happens with restitution and friction
together, every method drives such percussions up, and any natural map is small beside
them. It is therefore judged by percussions of at most ``WEDGE`` times those that the
change of velocity asks for, row by row.
"""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.solvers.sweeps.packed_rows import row_of
from catena.tables.contacts import (
    ListedRows,
    PercussionOptions,
    PercussionWork,
    SolverReport,
)

WEDGE = 1e4
"""Percussions beyond this, in units of those that move each row alone, do not count."""


@lean_kernel
def is_wedged(
    rows: ListedRows,
    work: PercussionWork,
    M: Floats,
    u_free: Floats,
    u: Floats,
    options: PercussionOptions,
    report: SolverReport,
) -> bool:
    """Whether the natural map of accepted percussions is small beside a wedge only."""
    left = report.residual[0] - options.absolute_tolerance
    share = options.relative_tolerance * WEDGE
    if left <= 0.0:
        return False
    moved = 0.0
    for k in range(u.size):
        moved = max(moved, M[k] * abs(u[k] - u_free[k]))
    if left <= share * moved:  # a cheap look, whatever the levers
        return False
    dof, W_N, MiW_N = rows.dof, rows.W_N, rows.MiW_N
    W_T, MiW_T = rows.W_T, rows.MiW_T
    for j in range(work.listed[0] + work.listed[2]):
        i = row_of(work, j)
        for t in range(-1, W_T.shape[1]):
            G, way = 0.0, 0.0
            for k in range(dof.shape[1]):
                at = dof[i, k]
                if at < 0:
                    break
                W = W_N[i, k] if t < 0 else W_T[i, t, k]
                G += W * (MiW_N[i, k] if t < 0 else MiW_T[i, t, k])
                way += W * (u[at] - u_free[at])
            if G > 0.0 and left <= share * abs(way) / G:
                return False
    return True
