"""Rows with a normal unknown side by side, in the order of the sweeps.

A sweep visits every row many times: laws, own masses and percussions of a row stand in
one record of two cache lines, its directions and what they move behind one another.
"""

from __future__ import annotations

from catena.codes import Status
from catena.jit import inline_kernel, lean_kernel
from catena.laws.dispatch import (
    restitution_offset,
    unknown_kind,
    unknown_tangents,
)
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.tables.contacts import ListedRows, PercussionWork

Stream = tuple[Rows, Floats, Ints]
"""Packed rows: records, their W and M^-1 W, touched velocities."""


@lean_kernel
def percussion(rows: Rows, j: int, t: int) -> float:
    """Percussion of one record along its normal (t = 0) or a tangent [N s]."""
    if t == 0:
        return float(rows[j].P_N)
    return float(rows[j].P_1 if t == 1 else rows[j].P_2)


@lean_kernel
def set_percussion(rows: Rows, j: int, t: int, P: float) -> None:
    """The same, written."""
    if t == 0:
        rows[j].P_N = P
    elif t == 1:
        rows[j].P_1 = P
    else:
        rows[j].P_2 = P


@lean_kernel
def set_offset(rows: Rows, j: int, t: int, b: float) -> None:
    """What the laws of one record see along a tangent besides W u [m/s]."""
    if t == 1:
        rows[j].b_1 = b
    else:
        rows[j].b_2 = b


@inline_kernel
def row_of(work: PercussionWork, j: int) -> int:
    """Row j of the packed, then the tied ones, as it is numbered in the list."""
    n = work.listed[0]
    return int(work.packed[j].row if j < n else work.head[j - n].row)


@lean_kernel
def sort_rows(rows: ListedRows, work: PercussionWork) -> int:
    """List all active rows by what is unknown; OK or WORK_TOO_SMALL."""
    if work.packed.size < rows.g_N.size:
        return Status.WORK_TOO_SMALL
    begin_sorting(work)
    for j in range(rows.n_active[0]):
        sort_row(rows, work, rows.active[j])
    return Status.OK


@lean_kernel
def begin_sorting(work: PercussionWork) -> None:
    """No row is listed yet."""
    work.listed[:] = 0
    work.friction.n_used[0] = 0


@lean_kernel
def sort_row(rows: ListedRows, work: PercussionWork, i: int) -> None:
    """List row i; a row without unknowns is left out."""
    if unknown_kind(rows.law_N[i]) != 0 or unknown_tangents(rows.law_T[i]) > 0:
        work.packed[work.listed[0]].row = i
        work.listed[0] += 1


@inline_kernel
def pack_rows(
    rows: ListedRows, work: PercussionWork, restitution: float
) -> tuple[int, int]:
    """Pack the full rows as they are sorted; returns (Status, offending row).

    ``restitution`` is the share of their restitution that acts, 0 or 1.
    """
    n, n_k, n_t = work.listed[0], rows.dof.shape[1], rows.w_T.shape[1]
    room = work.ways.shape
    if room[1] < n or room[2] < 1 + n_t or room[3] < n_k:
        return Status.WORK_TOO_SMALL, -1
    pack_laws(rows, work, restitution)
    pack_directions(rows, work)
    for j in range(n):
        fill_own_delassus(work.packed, work.ways, j, n_t)
        if work.packed[j].kind != 0 and not work.packed[j].G_NN > 0.0:
            return Status.SINGULAR, work.packed[j].row
    return Status.OK, -1


