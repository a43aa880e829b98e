"""Set-valued friction of bodies that meet only on the sheaves: sweeps over flank rows.

Each row has a body of its own and no share in groove and slopes; rows of a pulley feel
each other through its shaft alone. A shaft much heavier than all its bodies, or a
prescribed one, is held during a sweep and takes all its impulses at the end: the rows
need not wait for each other. A light one takes every impulse at once. Either way the
last sweep, at the true velocities, changes no force by more than the tolerance and is
the proof.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.rows.flank import flank_slip, relax_flank, start_flanks, within_disc
from catena.solvers.patches.waking import until_quiet
from catena.tables.blocks import Block

HEAVY = 0.2
"""Yielding of a shaft to all its rows over that of one body, below which it is held."""


@lean_kernel
def sweep_pulley(
    rows: Rows, first: int, last: int, p: int, body: Block, pulley: Block
) -> float:
    """Visit the rows of one pulley; the largest change [N s]."""
    most = 0.0
    a, rho = rows[first].a, rows[first].rho
    yielding = pulley.M_inv[0, p] * rho * rho * (last - first)
    if yielding > HEAVY * body.M_inv[0, a]:
        for i in range(first, last):
            most = max(most, relax_flank(rows, i, body, pulley))
        return most
    turn = 0.0
    for i in range(first, last):
        changed, P_t = relax_held(rows, i, body, pulley)
        most = max(most, changed)
        turn += rows[i].rho * P_t
    pulley.u[0, p] -= 2.0 * pulley.M_inv[0, p] * turn
    return most


@inline_kernel
def relax_held(rows: Rows, i: int, body: Block, pulley: Block) -> tuple[float, float]:
    """Bring one row in line with its law, its shaft held; changes, of all and of P_t.

    The body takes the impulse of both ends.
    """
    a, bound = rows[i].a, rows[i].bound
    if a < 0 or bound == 0.0:
        return 0.0, 0.0
    slip_t, slip_g = flank_slip(rows, i, body.u, pulley.u)
    old_t, old_g, mass = rows[i].P_t, rows[i].P_g, rows[i].mass
    slip_t, slip_g = slip_t + rows[i].give * old_t, slip_g + rows[i].give * old_g
    P_t, P_g = within_disc(old_t - mass * slip_t, old_g - mass * slip_g, bound)
    rows[i].P_t, rows[i].P_g = P_t, P_g
    d_t, d_g = 2.0 * (P_t - old_t), 2.0 * (P_g - old_g)
    u, M = body.u, body.M_inv
    u[0, a] += M[0, a] * (rows[i].t_x * d_t + rows[i].g_x * d_g)
    u[1, a] += M[1, a] * (rows[i].t_y * d_t + rows[i].g_y * d_g)
    u[2, a] += M[2, a] * (rows[i].l_t * d_t + rows[i].l_g * d_g)
    return 0.5 * max(abs(d_t), abs(d_g)), 0.5 * d_t


@inline_kernel
def _sweep(
    count: int, tables: tuple[Rows, Block, Block], limit: float, everyone: bool
) -> tuple[float, int, bool]:
    """Visit all rows, pulley by pulley."""
    rows, body, pulley = tables
    change, first = 0.0, 0
    while first < count:
        p, last = rows[first].b, first
        while last < count and rows[last].b == p:
            last += 1
        change = max(change, sweep_pulley(rows, first, last, p, body, pulley))
        first = last
    return change, count, True


_sweeps = until_quiet(_sweep)


@lean_kernel
def solve_sheave_friction(
    rows: Rows,
    count: int,
    P: Floats,
    body: Block,
    pulley: Block,
    limit: float,
    most_sweeps: int,
) -> tuple[int, float]:
    """Friction impulses of one step; sweeps taken and the last change [N s].

    A change of at least ``limit`` says that the sweeps were not enough.
    """
    start_flanks(rows, count, P, body, pulley)
    change, sweeps, _ = _sweeps(count, (rows, body, pulley), limit, most_sweeps)
    return sweeps, change
