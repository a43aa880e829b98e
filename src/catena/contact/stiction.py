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
    """Set the coefficient of every active row that has two of them."""
    active, par_T, P_N, P_T, R_T = (
        rows.active,
        rows.par_T,
        rows.P_N,
        rows.P_T,
        rows.R_T,
    )
    for j in range(rows.n_active[0]):
        i = active[j]
        if mu_static[i] <= mu_kinetic[i]:
            continue
        bound = INSIDE * (par_T[i, 0] * P_N[i] + R_T[i])
        square = 0.0
        for t in range(P_T.shape[1]):
            square += P_T[i, t] * P_T[i, t]
        sticks = square < bound * bound
        par_T[i, 0] = mu_static[i] if sticks else mu_kinetic[i]
