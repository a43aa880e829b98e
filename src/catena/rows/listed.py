"""Contact given by a list of velocities and its directions along them, `ListedRows`.

The kind for whatever has no kind of its own: percussions along the normal, rods, linear
bodies, faces, coupled laws, bodies with rigid joints. Memory, velocities, smooth forces
and bounds; percussions are found by ``solvers.sweeps``.
"""

from __future__ import annotations

import math

from catena.codes import Status
from catena.jit import inline_kernel, lean_kernel
from catena.laws.dispatch import (
    acts_along_normal,
    friction_ratio,
    has_known_normal,
    has_set_valued_friction,
    is_known,
    is_single_valued,
    normal_force,
)
from catena.laws.hysteresis_damping import V_MIN
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.tables.contacts import ListedRows

OK, NOT_FINITE = int(Status.OK), int(Status.NOT_FINITE)
LAW_LIMIT, UNKNOWN_LAW = int(Status.LAW_LIMIT), int(Status.UNKNOWN_LAW)


@inline_kernel
def remember_row(rows: ListedRows, i: int) -> None:
    """Forget the memory of row i if it is new in the step that has begun."""
    P_N, P_T, R_T, v_impact = rows.P_N, rows.P_T, rows.R_T, rows.v_impact
    key, warm_key = rows.key, rows.warm_key
    step, last_step = rows.step[0], rows.last_step
    if last_step[i] != step - 1 or warm_key[i] != key[i]:
        P_N[i], R_T[i] = 0.0, 0.0
        for t in range(P_T.shape[1]):
            P_T[i, t] = 0.0
        v_impact[i] = 0.0
        warm_key[i] = key[i]
    last_step[i] = step


@lean_kernel
def fill_row_velocity(rows: ListedRows, i: int, u: Floats) -> None:
    """Relative velocities of row i [m/s] for the velocities u."""
    dof, W_N, W_T = rows.dof, rows.W_N, rows.W_T
    g_N_dot, g_T_dot = rows.g_N_dot, rows.g_T_dot
    g_N_dot[i] = rows.w_N[i]
    for t in range(g_T_dot.shape[1]):
        g_T_dot[i, t] = rows.w_T[i, t]
    for k in range(dof.shape[1]):
        if dof[i, k] < 0:
            break
        u_k = u[dof[i, k]]
        g_N_dot[i] += W_N[i, k] * u_k
        for t in range(g_T_dot.shape[1]):
            g_T_dot[i, t] += W_T[i, t, k] * u_k


@lean_kernel
def fill_row_velocities(rows: ListedRows, listed: Ints, n: int, u: Floats) -> None:
    """The same for the listed rows."""
    for j in range(n):
        fill_row_velocity(rows, listed[j], u)


@lean_kernel
def fill_row_forces(
    rows: ListedRows, laws: Rows, law: Ints, listed: Ints, n: int
) -> int:
    """Single-valued normal and friction forces la_N, la_T of the listed rows [N].

    ``law`` is the `GROUP` of every row among ``laws``.
    """
    law_N, g_N, g_N_dot = rows.law_N, rows.g_N, rows.g_N_dot
    g_T_dot, la_T = rows.g_T_dot, rows.la_T
    la_N, v_impact = rows.la_N, rows.v_impact
    for j in range(n):
        i = listed[j]
        if is_single_valued(law_N[i]):
            v_0 = approach_speed(g_N[i], g_N_dot[i], v_impact[i])
            v_impact[i] = v_0
            la_N[i] = normal_force(laws, law[i], g_N[i], g_N_dot[i], v_0)
            if math.isnan(la_N[i]):
                return failed_law(law_N[i], g_N[i], g_N_dot[i])
        v = 0.0
        for t in range(g_T_dot.shape[1]):
            v = math.hypot(v, g_T_dot[i, t])
        ratio = friction_ratio(laws, law[i], v)
        if math.isnan(ratio):
            return UNKNOWN_LAW
        for t in range(g_T_dot.shape[1]):
            la_T[i, t] = -ratio * abs(la_N[i]) * g_T_dot[i, t]
    return OK


@lean_kernel
def approach_speed(g_N: float, g_N_dot: float, v_impact: float) -> float:
    """Speed at which the contact closed, 0 while it is open [m/s]."""
    if g_N >= 0.0:
        return 0.0
    if v_impact == 0.0:
        return max(-g_N_dot, V_MIN)
    return v_impact


@lean_kernel
def failed_law(law: int, g_N: float, g_N_dot: float) -> int:
    """Why a normal force is not a number."""
    if math.isnan(g_N) or math.isnan(g_N_dot):
        return NOT_FINITE
    return LAW_LIMIT if is_known(law) else UNKNOWN_LAW


@lean_kernel
def add_row_forces(rows: ListedRows, listed: Ints, n: int, h: Floats) -> None:
    """Add the single-valued forces of the listed rows to the generalised forces h."""
    dof, W_N, W_T, la_T = rows.dof, rows.W_N, rows.W_T, rows.la_T
    for j in range(n):
        i = listed[j]
        la_N = rows.la_N[i] if acts_along_normal(rows.law_N[i]) else 0.0
        for k in range(dof.shape[1]):
            if dof[i, k] < 0:
                break
            force = W_N[i, k] * la_N
            for t in range(la_T.shape[1]):
                force += W_T[i, t, k] * la_T[i, t]
            h[dof[i, k]] += force


@lean_kernel
def fill_friction_bounds(rows: ListedRows, dt: float) -> None:
    """Bound of set-valued friction from known normal forces, R_T [N s]."""
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        if has_set_valued_friction(rows.law_T[i]):
            mu, breakaway = rows.par_T[i, 0], rows.par_T[i, 1]
            known = abs(rows.la_N[i]) if has_known_normal(rows.law_N[i]) else 0.0
            rows.R_T[i] = (mu * known + breakaway) * dt
        else:
            rows.R_T[i] = 0.0
