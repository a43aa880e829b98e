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

from catena.jit import inline_kernel, kernel
from catena.laws.coulomb import prox_disc, prox_interval
from catena.laws.dispatch import (
    restitution_offset,
    unknown_kind,
    unknown_tangents,
)
from catena.laws.unilateral import prox_unilateral
from catena.numerics.arrays import Floats
from catena.solvers.sweeps.local_contact import (
    normal_alone,
    planar_contact,
    spatial_contact,
)
from catena.solvers.sweeps.packed_rows import (
    B_1,
    B_N,
    G_11,
    G_12,
    G_22,
    G_N1,
    G_N2,
    G_NN,
    KIND,
    MU,
    P_1,
    P_2,
    P_N,
    R_T,
    SLIDES,
)
from catena.solvers.sweeps.prox_sweeps import relaxed_normal
from catena.tables.contacts import ListedRows, PercussionWork


@inline_kernel
def list_tied(work: PercussionWork, i: int, joint: int) -> None:
    """List row i; ``joint`` is the joint whose friction it is, -1 for none.

    Rows beyond the room for them are counted: ``pack_tied`` then refuses.
    """
    r = work.listed[2]
    if r < work.tied.size:
        work.tied[r] = i
        work.joint[r] = joint
    work.listed[2] = r + 1


@kernel
def pack_tied(rows: ListedRows, work: PercussionWork, restitution: float) -> int:
    """Fill laws, masses and percussions of the tied rows.

    Gives -1, or the number of a row that must push but moves nothing.
    """
    for r in range(work.listed[2]):
        i, x = work.tied[r], work.head[r]
        free = work.joint[r] < 0
        kind = unknown_kind(rows.law_N[i]) if free else 0
        slides = min(unknown_tangents(rows.law_T[i]), rows.w_T.shape[1])
        x[KIND], x[SLIDES] = kind, slides
        x[MU] = rows.par_T[i, 0] if slides > 0 else 0.0
        x[R_T] = rows.R_T[i] if slides > 0 else 0.0
        e_N = restitution * rows.par_N[i, 0]
        e_T = restitution * rows.par_T[i, 2] if slides > 0 else 0.0
        x[B_N] = rows.w_N[i] + restitution_offset(rows.law_N[i], rows.g_N_dot[i], e_N)
        x[B_N] += rows.room[i]
        x[P_N] = rows.P_N[i] if kind != 0 else 0.0
        for t in range(rows.w_T.shape[1]):
            x[B_1 + t] = rows.w_T[i, t] + e_T * rows.g_T_dot[i, t]
            x[P_1 + t] = rows.P_T[i, t] if t < slides else 0.0
        fill_own_masses(rows, work.reply, r, i, x)
        if kind != 0 and not x[G_NN] > 0.0:
            return int(i)
    return -1


@kernel
def fill_own_masses(rows: ListedRows, reply: Floats, r: int, i: int, x: Floats) -> None:
    """W' A W of the row with itself; a tangent nothing moves along is no unknown."""
    x[G_NN] = along(rows, i, -1, reply[r, 0])
    x[G_N1] = along(rows, i, -1, reply[r, 1])
    x[G_11] = along(rows, i, 0, reply[r, 1])
    x[G_N2], x[G_12], x[G_22] = 0.0, 0.0, 0.0
    if rows.w_T.shape[1] == 2:
        x[G_N2] = along(rows, i, -1, reply[r, 2])
        x[G_12] = along(rows, i, 0, reply[r, 2])
        x[G_22] = along(rows, i, 1, reply[r, 2])
    if not (x[G_11] > 0.0 or (x[SLIDES] == 2.0 and x[G_22] > 0.0)):
        x[SLIDES] = 0.0


@kernel
def along(rows: ListedRows, i: int, t: int, u: Floats) -> float:
    """U along the normal (t = -1) or tangent t of row i."""
    total = 0.0
    for k in range(rows.dof.shape[1]):
        at = rows.dof[i, k]
        if at < 0:
            break
        total += (rows.W_N[i, k] if t < 0 else rows.W_T[i, t, k]) * u[at]
    return total


@kernel
def apply_tied(rows: ListedRows, work: PercussionWork, u: Floats) -> None:
    """U += A W P for the packed percussions; what the joints take starts anew."""
    work.P_joint[:] = 0.0
    for r in range(work.listed[2]):
        for t in range(1 + rows.w_T.shape[1]):
            push_tied(work, r, t, work.head[r, P_N + t], u)


@kernel
def push_tied(work: PercussionWork, r: int, t: int, P: float, u: Floats) -> None:
    """Add a percussion of tied row r, 0 the normal, to velocities and joints."""
    if P == 0.0:
        return
    reply, pull = work.reply[r, t], work.pull[r, t]
    for k in range(reply.size):
        u[k] += reply[k] * P
    for j in range(pull.size):
        work.P_joint[j] += pull[j] * P


@kernel
def friction_bound(work: PercussionWork, r: int, normal: float) -> float:
    """Bound of the friction of tied row r [N s]."""
    j = work.joint[r]
    if j >= 0:
        normal = work.P_known[j] + work.P_joint[j]
    return float(work.head[r, MU] * abs(normal) + work.head[r, R_T])


