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
from catena.solvers.patches.elastic_momentum import (
    begin_friction_momentum,
    friction_along,
    push_friction_ahead,
)
from catena.solvers.sweeps.packed_rows import HEAD, P_N, record_length
from catena.tables.contacts import ListedRows, PercussionWork


@inline_kernel
def begin_momentum(rows: ListedRows, work: PercussionWork) -> None:
    """Come from where the percussions are: at rest."""
    n, n_t, x, last = work.listed[0], rows.w_T.shape[1], work.packed, work.last
    stride = record_length(rows.dof.shape[1], n_t)
    for j in range(n):
        for t in range(1 + n_t):
            last[j, t] = x[j * stride + P_N + t]
    begin_friction_momentum(work.friction)


@inline_kernel
def go_ahead(rows: ListedRows, work: PercussionWork, share: float, u: Floats) -> None:
    """Move percussions by a share of the last way, and the velocities with them."""
    n, n_k, n_t = work.listed[0], rows.dof.shape[1], rows.w_T.shape[1]
    x, touched, used = work.packed, work.dof, work.used
    last, ahead = work.last, work.ahead
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
    push_friction_ahead(work.friction, share, u)


@inline_kernel
def turned_back(rows: ListedRows, work: PercussionWork) -> bool:
    """Whether the sweep went against the way of momentum and sweep together."""
    n, n_t = work.listed[0], rows.w_T.shape[1]
    x, last, ahead = work.packed, work.last, work.ahead
    stride = record_length(rows.dof.shape[1], n_t)
    along = friction_along(work.friction)
    for j in range(n):
        for t in range(1 + n_t):
            P = x[j * stride + P_N + t]
            along += (P - ahead[j, t]) * (P - last[j, t])
    return along < 0.0


@kernel
def next_pace(pace: float) -> float:
    """The sequence 1, 1.62, 2.19 ... whose ratios give the shares."""
    return 0.5 * (1.0 + math.sqrt(1.0 + 4.0 * pace * pace))
