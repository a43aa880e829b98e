"""Maxwell's coupled law for groups of contact rows.

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
from catena.solvers.maxwell import solve_maxwell_dense
from catena.tables.contacts import ContactRows
from catena.tables.maxwell import MaxwellGroups, MaxwellWork, maxwell_work

__all__ = [
    "MaxwellGroups",
    "MaxwellWork",
    "fill_maxwell_forces",
    "maxwell_groups",
    "maxwell_work",
]

MAX_ITERATIONS = 400
"""Cap on active sets tried per group and step."""


def maxwell_groups(members: list[tuple[Ints, Floats]]) -> MaxwellGroups:
    """Groups from (rows, influence matrix) pairs, checked.

    Raises:
        InputError: a matrix is not symmetric to 1e-12 or not positive definite.
    """
    sizes = [rows.size for rows, _ in members]
    C = np.zeros((sum(sizes), max(sizes, default=0)))
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    for (rows, matrix), start in zip(members, first, strict=False):
        _check_influence(matrix, rows.size)
        C[start : start + rows.size, : rows.size] = matrix
    all_rows = [np.asarray(rows, dtype=np.int64) for rows, _ in members]
    return MaxwellGroups(first, np.concatenate([*all_rows, np.zeros(0, np.int64)]), C)


def _check_influence(matrix: Floats, size: int) -> None:
    """Refuse matrices Maxwell's theorem (5.15) or uniqueness excludes."""
    if matrix.shape != (size, size):
        raise InputError(f"influence matrix {matrix.shape} for a group of {size} rows")
    asymmetry = float(np.max(np.abs(matrix - matrix.T), initial=0.0))
    if asymmetry > 1e-12 * float(np.max(np.abs(matrix), initial=0.0)):
        raise InputError(
            f"influence matrix is not symmetric: off by {asymmetry:.3g} m/N"
        )
    lowest = float(np.linalg.eigvalsh(matrix)[0])
    if not lowest > 0.0:
        raise InputError(
            "influence matrix must be positive definite: lowest eigenvalue "
            f"{lowest:.3g} m/N; give every contact a local compliance"
        )


@kernel
def fill_maxwell_forces(
    rows: ContactRows, groups: MaxwellGroups, work: MaxwellWork
) -> int:
    """la_N of all coupled rows [N]; rows not active in this step carry none."""
    for m in range(groups.first.shape[0] - 1):
        n = gather_members(rows, groups, work, groups.first[m], groups.first[m + 1])
        status, _ = solve_maxwell_dense(
            work.C[:n, :n],
            work.g_rigid[:n],
            work.la[:n],
            work.g[:n],
            work.closed[:n],
            work.solve,
            MAX_ITERATIONS,
        )
        if status != Status.OK:
            return status
        for a in range(n):
            rows.la_N[work.member[a]] = work.la[a]
    return Status.OK


@kernel
def gather_members(
    rows: ContactRows, groups: MaxwellGroups, work: MaxwellWork, start: int, stop: int
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
        work.closed[n] = 1 if rows.la_N[i] > 0.0 else 0
        k = 0
        for b in range(start, stop):
            if rows.last_step[groups.row[b]] == rows.step[0]:
                work.C[n, k] = groups.C[a, b - start]
                k += 1
        n += 1
    return n
