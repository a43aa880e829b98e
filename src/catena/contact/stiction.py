"""Static and kinetic friction of set-valued rows.

A row that stuck in the last step holds with its static coefficient, a sliding one
with its kinetic coefficient. A row that was not loaded holds if it does not slide.
"""

from __future__ import annotations

from catena.jit import inline_kernel, kernel
from catena.numerics.arrays import Floats
from catena.tables.candidates import Candidates
from catena.tables.contacts import ContactRows

INSIDE = 1.0 - 1e-9
"""A percussion below this share of its bound is one of sticking."""
RESTING = 1e-9
"""Sliding speed [m/s] below which a row that was not loaded is at rest."""


@inline_kernel
def choose_coefficients(candidates: Candidates, rows: ContactRows) -> None:
    """Give every active row that stuck its static, all others their kinetic one."""
    mu_static, mu_kinetic = candidates.mu_static, candidates.mu_kinetic
    par_T, P_N, P_T, R_T = rows.par_T, rows.P_N, rows.P_T, rows.R_T
    g_T_dot = rows.g_T_dot
    step, last_step, switching = rows.step[0], rows.last_step, candidates.switching
    for j in range(switching.size):
        i = switching[j]
        if last_step[i] == step:
            # a row without percussions of the step before has no bound to compare with:
            # whether it slides decides
            if P_N[i] == 0.0 and R_T[i] == 0.0:
                held = rests(g_T_dot, i)
            else:
                held = is_inside(par_T, P_N, P_T, R_T, i)
            par_T[i, 0] = mu_static[i] if held else mu_kinetic[i]


@inline_kernel
def release_broken(candidates: Candidates, rows: ContactRows) -> bool:
    """Give rows that reached their static bound the kinetic one; True if any did."""
    mu_static, mu_kinetic = candidates.mu_static, candidates.mu_kinetic
    par_T, P_N, P_T, R_T = rows.par_T, rows.P_N, rows.P_T, rows.R_T
    step, last_step, switching = rows.step[0], rows.last_step, candidates.switching
    broken = False
    for j in range(switching.size):
        i = switching[j]
        if last_step[i] == step and par_T[i, 0] == mu_static[i]:
            # never back to the static one within a step, so that this ends
            if not is_inside(par_T, P_N, P_T, R_T, i):
                par_T[i, 0] = mu_kinetic[i]
                broken = True
    return broken


@kernel
def is_inside(par_T: Floats, P_N: Floats, P_T: Floats, R_T: Floats, i: int) -> bool:
    """Whether the friction percussion of row i lies inside its bound: it sticks."""
    bound = INSIDE * (par_T[i, 0] * abs(P_N[i]) + R_T[i])
    square = 0.0
    for t in range(P_T.shape[1]):
        square += P_T[i, t] * P_T[i, t]
    return bool(square < bound * bound)


@kernel
def rests(g_T_dot: Floats, i: int) -> bool:
    """Whether row i does not slide at the start of the step."""
    square = 0.0
    for t in range(g_T_dot.shape[1]):
        square += g_T_dot[i, t] * g_T_dot[i, t]
    return bool(square <= RESTING * RESTING)
