"""Maxwell's coupled law for groups of listed rows.

A group is the set of rows that share one elastic body. Its influence matrix couples
all of them; rows that are open take part, for a neighbour may press them shut.

Called in a step once the gaps are known and before ``fill_row_forces``. The forces of
the step before, which stay in ``la_N``, tell which contacts to begin with.
"""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.errors import InputError
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.solvers.coupled_laws.maxwell import solve_maxwell_dense
from catena.tables.contacts import ListedRows
from catena.tables.maxwell import MaxwellGroups, MaxwellWork, maxwell_work

__all__ = [
    "MaxwellGroups",
    "MaxwellWork",
    "fill_maxwell_forces",
    "maxwell_groups",
    "maxwell_work",
]

DEFINITE = 1e-10
"""Eigenvalues up to this share of the largest count as zero."""
MAX_ITERATIONS = 400
"""Cap on active sets tried per group and step."""


def maxwell_groups(members: list[tuple[Ints, Floats]]) -> MaxwellGroups:
    """Groups from (rows, influence matrix) pairs, checked.

    Raises:
        InputError: a matrix is not symmetric to 1e-12 or has a negative eigenvalue.
    """
    sizes = [rows.size for rows, _ in members]
    C = np.zeros((sum(sizes), max(sizes, default=0)))
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    definite = np.zeros(len(members), dtype=np.int64)
    for m, (rows, matrix) in enumerate(members):
        start = first[m]
        definite[m] = is_definite(matrix, rows.size)
        C[start : start + rows.size, : rows.size] = matrix
    all_rows = [np.asarray(rows, dtype=np.int64) for rows, _ in members]
    listed = np.concatenate([*all_rows, np.zeros(0, np.int64)])
    return MaxwellGroups(first, listed, C, definite)


def is_definite(matrix: Floats, size: int) -> bool:
    """Whether every force deforms; refuses what no elastic body can have, (5.15)."""
    if matrix.shape != (size, size):
        raise InputError(f"influence matrix {matrix.shape} for a group of {size} rows")
    asymmetry = float(np.max(np.abs(matrix - matrix.T), initial=0.0))
    if asymmetry > 1e-12 * float(np.max(np.abs(matrix), initial=0.0)):
        raise InputError(
            f"influence matrix is not symmetric: off by {asymmetry:.3g} m/N"
        )
    values = np.linalg.eigvalsh(matrix)
    lowest, highest = float(values[0]), float(values[-1])
    if lowest < -1e-12 * abs(highest):
        raise InputError(
            f"influence matrix has the negative eigenvalue {lowest:.3g} m/N: forces "
            "would be rewarded with energy; expected none below zero"
        )
    return lowest > DEFINITE * highest


@kernel
def fill_maxwell_forces(
    rows: ListedRows, groups: MaxwellGroups, work: MaxwellWork
) -> int:
    """la_N of all coupled rows [N]; rows not active in this step carry none.

    Groups that are not definite are left to ``dynamics.yielding_groups``.
    """
    for m in range(groups.definite.shape[0]):
        if groups.definite[m] == 0:
            continue
        n = gather_members(rows, groups, work, groups.first[m], groups.first[m + 1])
        status = solve_members(rows, work, n)
        if status != Status.OK:
            return status
    return Status.OK


@kernel
def solve_members(rows: ListedRows, work: MaxwellWork, n: int) -> int:
    """Solve the gathered group of n rows and write their forces."""
    status, _ = solve_maxwell_dense(
        work.C[:n, :n],
        work.g_rigid[:n],
        work.la[:n],
        work.g[:n],
        work.closed[:n],
        work.solve,
        MAX_ITERATIONS,
    )
    for a in range(n):
        rows.la_N[work.member[a]] = work.la[a]
    return status


@kernel
def gather_members(
    rows: ListedRows, groups: MaxwellGroups, work: MaxwellWork, start: int, stop: int
) -> int:
    """Active members of one group with their part of C; returns how many."""
    n = 0
    for a in range(start, stop):
        i = groups.row[a]
        if rows.last_step[i] != rows.step[0]:
            rows.la_N[i] = 0.0
            continue
        work.member[n] = i
        work.g_rigid[n] = rows.g_N[i]
        # who carried in the step before is the best first guess
        work.closed[n] = 1 if rows.la_N[i] > 0.0 else 0
        k = 0
        for b in range(start, stop):
            if rows.last_step[groups.row[b]] == rows.step[0]:
                work.C[n, k] = groups.C[a, b - start]
                k += 1
        n += 1
    return n
