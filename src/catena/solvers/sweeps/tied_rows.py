"""Rows on jointed bodies: their percussions move all that the joints hold together.

The joints are eliminated: a percussion P along W changes the velocities by
``A W P`` with ``A = M^-1 - M^-1 W_C S^-1 W_C' M^-1``, which parts no joint, and the
joints by ``-S^-1 W_C' M^-1 W P``. Both replies are filled once per step; the sweeps
then solve one row after the other exactly, as they do for rows of free bodies.

Dry friction of a joint is such a row without a normal unknown. Its bound follows the
percussion of the joint, the known one and what the contacts add, visit by visit.

Source: [Cebulla2014] (2.36)-(2.38), (2.50), (2.51), bilateral rows eliminated as in
[Pfeiffer1997] (1)-(5).
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.laws.coulomb import prox_disc, prox_interval
from catena.laws.dispatch import (
    restitution_offset,
    unknown_kind,
    unknown_tangents,
)
from catena.laws.unilateral import prox_unilateral
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.solvers.sweeps.local_contact import (
    normal_alone,
    planar_contact,
    spatial_contact,
)
from catena.solvers.sweeps.packed_rows import (
    percussion,
    set_offset,
    set_percussion,
)
from catena.solvers.sweeps.prox_sweeps import relaxed_normal
from catena.tables.contacts import ListedRows, PercussionWork


@inline_kernel
def list_tied(work: PercussionWork, i: int, joint: int) -> None:
    """List row i; ``joint`` is the joint whose friction it is, -1 for none.

    Rows beyond the room for them are counted: ``pack_tied`` then refuses.
    """
    r = work.listed[2]
    if r < work.head.size:
        work.head[r].row = i
        work.head[r].joint = joint
    work.listed[2] = r + 1


@lean_kernel
def pack_tied(rows: ListedRows, work: PercussionWork, restitution: float) -> int:
    """Fill laws, masses and percussions of the tied rows.

    Gives -1, or the number of a row that must push but moves nothing.
    """
    x = work.head
    for r in range(work.listed[2]):
        i = work.head[r].row
        free = work.head[r].joint < 0
        kind = unknown_kind(rows.law_N[i]) if free else 0
        slides = min(unknown_tangents(rows.law_T[i]), rows.w_T.shape[1])
        x[r].kind, x[r].slides = kind, slides
        x[r].mu = rows.par_T[i, 0] if slides > 0 else 0.0
        x[r].R_T = rows.R_T[i] if slides > 0 else 0.0
        e_N = restitution * rows.par_N[i, 0]
        e_T = restitution * rows.par_T[i, 2] if slides > 0 else 0.0
        x[r].b_N = rows.w_N[i] + restitution_offset(rows.law_N[i], rows.g_N_dot[i], e_N)
        x[r].b_N += rows.room[i]
        x[r].P_N = rows.P_N[i] if kind != 0 else 0.0
        for t in range(rows.w_T.shape[1]):
            set_offset(x, r, 1 + t, rows.w_T[i, t] + e_T * rows.g_T_dot[i, t])
            set_percussion(x, r, 1 + t, rows.P_T[i, t] if t < slides else 0.0)
        fill_own_masses(rows, work.reply, r, i, x)
        if kind != 0 and not x[r].G_NN > 0.0:
            return int(i)
    return -1


@lean_kernel
def fill_own_masses(rows: ListedRows, reply: Floats, r: int, i: int, x: Rows) -> None:
    """W' A W of the row with itself; a tangent nothing moves along is no unknown."""
    x[r].G_NN = along(rows, i, -1, reply[r, 0])
    x[r].G_N1 = along(rows, i, -1, reply[r, 1])
    x[r].G_11 = along(rows, i, 0, reply[r, 1])
    x[r].G_N2, x[r].G_12, x[r].G_22 = 0.0, 0.0, 0.0
    if rows.w_T.shape[1] == 2:
        x[r].G_N2 = along(rows, i, -1, reply[r, 2])
        x[r].G_12 = along(rows, i, 0, reply[r, 2])
        x[r].G_22 = along(rows, i, 1, reply[r, 2])
    if not (x[r].G_11 > 0.0 or (x[r].slides == 2 and x[r].G_22 > 0.0)):
        x[r].slides = 0.0


@lean_kernel
def along(rows: ListedRows, i: int, t: int, u: Floats) -> float:
    """U along the normal (t = -1) or tangent t of row i."""
    total = 0.0
    for k in range(rows.dof.shape[1]):
        at = rows.dof[i, k]
        if at < 0:
            break
        total += (rows.W_N[i, k] if t < 0 else rows.W_T[i, t, k]) * u[at]
    return total


@lean_kernel
def apply_tied(rows: ListedRows, work: PercussionWork, u: Floats) -> None:
    """U += A W P for the packed percussions; what the joints take starts anew."""
    work.P_joint[:] = 0.0
    for r in range(work.listed[2]):
        for t in range(1 + rows.w_T.shape[1]):
            push_tied(work, r, t, percussion(work.head, r, t), u)


@lean_kernel
def push_tied(work: PercussionWork, r: int, t: int, P: float, u: Floats) -> None:
    """Add a percussion of tied row r, 0 the normal, to velocities and joints."""
    if P == 0.0:
        return
    reply, pull = work.reply[r, t], work.pull[r, t]
    for k in range(reply.size):
        u[k] += reply[k] * P
    for j in range(pull.size):
        work.P_joint[j] += pull[j] * P


