"""Static and kinetic friction of set-valued rows.

A row that stuck in the last step holds with its static coefficient, a sliding one
with its kinetic coefficient. A row that was not loaded holds if it does not slide.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.candidates import Candidates
from catena.tables.contacts import ListedRows
from catena.tables.friction import ElasticFriction, Slots

INSIDE = 1.0 - 1e-9
"""A percussion below this share of its bound is one of sticking."""
RESTING = 1e-9
"""Sliding speed [m/s] below which a row that was not loaded is at rest."""


@inline_kernel
def choose_coefficients(candidates: Candidates, rows: ListedRows) -> None:
    """Give every listed row that stuck its static, all others their kinetic one."""
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
def release_listed(candidates: Candidates, rows: ListedRows) -> bool:
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


@inline_kernel
def choose_slot(candidates: Candidates, slots: Slots, i: int, slip: float) -> None:
    """The same for contact i with a row of another kind; ``slip`` is its sliding."""
    mu_static, mu_kinetic = candidates.mu_static[i], candidates.mu_kinetic[i]
    if mu_static > mu_kinetic:
        held = abs(slip) <= RESTING
        if slots.bound[i] != 0.0:
            held = abs(slots.P[i]) < INSIDE * slots.bound[i]
        slots.mu[i] = mu_static if held else mu_kinetic


@inline_kernel
def breaks_loose(
    candidates: Candidates, mu: Floats, i: int, P: float, bound: float
) -> bool:
    """Whether contact i reached its static bound; it then has the kinetic one."""
    mu_static, mu_kinetic = candidates.mu_static[i], candidates.mu_kinetic[i]
    broken = mu_static > mu_kinetic and mu[i] == mu_static
    broken = broken and not abs(P) < INSIDE * bound
    if broken:  # never back to the static one within a step, so that this ends
        mu[i] = mu_kinetic
    return broken


@inline_kernel
def release_slots(
    candidates: Candidates, mu: Floats, friction: ElasticFriction
) -> bool:
    """`release_listed` for elastic contacts and bearings."""
    broken, rows, turns = False, friction.rows, friction.turns
    if candidates.switching.size == 0:
        return broken
    for m in range(friction.n_used[0]):
        i, P, bound = rows[m].slot, rows[m].P, rows[m].bound
        broken = breaks_loose(candidates, mu, i, P, bound) or broken
    for k in range(turns.size):
        i, P, bound = turns[k].slot, turns[k].P, turns[k].bound
        broken = breaks_loose(candidates, mu, i, P, bound) or broken
    return broken


@inline_kernel
def release_broken(
    candidates: Candidates, rows: ListedRows, slots: Slots, friction: ElasticFriction
) -> bool:
    """Both: rows that reached their static bound slide; True if any did."""
    listed = release_listed(candidates, rows)
    return release_slots(candidates, slots.mu, friction) or listed


@lean_kernel
def is_inside(par_T: Floats, P_N: Floats, P_T: Floats, R_T: Floats, i: int) -> bool:
    """Whether the friction percussion of row i lies inside its bound: it sticks."""
    bound = INSIDE * (par_T[i, 0] * abs(P_N[i]) + R_T[i])
    square = 0.0
    for t in range(P_T.shape[1]):
        square += P_T[i, t] * P_T[i, t]
    return bool(square < bound * bound)


@lean_kernel
def rests(g_T_dot: Floats, i: int) -> bool:
    """Whether row i does not slide at the start of the step."""
    square = 0.0
    for t in range(g_T_dot.shape[1]):
        square += g_T_dot[i, t] * g_T_dot[i, t]
    return bool(square <= RESTING * RESTING)
