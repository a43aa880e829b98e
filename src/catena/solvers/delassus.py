"""Small dense problems out of contact rows: G = W' M^-1 W and what goes with it.

For direct methods and for second opinions on the sweeps; O(n^2), so for few rows.
"""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.contacts import ContactRows


@kernel
def fill_delassus(rows: ContactRows, column: Floats, G: Floats) -> None:
    """G of the active rows, (1 + n_t) entries per row: normal, then tangents.

    ``column`` is scratch with one entry per velocity and must come in zero; it is
    zero again afterwards.
    """
    size = 1 + rows.P_T.shape[1]
    for j in range(rows.n_active[0] * size):
        row, part = rows.active[j // size], j % size
        MiW = rows.MiW_N[row] if part == 0 else rows.MiW_T[row, part - 1]
        for k in range(rows.dof.shape[1]):
            if rows.dof[row, k] < 0:
                break
            column[rows.dof[row, k]] += MiW[k]
        for i in range(rows.n_active[0] * size):
            G[i, j] = component(rows, i, size, column)
        for k in range(rows.dof.shape[1]):
            if rows.dof[row, k] < 0:
                break
            column[rows.dof[row, k]] = 0.0


@kernel
def fill_relative_velocities(rows: ContactRows, u: Floats, gamma: Floats) -> None:
    """W' u + w of the active rows, in the order of ``fill_delassus``."""
    size = 1 + rows.P_T.shape[1]
    for i in range(rows.n_active[0] * size):
        row, part = rows.active[i // size], i % size
        w = rows.w_N[row] if part == 0 else rows.w_T[row, part - 1]
        gamma[i] = component(rows, i, size, u) + w


@kernel
def component(rows: ContactRows, i: int, size: int, u: Floats) -> float:
    """U along entry i of the dense ordering."""
    row, part = rows.active[i // size], i % size
    total = 0.0
    for k in range(rows.dof.shape[1]):
        if rows.dof[row, k] < 0:
            break
        W = rows.W_N[row, k] if part == 0 else rows.W_T[row, part - 1, k]
        total += W * u[rows.dof[row, k]]
    return total
