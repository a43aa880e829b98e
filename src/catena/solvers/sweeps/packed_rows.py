"""Rows with a normal unknown as one stream of numbers, in the order of the sweeps.

A sweep visits every row many times; packed side by side a visit touches two cache
lines instead of a dozen arrays, and kernels take three arrays instead of thirty.

A record is ``RECORD_HEAD`` numbers, then the directions W_N, W_1, (W_2) and
M^-1 W_N, M^-1 W_1, (M^-1 W_2), each ``n_k`` long.
"""

from __future__ import annotations

from catena.codes import Status
from catena.jit import inline_kernel, kernel
from catena.laws.dispatch import (
    restitution_offset,
    unknown_kind,
    unknown_tangents,
)
from catena.numerics.arrays import Floats, Ints
from catena.tables.contacts import RECORD_HEAD, ListedRows, PercussionWork

KIND = 0  # 0 no normal unknown, 1 pushes only, -1 pushes and pulls
SLIDES = 1  # how many tangents are unknowns
MU = 2  # friction coefficient acting on |P_N|
R_T = 3  # friction bound not due to P_N [N s]
B_N, B_1, B_2 = 4, 5, 6  # the laws see W u + b
G_NN, G_N1, G_N2 = 7, 8, 9  # W' M^-1 W of the row with itself
G_11, G_12, G_22 = 10, 11, 12
P_N, P_1, P_2 = 13, 14, 15  # percussions [N s]
HEAD = RECORD_HEAD


@kernel
def record_length(n_k: int, n_t: int) -> int:
    """Numbers per record."""
    return HEAD + 2 * (1 + n_t) * n_k


@kernel
def sort_rows(rows: ListedRows, work: PercussionWork) -> int:
    """List all active rows by what is unknown; OK or WORK_TOO_SMALL."""
    if work.full.size < rows.g_N.size:
        return Status.WORK_TOO_SMALL
    begin_sorting(work)
    for j in range(rows.n_active[0]):
        sort_row(rows, work, rows.active[j])
    return Status.OK


@kernel
def begin_sorting(work: PercussionWork) -> None:
    """No row is listed yet."""
    work.listed[:] = 0
    work.friction.n_used[0] = 0


@kernel
def sort_row(rows: ListedRows, work: PercussionWork, i: int) -> None:
    """List row i; a row without unknowns is left out."""
    if unknown_kind(rows.law_N[i]) != 0 or unknown_tangents(rows.law_T[i]) > 0:
        work.full[work.listed[0]] = i
        work.listed[0] += 1


@inline_kernel
def pack_rows(
    rows: ListedRows, work: PercussionWork, restitution: float
) -> tuple[int, int]:
    """Pack the full rows as they are sorted; returns (Status, offending row).

    ``restitution`` is the share of their restitution that acts, 0 or 1.
    """
    n, n_k, n_t = work.listed[0], rows.dof.shape[1], rows.w_T.shape[1]
    stride = record_length(n_k, n_t)
    if work.packed.size < n * stride or work.dof.size < n * n_k:
        return Status.WORK_TOO_SMALL, -1
    pack_laws(rows, stride, work, restitution)
    pack_directions(rows, stride, work)
    for j in range(n):
        a = j * stride
        fill_own_delassus(work.packed, a, n_k, n_t, work.used[j])
        if work.packed[a + KIND] != 0.0 and not work.packed[a + G_NN] > 0.0:
            return Status.SINGULAR, work.full[j]
    return Status.OK, -1


