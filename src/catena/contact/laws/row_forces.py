"""What the active rows of a step feel: memory, velocities, smooth forces, bounds."""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.contact.laws.dispatch import (
    acts_along_normal,
    friction_ratio,
    has_known_normal,
    has_limit,
    has_set_valued_friction,
    is_single_valued,
    normal_force,
)
from catena.contact.laws.hysteresis_damping import V_MIN
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.contacts import ContactRows


@kernel
def begin_rows(rows: ContactRows) -> None:
    """Forget the memory of active rows that are new; once per step."""
    rows.step[0] += 1
    step = rows.step[0]
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        if rows.last_step[i] != step - 1 or rows.warm_key[i] != rows.key[i]:
            rows.P_N[i] = 0.0
            rows.P_T[i, :] = 0.0
            rows.v_impact[i] = 0.0
        rows.last_step[i] = step
        rows.warm_key[i] = rows.key[i]


@kernel
def fill_row_velocities(rows: ContactRows, u: Floats) -> None:
    """Relative velocities of the active rows [m/s] for the velocities u."""
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        rows.g_N_dot[i] = rows.w_N[i] + along(rows.W_N[i], rows.dof[i], u)
        for t in range(rows.w_T.shape[1]):
            rows.g_T_dot[i, t] = rows.w_T[i, t] + along(rows.W_T[i, t], rows.dof[i], u)


@kernel
def along(w: Floats, dof: Ints, u: Floats) -> float:
    """Velocity u along the direction w, w given on the listed velocities."""
    s = 0.0
    for k in range(dof.shape[0]):
        if dof[k] < 0:
            break
        s += w[k] * u[dof[k]]
    return s


@kernel
def fill_row_forces(rows: ContactRows) -> int:
    """Single-valued normal and friction forces la_N, la_T of the active rows [N]."""
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        if is_single_valued(rows.law_N[i]):
            note_impact_speed(rows, i)
            rows.la_N[i] = normal_force(
                rows.law_N[i],
                rows.g_N[i],
                rows.g_N_dot[i],
                rows.v_impact[i],
                rows.par_N[i],
            )
            if np.isnan(rows.la_N[i]):
                return failed_law(rows, i)
        if not fill_friction_force(rows, i):
            return Status.UNKNOWN_LAW
    return Status.OK


@kernel
def failed_law(rows: ContactRows, i: int) -> int:
    """Why a normal force is not a number."""
    if np.isnan(rows.g_N[i]) or np.isnan(rows.g_N_dot[i]):
        return Status.NOT_FINITE
    if has_limit(rows.law_N[i]):
        return Status.LAW_LIMIT
    return Status.UNKNOWN_LAW


@kernel
def note_impact_speed(rows: ContactRows, i: int) -> None:
    """Keep the approach speed at which the row closed, forget it when it opens."""
    if rows.g_N[i] >= 0.0:
        rows.v_impact[i] = 0.0
    elif rows.v_impact[i] == 0.0:
        rows.v_impact[i] = max(-rows.g_N_dot[i], V_MIN)


@kernel
def fill_friction_force(rows: ContactRows, i: int) -> bool:
    """Single-valued friction against the sliding velocity; False if unknown."""
    v = 0.0
    for t in range(rows.w_T.shape[1]):
        v = np.hypot(v, rows.g_T_dot[i, t])
    ratio = friction_ratio(rows.law_T[i], v, rows.par_T[i])
    for t in range(rows.w_T.shape[1]):
        rows.la_T[i, t] = -ratio * abs(rows.la_N[i]) * rows.g_T_dot[i, t]
    return not np.isnan(ratio)


@kernel
def add_row_forces(rows: ContactRows, h: Floats) -> None:
    """Add the single-valued contact forces to the generalised forces h."""
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        la_N = rows.la_N[i] if acts_along_normal(rows.law_N[i]) else 0.0
        for k in range(rows.dof.shape[1]):
            if rows.dof[i, k] < 0:
                break
            force = rows.W_N[i, k] * la_N
            for t in range(rows.w_T.shape[1]):
                force += rows.W_T[i, t, k] * rows.la_T[i, t]
            h[rows.dof[i, k]] += force


@kernel
def fill_friction_bounds(rows: ContactRows, dt: float) -> None:
    """Bound of set-valued friction from known normal forces, R_T [N s]."""
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        if has_set_valued_friction(rows.law_T[i]):
            mu, breakaway = rows.par_T[i, 0], rows.par_T[i, 1]
            known = abs(rows.la_N[i]) if has_known_normal(rows.law_N[i]) else 0.0
            rows.R_T[i] = (mu * known + breakaway) * dt
        else:
            rows.R_T[i] = 0.0
