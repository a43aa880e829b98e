"""Sweeps with momentum: each begins a little ahead, where the last two were heading.

Plain sweeps bring news one contact further at a time; a pile or a chain of rigid
bodies needs them in the square of its length. Begun at ``P + b (P - P_last)`` with
``b`` growing towards 1 they need about its length. Where a sweep goes against the way
just taken, the momentum is taken away and gathered anew.

Percussions ahead may leave their laws; every sweep ends within them, and only there
the natural map is looked at.

Source: Nesterov (1983) with the restart by gradient of O'Donoghue and Candes (2015),
for a sweep in place of the gradient step.
Limits: a proof exists for problems with a potential, not for Coulomb friction; the
caller gives momentum up when nothing improves.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, kernel
from catena.numerics.arrays import Floats
from catena.solvers.sweeps.packed_rows import HEAD, P_N, record_length
from catena.tables.contacts import ContactRows, PercussionWork


@inline_kernel
def begin_momentum(rows: ContactRows, work: PercussionWork) -> None:
    """Come from where the percussions are: at rest."""
    n, n_t = work.listed[0], rows.w_T.shape[1]
    x, last, bounded, P_T = work.packed, work.last, work.bounded, rows.P_T
    stride = record_length(rows.dof.shape[1], n_t)
    for j in range(n):
        for t in range(1 + n_t):
            last[j, t] = x[j * stride + P_N + t]
    for j in range(work.listed[1]):
        last[n + j, 0] = P_T[bounded[j], 0]


@inline_kernel
def go_ahead(rows: ContactRows, work: PercussionWork, share: float, u: Floats) -> None:
    """Move percussions by a share of the last way, and the velocities with them."""
    n, n_k, n_t = work.listed[0], rows.dof.shape[1], rows.w_T.shape[1]
    x, touched, used, bounded = work.packed, work.dof, work.used, work.bounded
    last, ahead, dof = work.last, work.ahead, rows.dof
    MiW_T, P_T = rows.MiW_T, rows.P_T
    stride = record_length(n_k, n_t)
    for j in range(n):
        for t in range(1 + n_t):
            at, MiW = j * stride + P_N + t, j * stride + HEAD + (1 + n_t + t) * n_k
            way = share * (x[at] - last[j, t])
            last[j, t] = x[at]
            x[at] += way
            ahead[j, t] = x[at]
            if way != 0.0:
                for k in range(used[j]):
                    u[touched[j * n_k + k]] += x[MiW + k] * way
    for j in range(work.listed[1]):
        i = bounded[j]
        way = share * (P_T[i, 0] - last[n + j, 0])
        last[n + j, 0] = P_T[i, 0]
        P_T[i, 0] += way
        ahead[n + j, 0] = P_T[i, 0]
        if way != 0.0:
            for k in range(n_k):
                if dof[i, k] < 0:
                    break
                u[dof[i, k]] += MiW_T[i, 0, k] * way


@inline_kernel
def turned_back(rows: ContactRows, work: PercussionWork) -> bool:
    """Whether the sweep went against the way of momentum and sweep together."""
    n, n_t = work.listed[0], rows.w_T.shape[1]
    x, last, ahead, bounded = work.packed, work.last, work.ahead, work.bounded
    P_T, stride = rows.P_T, record_length(rows.dof.shape[1], n_t)
    along = 0.0
    for j in range(n):
        for t in range(1 + n_t):
            P = x[j * stride + P_N + t]
            along += (P - ahead[j, t]) * (P - last[j, t])
    for j in range(work.listed[1]):
        P = P_T[bounded[j], 0]
        along += (P - ahead[n + j, 0]) * (P - last[n + j, 0])
    return along < 0.0


@kernel
def next_pace(pace: float) -> float:
    """The sequence 1, 1.62, 2.19 ... whose ratios give the shares."""
    return 0.5 * (1.0 + math.sqrt(1.0 + 4.0 * pace * pace))
