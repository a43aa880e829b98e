"""A closed ring laid out as an open strip, so that loops over it run in vectors.

Each force of a ring looks at neighbouring control points, and the last one's neighbour
is the first. In a strip the ends are repeated instead: every loop then is one over
neighbouring numbers without questions, which the compiler takes four at a time. Forces
come in two passes: what stretches and bends at each place, and what each control point
gets of it, in the order in which a walk around the ring would add it up.

A strip has rows of n + 4 numbers, two before and two behind those of the ring. Places
and velocities are repeated there; shares of forces are zero, and what goes across the
seam is added by itself.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats

PAD = 2
"""Numbers of a row before those of the ring, and behind them."""


class Strip(IntEnum):
    """Rows of a strip."""

    X = 0
    Y = 1
    U = 2
    """Velocities."""
    V = 3
    PULL_X = 4
    """Tension of the spans as a vector [N]."""
    PULL_Y = 5
    TURN = 6
    """Turning of the tangent at the knots [rad]."""
    MOMENT = 7
    """Bending moment there over the square of r' [N/m]."""
    SLOPE_X = 8
    """Half dV/dr' [N]."""
    SLOPE_Y = 9
    BEND_X = 10
    """dV/dr'' [N]."""
    BEND_Y = 11


def ring_strip(n: int) -> Floats:
    """Room for a ring of so many control points."""
    return np.zeros((len(Strip), n + 2 * PAD))


@lean_kernel
def lay_out(strip: Floats, first: int, values: Floats) -> None:
    """Places or velocities (2, n) into two rows, repeated at the ends."""
    n = values.shape[1]
    for axis in range(2):
        row = strip[first + axis]
        for i in range(n):
            row[PAD + i] = values[axis, i]
        for i in range(PAD):
            row[i], row[PAD + n + i] = row[n + i], row[PAD + i]


@inline_kernel
def mid(row: Floats, k: int) -> float:
    """r' at mid-span behind the control point at k of a row."""
    return float(0.125 * (row[k + 2] - row[k - 1]) + 0.625 * (row[k + 1] - row[k]))


@inline_kernel
def slope(row: Floats, k: int) -> float:
    """r' at the knot at k."""
    return float(0.5 * (row[k + 1] - row[k - 1]))


@inline_kernel
def bend(row: Floats, k: int) -> float:
    """r'' at the knot at k."""
    return float(row[k - 1] - 2.0 * row[k] + row[k + 1])


@lean_kernel
def fill_turns(strip: Floats) -> None:
    """Turning of the tangent at all knots, and 1 / r'^2 in place of moments."""
    x, y, n = strip[Strip.X], strip[Strip.Y], strip.shape[1] - 2 * PAD
    turn, moment = strip[Strip.TURN], strip[Strip.MOMENT]
    for i in range(n):
        k = PAD + i
        p_x, p_y, s_x, s_y = slope(x, k), slope(y, k), bend(x, k), bend(y, k)
        p_p = 1.0 / (p_x * p_x + p_y * p_y)
        turn[k], moment[k] = (p_x * s_y - p_y * s_x) * p_p, p_p


@lean_kernel
def fill_bending(strip: Floats) -> None:
    """What the moments at the knots do to r' and r'' there."""
    x, y, n = strip[Strip.X], strip[Strip.Y], strip.shape[1] - 2 * PAD
    turn, moment = strip[Strip.TURN], strip[Strip.MOMENT]
    # one result per loop: the compiler must see that no row is written over another
    slope_x, slope_y = strip[Strip.SLOPE_X], strip[Strip.SLOPE_Y]
    bend_x, bend_y = strip[Strip.BEND_X], strip[Strip.BEND_Y]
    for i in range(n):
        k = PAD + i
        slope_x[k] = 0.5 * moment[k] * (bend(y, k) - 2.0 * turn[k] * slope(x, k))
    for i in range(n):
        k = PAD + i
        slope_y[k] = -0.5 * moment[k] * (bend(x, k) + 2.0 * turn[k] * slope(y, k))
    for i in range(n):
        k = PAD + i
        bend_x[k] = -moment[k] * slope(y, k)
    for i in range(n):
        k = PAD + i
        bend_y[k] = moment[k] * slope(x, k)


@lean_kernel
def gather_bending(strip: Floats, h: Floats) -> None:
    """Add the forces (2, n) of what bends."""
    n, last = h.shape[1], PAD + h.shape[1] - 1
    for axis in range(2):
        e, f = strip[Strip.SLOPE_X + axis], strip[Strip.BEND_X + axis]
        h[axis, n - 1] += e[PAD] - f[PAD]  # across the seam
        for i in range(n):
            k = PAD + i
            before, ahead = e[k - 1] + f[k - 1], e[k + 1] - f[k + 1]
            h[axis, i] = h[axis, i] - before + 2.0 * f[k] + ahead
        h[axis, 0] -= e[last] + f[last]


@lean_kernel
def gather_inner(strip: Floats, h: Floats) -> None:
    """Add the forces (2, n) of what stretches and bends."""
    n, last = h.shape[1], PAD + h.shape[1] - 1
    for axis in range(2):
        T = strip[Strip.PULL_X + axis]
        e, f = strip[Strip.SLOPE_X + axis], strip[Strip.BEND_X + axis]
        h[axis, n - 1] += e[PAD] - f[PAD] + 0.125 * T[PAD]  # across the seam
        for i in range(n):
            k = PAD + i
            before = -0.125 * T[k - 2] - e[k - 1] - f[k - 1] - 0.625 * T[k - 1]
            here = before + 2.0 * f[k] + 0.625 * T[k]
            h[axis, i] += here + e[k + 1] - f[k + 1] + 0.125 * T[k + 1]
        h[axis, 0] += -0.125 * T[last - 1] - e[last] - f[last] - 0.625 * T[last]
        h[axis, 1] += -0.125 * T[last]
