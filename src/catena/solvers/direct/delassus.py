"""Small dense problems out of listed rows: G = W' M^-1 W and what goes with it.

For direct methods and for second opinions on the sweeps; O(n^2), so for few rows.
"""

from __future__ import annotations

from catena.jit import kernel, lean_kernel
from catena.laws.dispatch import (
    restitution_offset,
    unknown_kind,
    unknown_tangents,
)
from catena.numerics.arrays import Floats, Ints
from catena.solvers.direct.planar_friction import PlanarProblem
from catena.tables.contacts import ListedRows


@lean_kernel
def fill_planar_problem(
    rows: ListedRows,
    listed: Ints,
    restitution: float,
    u: Floats,
    column: Floats,
    problem: PlanarProblem,
) -> None:
    """The unknowns of the listed rows at the free velocities u, one tangent each.

    Two entries per row in G and c: normal, tangent; what is no unknown keeps zeros.
    ``column`` is scratch with one entry per velocity and must come in zero; it is
    zero again afterwards.
    ``restitution`` is the share of the rows' restitution that acts, 0 or 1.
    """
    fill_planar_laws(rows, listed, restitution, u, problem)
    problem.G[:, :] = 0.0
    for j in range(2 * listed.size):
        if not is_unknown(rows, listed[j // 2], j % 2):
            continue
        # a column of G: what a unit percussion j gives to all others
        push(rows, listed[j // 2], j % 2, 1.0, column)
        for i in range(2 * listed.size):
            if is_unknown(rows, listed[i // 2], i % 2):
                problem.G[i, j] = component(rows, listed[i // 2], i % 2, column)
        wipe(rows, listed[j // 2], column)


@kernel
def fill_planar_laws(
    rows: ListedRows,
    listed: Ints,
    restitution: float,
    u: Floats,
    problem: PlanarProblem,
) -> None:
    """All of a problem but G: laws of the listed rows, free velocities along them."""
    problem.c[:] = 0.0
    for m in range(listed.size):
        row = listed[m]
        slides = unknown_tangents(rows.law_T[row]) > 0
        problem.kind[m] = unknown_kind(rows.law_N[row])
        problem.mu[m] = rows.par_T[row, 0] if slides else 0.0
        problem.R[m] = rows.R_T[row]
        if problem.kind[m] != 0:
            e_N = restitution * rows.par_N[row, 0]
            offset = restitution_offset(rows.law_N[row], rows.g_N_dot[row], e_N)
            offset += rows.room[row]
            problem.c[2 * m] = component(rows, row, 0, u) + rows.w_N[row] + offset
        if slides:
            offset = restitution * rows.par_T[row, 2] * rows.g_T_dot[row, 0]
            slip = component(rows, row, 1, u)
            problem.c[2 * m + 1] = slip + rows.w_T[row, 0] + offset


@lean_kernel
def apply_planar(rows: ListedRows, listed: Ints, P: Floats, u: Floats) -> None:
    """Note the percussions of the listed rows and add M^-1 W P to u."""
    for m in range(listed.size):
        row = listed[m]
        rows.P_N[row], rows.P_T[row, 0] = P[2 * m], P[2 * m + 1]
        for part in range(2):
            if is_unknown(rows, row, part):
                push(rows, row, part, P[2 * m + part], u)


@kernel
def is_unknown(rows: ListedRows, row: int, part: int) -> bool:
    """Whether the solver looks for the percussion along the normal or a tangent."""
    if part == 0:
        return bool(unknown_kind(rows.law_N[row]) != 0)
    return bool(unknown_tangents(rows.law_T[row]) >= part)


@kernel
def component(rows: ListedRows, row: int, part: int, u: Floats) -> float:
    """U along the normal (part 0) or a tangent of a row."""
    total = 0.0
    for k in range(rows.dof.shape[1]):
        # lists of velocities are filled from the front
        if rows.dof[row, k] < 0:
            break
        W = rows.W_N[row, k] if part == 0 else rows.W_T[row, part - 1, k]
        total += W * u[rows.dof[row, k]]
    return total


@kernel
def push(rows: ListedRows, row: int, part: int, P: float, u: Floats) -> None:
    """Add M^-1 W P of the normal (part 0) or a tangent of a row to u."""
    for k in range(rows.dof.shape[1]):
        if rows.dof[row, k] < 0:
            break
        MiW = rows.MiW_N[row, k] if part == 0 else rows.MiW_T[row, part - 1, k]
        u[rows.dof[row, k]] += MiW * P


@kernel
def wipe(rows: ListedRows, row: int, u: Floats) -> None:
    """Zero what a row touches."""
    for k in range(rows.dof.shape[1]):
        if rows.dof[row, k] < 0:
            break
        u[rows.dof[row, k]] = 0.0