@kernel
def sweep_tied(
    rows: ListedRows, work: PercussionWork, relaxation: float, back: bool, u: Floats
) -> float:
    """Visit every tied row once; returns the largest change [N s]."""
    n, worst = work.listed[2], 0.0
    for m in range(n):
        r = n - 1 - m if back else m
        worst = max(worst, visit_tied(rows, work, r, relaxation, u))
    return worst


@kernel
def visit_tied(
    rows: ListedRows, work: PercussionWork, r: int, relaxation: float, u: Floats
) -> float:
    """Solve one tied row, everything else held fixed; the change [N s]."""
    i, x = work.tied[r], work.head[r]
    N, T, S = x[P_N], x[P_1], x[P_2]
    kind = int(x[KIND])
    mu, R = x[MU], x[R_T]
    if work.joint[r] >= 0:
        mu, R = 0.0, friction_bound(work, r, 0.0)
    c_N = x[B_N] + along(rows, i, -1, u) - x[G_NN] * N - x[G_N1] * T - x[G_N2] * S
    new_N, new_T, new_S = 0.0, 0.0, 0.0
    if x[SLIDES] == 0.0:
        new_N = normal_alone(kind, x[G_NN], c_N)
    else:
        c_1 = x[B_1] + along(rows, i, 0, u)
        c_1 -= x[G_N1] * N + x[G_11] * T + x[G_12] * S
        if x[SLIDES] == 1.0:
            G_NT, G_TT = x[G_N1], x[G_11]
            new_N, new_T = planar_contact(kind, x[G_NN], G_NT, G_TT, c_N, c_1, mu, R)
        else:
            c_2 = x[B_1 + 1] + along(rows, i, 1, u)
            c_2 -= x[G_N2] * N + x[G_12] * T + x[G_22] * S
            G = (x[G_NN], x[G_N1], x[G_N2], x[G_11], x[G_12], x[G_22])
            new_N, new_T, new_S = spatial_contact(kind, G, (c_N, c_1, c_2), mu, R)
    if relaxation != 1.0:
        new_N = relaxed_normal(x[KIND], N, new_N, relaxation)
        new_T = T + relaxation * (new_T - T)
        new_S = S + relaxation * (new_S - S)
        new_T, new_S = prox_disc(new_T, new_S, mu * abs(new_N) + R)
    x[P_N], x[P_1], x[P_2] = new_N, new_T, new_S
    push_tied(work, r, 0, new_N - N, u)
    push_tied(work, r, 1, new_T - T, u)
    if rows.w_T.shape[1] == 2:
        push_tied(work, r, 2, new_S - S, u)
    return abs(float(new_N - N)) + math.hypot(new_T - T, new_S - S)


@kernel
def tied_natural_map(
    rows: ListedRows, work: PercussionWork, r: int, u: Floats
) -> float:
    """Natural map of one tied row [N s], scaled with its own inverse masses."""
    i, x = work.tied[r], work.head[r]
    away = 0.0
    if x[KIND] != 0.0:
        nearest = x[P_N] - (x[B_N] + along(rows, i, -1, u)) / x[G_NN]
        if x[KIND] == 1.0:
            nearest = prox_unilateral(nearest)  # (2.36b)
        away = abs(x[P_N] - nearest)
    R, T_1, T_2 = friction_bound(work, r, x[P_N]), x[P_1], x[P_2]
    if x[SLIDES] == 1.0:
        slip = x[B_1] + along(rows, i, 0, u)
        away += abs(T_1 - prox_interval(T_1 - slip / x[G_11], R))  # (2.38b)
    elif x[SLIDES] == 2.0:
        share = 1.0 / (x[G_11] + x[G_22])
        slip_1 = x[B_1] + along(rows, i, 0, u)
        slip_2 = x[B_1 + 1] + along(rows, i, 1, u)
        y, z = prox_disc(T_1 - share * slip_1, T_2 - share * slip_2, R)  # (2.38b)
        away += math.hypot(T_1 - y, T_2 - z)
    return math.inf if math.isnan(away) else float(away)


@kernel
def unpack_tied(rows: ListedRows, work: PercussionWork) -> None:
    """Copy the percussions back; a joint with friction shows all that it carries."""
    for r in range(work.listed[2]):
        i, j = work.tied[r], work.joint[r]
        rows.P_N[i] = work.head[r, P_N]
        if j >= 0:
            rows.P_N[i] = work.P_known[j] + work.P_joint[j]
        for t in range(rows.w_T.shape[1]):
            rows.P_T[i, t] = work.head[r, P_1 + t]


@kernel
def fill_joint_percussions(rows: ListedRows, work: PercussionWork) -> None:
    """What the joints take of the percussions now in the tied rows."""
    work.P_joint[:] = 0.0
    for r in range(work.listed[2]):
        i = work.tied[r]
        for t in range(1 + rows.w_T.shape[1]):
            P = rows.P_T[i, t - 1] if t > 0 else rows.P_N[i]
            if t == 0 and work.joint[r] >= 0:
                continue
            for j in range(work.P_joint.size):
                work.P_joint[j] += work.pull[r, t, j] * P
