"""Set-valued friction of bodies that meet only on the sheaves: sweeps over flank rows.

Each row has a body of its own and no share in groove and slopes; rows of a pulley feel
each other through its shaft alone, and the pulleys not at all. A shaft much heavier
than all its bodies, or a prescribed one, is held during a sweep and takes all impulses
at the end: the rows need not wait for each other. What a sweep needs then stands in
arrays of its own, which the compiler turns into operations on many rows at once. A
light shaft takes every impulse at once. Either way the last sweep, at the true
velocities, changes no force by more than the tolerance and is the proof.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.numerics.worst import worse
from catena.rows.flank import relax_flank, start_flank, within_disc
from catena.solvers.patches.waking import until_quiet
from catena.tables.blocks import Block

HEAVY = 0.2
"""Yielding of a shaft to all its rows over that of one body, below which it is held."""
TINY = 1e-300
"""Keeps the disc of a row without normal force from a division by zero [N s]."""


class HeldRows(NamedTuple):
    """Rows of a pulley whose shaft is held during a sweep; arrays by row."""

    P_t: Floats  # impulses [N s]
    P_g: Floats
    v_t: Floats  # sliding without friction, the turning of the shaft aside [m/s]
    v_g: Floats
    G_tt: Floats  # sliding by impulses on both ends [1/kg]
    G_tg: Floats
    G_gg: Floats
    rho: Floats
    bound: Floats
    mass: Floats


def held_rows(n: int) -> HeldRows:
    """Room for so many rows."""
    return HeldRows(*(np.zeros(n) for _ in HeldRows._fields))


@lean_kernel
def solve_sheave_friction(
    rows: Rows,
    count: int,
    P: Floats,
    bodies: tuple[Block, Block],
    held: HeldRows,
    limit: float,
    most_sweeps: int,
) -> tuple[int, float]:
    """Friction impulses of one step; sweeps of the slower pulley, last change [N s].

    A change of at least ``limit`` says that the sweeps were not enough.
    """
    body, pulley = bodies
    sweeps, change, first = 0, 0.0, 0
    while first < count:
        p, last = rows[first].b, first
        while last < count and rows[last].b == p:
            last += 1
        if is_light(rows, first, last, body, pulley):
            for i in range(first, last):
                start_flank(rows, i, P, body, pulley)
            left, taken, _ = _one_by_one(
                (first, last), (rows, body, pulley), limit, most_sweeps
            )
        else:
            left, taken = solve_held(
                rows, (first, last), P, bodies, held, limit, most_sweeps
            )
        sweeps, change, first = max(sweeps, taken), worse(change, left), last
    return sweeps, change


@lean_kernel
def is_light(rows: Rows, first: int, last: int, body: Block, pulley: Block) -> bool:
    """Whether the shaft of a pulley yields to its rows too much to be held."""
    a, p, rho = rows[first].a, rows[first].b, rows[first].rho
    yielding = pulley.M_inv[0, p] * rho * rho * (last - first)
    return bool(yielding > HEAVY * body.M_inv[0, a])


@inline_kernel
def _visit_all(
    span: tuple[int, int],
    tables: tuple[Rows, Block, Block],
    limit: float,
    everyone: bool,
) -> tuple[float, int, bool]:
    """Visit the rows of a light shaft."""
    rows, body, pulley = tables
    change = 0.0
    for i in range(span[0], span[1]):
        change = worse(change, relax_flank(rows, i, body, pulley))
    return change, span[1] - span[0], True


_one_by_one = until_quiet(_visit_all)


@lean_kernel
def solve_held(
    rows: Rows,
    span: tuple[int, int],
    P: Floats,
    bodies: tuple[Block, Block],
    held: HeldRows,
    limit: float,
    most_sweeps: int,
) -> tuple[float, int]:
    """Impulses of the rows of one pulley; last change [N s] and sweeps."""
    body, pulley = bodies
    n, p = span[1] - span[0], rows[span[0]].b
    yielding, free = 2.0 * pulley.M_inv[0, p], pulley.u[0, p]
    gather(rows, span, P, body, held)
    moving, sweeps = n, 0
    pulley.u[0, p] = free - yielding * turning(held, n, yielding)
    while moving > 0 and sweeps < most_sweeps:
        moving = sweep_held(held, n, pulley.u[0, p], limit)
        pulley.u[0, p] = free - yielding * turning(held, n, yielding)
        sweeps += 1
    push_held(rows, span, held, body)
    return limit if moving > 0 else 0.0, sweeps


@lean_kernel
def gather(
    rows: Rows, span: tuple[int, int], P: Floats, body: Block, held: HeldRows
) -> None:
    """What sweeps need of the rows; the last impulses within their bounds."""
    u, M = body.u, body.M_inv
    for k in range(span[1] - span[0]):
        i = span[0] + k
        a, slot = rows[i].a, rows[i].slot
        if a < 0 or slot < 0:  # tells the compiler that no index counts from the end
            continue
        l_t, g_x, g_y, l_g = rows[i].l_t, rows[i].g_x, rows[i].g_y, rows[i].l_g
        x, y, w = u[0, a], u[1, a], u[2, a]
        held.v_t[k] = rows[i].t_x * x + rows[i].t_y * y + l_t * w - rows[i].drag_t
        held.v_g[k] = g_x * x + g_y * y + l_g * w - rows[i].drag_g
        along, turn, give = 2.0 * M[0, a], 2.0 * M[2, a], rows[i].give
        held.G_tt[k] = along + turn * l_t * l_t + give
        held.G_tg[k] = turn * l_t * l_g
        held.G_gg[k] = along * (g_x * g_x + g_y * g_y) + turn * l_g * l_g + give
        held.rho[k], held.mass[k] = rows[i].rho, rows[i].mass
        held.bound[k] = rows[i].bound
        P_t, P_g = within_disc(P[slot, 0], P[slot, 1], rows[i].bound)
        held.P_t[k], held.P_g[k] = P_t, P_g


@inline_kernel
def turning(held: HeldRows, n: int, yielding: float) -> float:
    """Impulse of all rows about the axis; not asked for by a prescribed shaft."""
    total = 0.0
    if yielding > 0.0:
        for i in range(n):
            total += held.rho[i] * held.P_t[i]
    return total


@lean_kernel
def sweep_held(held: HeldRows, n: int, turn: float, limit: float) -> int:
    """Bring all rows in line with their law; how many changed by the limit or more.

    ``turn`` is the speed of the shaft [rad/s]. Softened rows give way by their share
    of G.
    """
    moving = 0
    for i in range(n):
        P_t, P_g, cross = held.P_t[i], held.P_g[i], held.G_tg[i]
        slip_t = held.v_t[i] - held.rho[i] * turn + held.G_tt[i] * P_t + cross * P_g
        slip_g = held.v_g[i] + cross * P_t + held.G_gg[i] * P_g
        new_t, new_g = P_t - held.mass[i] * slip_t, P_g - held.mass[i] * slip_g
        bound = held.bound[i]
        scale = bound / max(math.sqrt(new_t * new_t + new_g * new_g), bound + TINY)
        new_t, new_g = scale * new_t, scale * new_g
        held.P_t[i], held.P_g[i] = new_t, new_g
        changed = abs(new_t - P_t) >= limit or abs(new_g - P_g) >= limit
        moving += 1 if changed else 0
    return moving


@lean_kernel
def push_held(rows: Rows, span: tuple[int, int], held: HeldRows, body: Block) -> None:
    """Write the impulses into the rows and let those of both ends act on the bodies."""
    u, M = body.u, body.M_inv
    for k in range(span[1] - span[0]):
        i = span[0] + k
        a = rows[i].a
        if a < 0:  # as above
            continue
        rows[i].P_t, rows[i].P_g = held.P_t[k], held.P_g[k]
        p_t, p_g = 2.0 * held.P_t[k], 2.0 * held.P_g[k]
        u[0, a] += M[0, a] * (rows[i].t_x * p_t + rows[i].g_x * p_g)
        u[1, a] += M[1, a] * (rows[i].t_y * p_t + rows[i].g_y * p_g)
        u[2, a] += M[2, a] * (rows[i].l_t * p_t + rows[i].l_g * p_g)
