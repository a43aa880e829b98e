"""Newton's impact law for all closed contacts at once, frictionless.

Source: [Pfeiffer1997] (10)-(12).
Deviation: the print has (E - e_N) in the second line of (12); (10) put into (11)
gives (E + e_N), as in its first line, and that is used here.

Limits: an equality for every row handed in, so only rows that take part in the
impact may be handed in; a negative percussion says that one of them does not. The
inequality forms in ``unilateral`` sort that out by themselves.
"""

from __future__ import annotations

from catena.codes import Status
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.numerics.dense import factor_cholesky, solve_cholesky


@kernel
def newton_percussion(G_N: float, e_N: float, g_N_dot: float) -> float:
    """Percussion of one frictionless impact [N s]: (12) for a single row."""
    return -(1.0 + e_N) * g_N_dot / G_N


@kernel
def solve_newton_impact(
    G_N: Floats, e_N: Floats, g_N_dot: Floats, n: int, P_N: Floats
) -> int:
    """Percussions P_N of n simultaneous impacts [N s]; G_N is overwritten.

    G_N is W_N' M^-1 W_N [1/kg], g_N_dot the gap rates before the impact [m/s].
    """
    for i in range(n):
        P_N[i] = -(1.0 + e_N[i]) * g_N_dot[i]  # (12), right-hand side
    if not factor_cholesky(G_N, n):
        return Status.SINGULAR
    solve_cholesky(G_N, n, P_N)  # (12), G_N^-1
    return Status.OK