@inline_kernel
def pack_laws(
    rows: ListedRows, stride: int, work: PercussionWork, restitution: float
) -> None:
    """The numbers of each record that come from its laws and its memory."""
    x, full = work.packed, work.full
    law_N, par_N, w_N, g_N_dot = rows.law_N, rows.par_N, rows.w_N, rows.g_N_dot
    room = rows.room
    law_T, par_T, w_T, g_T_dot = rows.law_T, rows.par_T, rows.w_T, rows.g_T_dot
    bound, normal, tangential = rows.R_T, rows.P_N, rows.P_T
    for j in range(work.listed[0]):
        i, a = full[j], j * stride
        kind = unknown_kind(law_N[i])
        slides = min(unknown_tangents(law_T[i]), w_T.shape[1])
        e_N = restitution * par_N[i, 0]
        e_T = restitution * par_T[i, 2] if slides > 0 else 0.0
        x[a + KIND] = kind
        x[a + SLIDES] = slides
        x[a + MU] = par_T[i, 0] if slides > 0 else 0.0
        x[a + R_T] = bound[i] if slides > 0 else 0.0
        x[a + B_N] = w_N[i] + room[i] + restitution_offset(law_N[i], g_N_dot[i], e_N)
        x[a + P_N] = normal[i] if kind != 0 else 0.0
        for t in range(w_T.shape[1]):
            x[a + B_1 + t] = w_T[i, t] + e_T * g_T_dot[i, t]
            x[a + P_1 + t] = tangential[i, t] if t < slides else 0.0


@inline_kernel
def pack_directions(rows: ListedRows, stride: int, work: PercussionWork) -> None:
    """Touched velocities, W and M^-1 W of each record."""
    dof, W_N, W_T, MiW_N, MiW_T = rows.dof, rows.W_N, rows.W_T, rows.MiW_N, rows.MiW_T
    x, n_k, n_t = work.packed, rows.dof.shape[1], rows.w_T.shape[1]
    for j in range(work.listed[0]):
        i = work.full[j]
        W = j * stride + HEAD
        MiW = W + (1 + n_t) * n_k
        used = 0
        for k in range(n_k):
            if dof[i, k] < 0:
                break
            used = k + 1
            work.dof[j * n_k + k] = dof[i, k]
            x[W + k] = W_N[i, k]
            x[MiW + k] = MiW_N[i, k]
        for t in range(n_t):
            for k in range(used):
                x[W + (1 + t) * n_k + k] = W_T[i, t, k]
                x[MiW + (1 + t) * n_k + k] = MiW_T[i, t, k]
        work.used[j] = used


@kernel
def fill_own_delassus(x: Floats, a: int, n_k: int, n_t: int, used: int) -> None:
    """W' M^-1 W of one record; a tangent nothing can move along is no unknown."""
    W, MiW = a + HEAD, a + HEAD + (1 + n_t) * n_k
    x[a + G_NN] = dot(x, W, MiW, used)
    x[a + G_N1] = dot(x, W, MiW + n_k, used)
    x[a + G_11] = dot(x, W + n_k, MiW + n_k, used)
    x[a + G_22] = 0.0
    if n_t == 2:
        x[a + G_N2] = dot(x, W, MiW + 2 * n_k, used)
        x[a + G_12] = dot(x, W + n_k, MiW + 2 * n_k, used)
        x[a + G_22] = dot(x, W + 2 * n_k, MiW + 2 * n_k, used)
    mobile = x[a + G_11] + x[a + G_22] if x[a + SLIDES] == 2.0 else x[a + G_11]
    if not mobile > 0.0:
        x[a + SLIDES] = 0.0


@kernel
def dot(x: Floats, a: int, b: int, n: int) -> float:
    """Scalar product of two stretches of the stream."""
    s = 0.0
    for k in range(n):
        s += x[a + k] * x[b + k]
    return s


@inline_kernel
def unpack_percussions(rows: ListedRows, work: PercussionWork) -> None:
    """Copy the packed percussions back into their rows."""
    n_t = rows.w_T.shape[1]
    stride = record_length(rows.dof.shape[1], n_t)
    for j in range(work.listed[0]):
        i = work.full[j]
        rows.P_N[i] = work.packed[j * stride + P_N]
        for t in range(n_t):
            rows.P_T[i, t] = work.packed[j * stride + P_1 + t]


@kernel
def apply_percussions(
    x: Floats, dof: Ints, used: Ints, n: int, n_k: int, n_t: int, u: Floats
) -> None:
    """U += M^-1 W P for all packed percussions."""
    stride = record_length(n_k, n_t)
    for j in range(n):
        a = j * stride
        for t in range(1 + n_t):
            P = x[a + P_N + t]
            MiW = a + HEAD + (1 + n_t + t) * n_k
            if P != 0.0:
                for k in range(used[j]):
                    u[dof[j * n_k + k]] += x[MiW + k] * P
