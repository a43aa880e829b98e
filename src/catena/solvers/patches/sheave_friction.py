"""Set-valued friction of bodies that meet only on the sheaves: sweeps over flank rows.

Each row has a body of its own and no share in groove and slopes; rows of a pulley feel
each other through its shaft alone, and the pulleys not at all. The shaft is held during
a sweep: the rows need not wait for each other. What a sweep needs stands in arrays of
its own, which the compiler turns into operations on many rows at once.

After a sweep at the speed w the shaft would turn with w_0 - y S, S being the impulse of
all rows about the axis. Rows answer a faster shaft by dS/dw between 0 (all slide) and
K = sum rho^2 mass (all stick), so that w - (w_0 - y S) grows with w by 1 to 1 + y K.
Taking 1/(1 + y K/2) of the way leaves at most y K/(2 + y K) of the error either way: a
third where the shaft is as heavy as its bodies, hardly anything of heavier ones. Very
light shafts take as many sweeps as rows that push them one by one would.

The last sweep changes no force by more than the tolerance, nor does what the shaft
still moves: that is the proof.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.rows.flank import within_disc
from catena.solvers.patches.waking import until_quiet
from catena.tables.blocks import Block

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
def gather(
    rows: Rows, span: tuple[int, int], P: Floats, body: Block, held: HeldRows
) -> tuple[float, float]:
    """What sweeps need of the rows; the last impulses within their bounds.

    Returns the change of the impulse about the axis over that of the shaft's speed if
    all rows stick [kg m^2], and the largest change of an impulse [kg m].
    """
    u, M = body.u, body.M_inv
    stiff, reach = 0.0, 0.0
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
        arm = rows[i].rho * rows[i].mass if rows[i].bound > 0.0 else 0.0
        stiff += rows[i].rho * arm
        reach = max(reach, arm)
    return stiff, reach


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
    """Bring all rows in line with their law; how many changed by the limit or to NaN.

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
        quiet = abs(new_t - P_t) < limit and abs(new_g - P_g) < limit  # no NaN is
        moving += 0 if quiet else 1
    return moving


@inline_kernel
def _sweep_and_relax(
    who: tuple[int, int],
    tables: tuple[tuple[float, float, float, float], HeldRows, Block],
    limit: float,
    everyone: bool,
) -> tuple[float, int, bool]:
    """Sweep the rows of a pulley, then let its shaft go a share of its way."""
    (n, p), (shaft, held, pulley) = who, tables
    yielding, free, share, reach = shaft
    turn = pulley.u[0, p]
    moving = sweep_held(held, n, turn, limit)
    rest = free - yielding * turning(held, n, yielding) - turn
    pulley.u[0, p] = turn + share * rest
    quiet = moving == 0 and reach * abs(rest) < limit
    return 0.0 if quiet else limit, n, True


_relaxed = until_quiet(_sweep_and_relax)


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
    stiff, reach = gather(rows, span, P, body, held)
    share = 1.0 / (1.0 + 0.5 * yielding * stiff)
    pulley.u[0, p] = free - yielding * turning(held, n, yielding)
    left, sweeps, _ = _relaxed(
        (n, p), ((yielding, free, share, reach), held, pulley), limit, most_sweeps
    )
    pulley.u[0, p] = free - yielding * turning(held, n, yielding)
    push_held(rows, span, held, body)
    return left, sweeps


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
    sweeps, change, first = 0, 0.0, 0
    while first < count:
        p, last = rows[first].b, first
        while last < count and rows[last].b == p:
            last += 1
        left, taken = solve_held(
            rows, (first, last), P, bodies, held, limit, most_sweeps
        )
        sweeps, change, first = max(sweeps, taken), max(change, left), last
    return sweeps, change
