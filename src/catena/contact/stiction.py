"""Static and kinetic friction of set-valued rows.

A row that stuck in the last step holds with its static coefficient, a sliding one
with its kinetic coefficient.
"""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.contacts import ContactRows

INSIDE = 1.0 - 1e-9
"""A percussion below this share of its bound is one of sticking."""


@kernel
def choose_coefficients(
    mu_static: Floats, mu_kinetic: Floats, rows: ContactRows
) -> None:
    """Give every active row that stuck its static, all others their kinetic one."""
    active, par_T = rows.active, rows.par_T
    for j in range(rows.n_active[0]):
        i = active[j]
        if mu_static[i] > mu_kinetic[i]:
            held = is_inside(par_T, rows.P_N, rows.P_T, rows.R_T, i)
            par_T[i, 0] = mu_static[i] if held else mu_kinetic[i]


@kernel
def release_broken(mu_static: Floats, mu_kinetic: Floats, rows: ContactRows) -> bool:
    """Give rows that reached their static bound the kinetic one; True if any did."""
    active, par_T = rows.active, rows.par_T
    broken = False
    for j in range(rows.n_active[0]):
        i = active[j]
        if mu_static[i] > mu_kinetic[i] and par_T[i, 0] == mu_static[i]:
            if not is_inside(par_T, rows.P_N, rows.P_T, rows.R_T, i):
                par_T[i, 0] = mu_kinetic[i]
                broken = True
    return broken


@kernel
def is_inside(par_T: Floats, P_N: Floats, P_T: Floats, R_T: Floats, i: int) -> bool:
    """Whether the friction percussion of row i lies inside its bound: it sticks."""
    bound = INSIDE * (par_T[i, 0] * P_N[i] + R_T[i])
    square = 0.0
    for t in range(P_T.shape[1]):
        square += P_T[i, t] * P_T[i, t]
    return bool(square < bound * bound)
