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

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.solvers.patches.elastic_momentum import (
    begin_friction_momentum,
    friction_along,
    push_friction_ahead,
)
from catena.solvers.sweeps.packed_rows import percussion, set_percussion
from catena.tables.contacts import ListedRows, PercussionWork


@inline_kernel
def begin_momentum(rows: ListedRows, work: PercussionWork) -> None:
    """Come from where the percussions are: at rest."""
    n, n_t, x, last = work.listed[0], rows.w_T.shape[1], work.packed, work.last
    for j in range(n):
        for t in range(1 + n_t):
            last[j, t] = percussion(x, j, t)
    begin_friction_momentum(work.friction)


@inline_kernel
def go_ahead(rows: ListedRows, work: PercussionWork, share: float, u: Floats) -> None:
    """Move percussions by a share of the last way, and the velocities with them."""
    n, n_t = work.listed[0], rows.w_T.shape[1]
    x, MiW, touched = work.packed, work.ways[1], work.dof
    last, ahead = work.last, work.ahead
    for j in range(n):
        for t in range(1 + n_t):
            P = percussion(x, j, t)
            way = share * (P - last[j, t])
            last[j, t] = P
            set_percussion(x, j, t, P + way)
            ahead[j, t] = P + way
            # velocities must belong to the percussions from which the sweep begins
            if way != 0.0:
                for k in range(x[j].used):
                    u[touched[j, k]] += MiW[j, t, k] * way
    push_friction_ahead(work.friction, share, u)


@inline_kernel
def turned_back(rows: ListedRows, work: PercussionWork) -> bool:
    """Whether the sweep went against the way of momentum and sweep together."""
    n, n_t = work.listed[0], rows.w_T.shape[1]
    x, last, ahead = work.packed, work.last, work.ahead
    along = friction_along(work.friction)
    for j in range(n):
        for t in range(1 + n_t):
            P = percussion(x, j, t)
            along += (P - ahead[j, t]) * (P - last[j, t])
    return along < 0.0


@lean_kernel
def next_pace(pace: float) -> float:
    """The sequence 1, 1.62, 2.19 ... whose ratios give the shares."""
    return 0.5 * (1.0 + math.sqrt(1.0 + 4.0 * pace * pace))