@lean_kernel
def friction_bound(work: PercussionWork, r: int, normal: float) -> float:
    """Bound of the friction of tied row r [N s]."""
    j = work.head[r].joint
    if j >= 0:
        normal = work.P_known[j] + work.P_joint[j]
    return float(work.head[r].mu * abs(normal) + work.head[r].R_T)


@lean_kernel
def sweep_tied(
    rows: ListedRows, work: PercussionWork, relaxation: float, back: bool, u: Floats
) -> float:
    """Visit every tied row once; returns the largest change [N s]."""
    n, worst = work.listed[2], 0.0
    for m in range(n):
        r = n - 1 - m if back else m
        worst = max(worst, visit_tied(rows, work, r, relaxation, u))
    return worst


@lean_kernel
def visit_tied(
    rows: ListedRows, work: PercussionWork, r: int, relaxation: float, u: Floats
) -> float:
    """Solve one tied row, everything else held fixed; the change [N s]."""
    i, x = work.head[r].row, work.head
    N, T, S = x[r].P_N, x[r].P_1, x[r].P_2
    kind = x[r].kind
    mu, R = x[r].mu, x[r].R_T
    if work.head[r].joint >= 0:
        mu, R = 0.0, friction_bound(work, r, 0.0)
    c_N = (
        x[r].b_N + along(rows, i, -1, u) - x[r].G_NN * N - x[r].G_N1 * T - x[r].G_N2 * S
    )
    new_N, new_T, new_S = 0.0, 0.0, 0.0
    if x[r].slides == 0:
        new_N = normal_alone(kind, x[r].G_NN, c_N)
    else:
        c_1 = x[r].b_1 + along(rows, i, 0, u)
        c_1 -= x[r].G_N1 * N + x[r].G_11 * T + x[r].G_12 * S
        if x[r].slides == 1:
            G_NT, G_TT = x[r].G_N1, x[r].G_11
            new_N, new_T = planar_contact(kind, x[r].G_NN, G_NT, G_TT, c_N, c_1, mu, R)
        else:
            c_2 = x[r].b_2 + along(rows, i, 1, u)
            c_2 -= x[r].G_N2 * N + x[r].G_12 * T + x[r].G_22 * S
            G = (x[r].G_NN, x[r].G_N1, x[r].G_N2, x[r].G_11, x[r].G_12, x[r].G_22)
            new_N, new_T, new_S = spatial_contact(kind, G, (c_N, c_1, c_2), mu, R)
    if relaxation != 1.0:
        new_N = relaxed_normal(kind, N, new_N, relaxation)
        new_T = T + relaxation * (new_T - T)
        new_S = S + relaxation * (new_S - S)
        new_T, new_S = prox_disc(new_T, new_S, mu * abs(new_N) + R)
    x[r].P_N, x[r].P_1, x[r].P_2 = new_N, new_T, new_S
    push_tied(work, r, 0, new_N - N, u)
    push_tied(work, r, 1, new_T - T, u)
    if rows.w_T.shape[1] == 2:
        push_tied(work, r, 2, new_S - S, u)
    return abs(float(new_N - N)) + math.hypot(new_T - T, new_S - S)


@lean_kernel
def tied_natural_map(
    rows: ListedRows, work: PercussionWork, r: int, u: Floats
) -> float:
    """Natural map of one tied row [N s], scaled with its own inverse masses."""
    i, x = work.head[r].row, work.head
    away = 0.0
    if x[r].kind != 0:
        nearest = x[r].P_N - (x[r].b_N + along(rows, i, -1, u)) / x[r].G_NN
        if x[r].kind == 1:
            nearest = prox_unilateral(nearest)  # (2.36b)
        away = abs(x[r].P_N - nearest)
    R, T_1, T_2 = friction_bound(work, r, x[r].P_N), x[r].P_1, x[r].P_2
    if x[r].slides == 1:
        slip = x[r].b_1 + along(rows, i, 0, u)
        away += abs(T_1 - prox_interval(T_1 - slip / x[r].G_11, R))  # (2.38b)
    elif x[r].slides == 2:
        share = 1.0 / (x[r].G_11 + x[r].G_22)
        slip_1 = x[r].b_1 + along(rows, i, 0, u)
        slip_2 = x[r].b_2 + along(rows, i, 1, u)
        y, z = prox_disc(T_1 - share * slip_1, T_2 - share * slip_2, R)  # (2.38b)
        away += math.hypot(T_1 - y, T_2 - z)
    return math.inf if math.isnan(away) else float(away)


@lean_kernel
def unpack_tied(rows: ListedRows, work: PercussionWork) -> None:
    """Copy the percussions back; a joint with friction shows all that it carries."""
    for r in range(work.listed[2]):
        i, j = work.head[r].row, work.head[r].joint
        rows.P_N[i] = work.head[r].P_N
        if j >= 0:
            rows.P_N[i] = work.P_known[j] + work.P_joint[j]
        for t in range(rows.w_T.shape[1]):
            rows.P_T[i, t] = percussion(work.head, r, 1 + t)


@lean_kernel
def fill_joint_percussions(rows: ListedRows, work: PercussionWork) -> None:
    """What the joints take of the percussions now in the tied rows."""
    work.P_joint[:] = 0.0
    for r in range(work.listed[2]):
        i = work.head[r].row
        for t in range(1 + rows.w_T.shape[1]):
            P = rows.P_T[i, t - 1] if t > 0 else rows.P_N[i]
            if t == 0 and work.head[r].joint >= 0:
                continue
            for j in range(work.P_joint.size):
                work.P_joint[j] += work.pull[r, t, j] * P