@inline_kernel
def pack_laws(rows: ListedRows, work: PercussionWork, restitution: float) -> None:
    """The numbers of each record that come from its laws and its memory."""
    x = work.packed
    law_N, par_N, w_N, g_N_dot = rows.law_N, rows.par_N, rows.w_N, rows.g_N_dot
    room = rows.room
    law_T, par_T, w_T, g_T_dot = rows.law_T, rows.par_T, rows.w_T, rows.g_T_dot
    bound, normal, tangential = rows.R_T, rows.P_N, rows.P_T
    for j in range(work.listed[0]):
        i = x[j].row
        kind = unknown_kind(law_N[i])
        slides = min(unknown_tangents(law_T[i]), w_T.shape[1])
        e_N = restitution * par_N[i, 0]
        e_T = restitution * par_T[i, 2] if slides > 0 else 0.0
        x[j].kind = kind
        x[j].slides = slides
        x[j].mu = par_T[i, 0] if slides > 0 else 0.0
        x[j].R_T = bound[i] if slides > 0 else 0.0
        x[j].b_N = w_N[i] + room[i] + restitution_offset(law_N[i], g_N_dot[i], e_N)
        x[j].P_N = normal[i] if kind != 0 else 0.0
        for t in range(w_T.shape[1]):
            set_offset(x, j, 1 + t, w_T[i, t] + e_T * g_T_dot[i, t])
            set_percussion(x, j, 1 + t, tangential[i, t] if t < slides else 0.0)


@inline_kernel
def pack_directions(rows: ListedRows, work: PercussionWork) -> None:
    """Touched velocities, W and M^-1 W of each record."""
    dof, W_N, W_T, MiW_N, MiW_T = rows.dof, rows.W_N, rows.W_T, rows.MiW_N, rows.MiW_T
    W, MiW, touched, n_t = work.ways[0], work.ways[1], work.dof, rows.w_T.shape[1]
    for j in range(work.listed[0]):
        i = work.packed[j].row
        used = 0
        for k in range(dof.shape[1]):
            # lists of velocities are filled from the front
            if dof[i, k] < 0:
                break
            used = k + 1
            touched[j, k] = dof[i, k]
            W[j, 0, k] = W_N[i, k]
            MiW[j, 0, k] = MiW_N[i, k]
        for t in range(n_t):
            for k in range(used):
                W[j, 1 + t, k] = W_T[i, t, k]
                MiW[j, 1 + t, k] = MiW_T[i, t, k]
        work.packed[j].used = used


@lean_kernel
def fill_own_delassus(x: Rows, ways: Floats, j: int, n_t: int) -> None:
    """W' M^-1 W of one record; a tangent nothing can move along is no unknown."""
    W, MiW, used = ways[0], ways[1], x[j].used
    x[j].G_NN = dot(W, MiW, j, 0, 0, used)
    x[j].G_N1 = dot(W, MiW, j, 0, 1, used)
    x[j].G_11 = dot(W, MiW, j, 1, 1, used)
    x[j].G_22 = 0.0
    if n_t == 2:
        x[j].G_N2 = dot(W, MiW, j, 0, 2, used)
        x[j].G_12 = dot(W, MiW, j, 1, 2, used)
        x[j].G_22 = dot(W, MiW, j, 2, 2, used)
    mobile = x[j].G_11 + x[j].G_22 if x[j].slides == 2 else x[j].G_11
    # the sweep divides by it
    if not mobile > 0.0:
        x[j].slides = 0


@lean_kernel
def dot(W: Floats, MiW: Floats, j: int, a: int, b: int, n: int) -> float:
    """Scalar product of direction a of record j and what its direction b moves."""
    s = 0.0
    for k in range(n):
        s += W[j, a, k] * MiW[j, b, k]
    return s


@inline_kernel
def unpack_percussions(rows: ListedRows, work: PercussionWork) -> None:
    """Copy the packed percussions back into their rows."""
    for j in range(work.listed[0]):
        i = work.packed[j].row
        rows.P_N[i] = work.packed[j].P_N
        for t in range(rows.w_T.shape[1]):
            rows.P_T[i, t] = percussion(work.packed, j, 1 + t)


@lean_kernel
def apply_percussions(stream: Stream, n: int, n_t: int, u: Floats) -> None:
    """U += M^-1 W P for all packed percussions."""
    x, MiW, dof = stream[0], stream[1][1], stream[2]
    for j in range(n):
        for t in range(1 + n_t):
            P = percussion(x, j, t)
            if P != 0.0:
                for k in range(x[j].used):
                    u[dof[j, k]] += MiW[j, t, k] * P
