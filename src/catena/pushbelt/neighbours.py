"""Elements on each other: rocking edge, top, bottom, and the pin in its hole.

The front of an element touches the plane rear side of the one ahead. The rocking edge
is an arc below which the front falls back; above it the front is a plane up to the
top. All contacts are elastic and without friction.

Source: [Cebulla2014] 3.3, 6.1; a rigid row of elements is no choice, see the theory
page.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.pushbelt.tables import (
    BOTTOM,
    DM,
    DX,
    DY,
    G_BOTTOM,
    G_PIN,
    G_ROCK,
    G_TOP,
    HM,
    HX,
    HY,
    PIN,
    ROCK,
    TOP,
    VX,
    VY,
    C,
    Laws,
    S,
    W,
    X,
    Y,
)


@inline_kernel
def damping(elastic: float, d: float, rate: float) -> float:
    """Damping beside an elastic force, so that both together never pull [N]."""
    return max(-d * rate, -elastic)


@lean_kernel
def add_neighbour_forces(laws: Laws, q: Floats, h: Floats) -> float:
    """Forces between all neighbours; returns the least distance of two [m].

    What damping contributes is summed up apart, for the ledger.
    """
    n = q.shape[1]
    least = 1.0
    a_c = laws.front - laws.r_rock
    for k in range(n):
        j = k + 1 if k + 1 < n else 0
        c, s, w = q[C, k], q[S, k], q[W, k]
        t_x, t_y, w_j = q[C, j], q[S, j], q[W, j]
        away_x, away_y = q[X, j] - q[X, k], q[Y, j] - q[Y, k]
        u_x, u_y = q[VX, j] - q[VX, k], q[VY, j] - q[VY, k]
        apart = away_x * t_x + away_y * t_y - laws.rear
        least = min(least, apart)
        along = c * t_x + s * t_y  # the rear side's normal in the frame behind
        down = c * t_y - s * t_x  # < 0: the element ahead is turned into the arc

        # rocking edge: arc, or its upper end when the neighbour leans back
        if down <= 0.0:
            l_x = a_c * c - laws.b_rock * s + laws.r_rock * t_x
            l_y = a_c * s + laws.b_rock * c + laws.r_rock * t_y
        else:
            l_x = laws.front * c - laws.b_rock * s
            l_y = laws.front * s + laws.b_rock * c
        g = apart - l_x * t_x - l_y * t_y
        o_x, o_y = l_x - away_x, l_y - away_y
        rate = (u_x - w_j * o_y + w * l_y) * t_x + (u_y + w_j * o_x - w * l_x) * t_y
        h[ROCK, k] = 0.0
        h[G_ROCK, k] = g
        total, turn_k, turn_j = 0.0, 0.0, 0.0
        damped, damped_k, damped_j = 0.0, 0.0, 0.0
        if g < 0.0:
            elastic = -laws.k_rock * g
            damp = damping(elastic, laws.d_rock, rate)
            lever_k, lever_j = l_y * t_x - l_x * t_y, o_x * t_y - o_y * t_x
            h[ROCK, k] = elastic + damp
            total, turn_k, turn_j = elastic, elastic * lever_k, elastic * lever_j
            damped, damped_k, damped_j = damp, damp * lever_k, damp * lever_j

        # top: a point of the front, seen along the normal of the rear side ahead
        g = apart - laws.a_top * along + laws.b_top * (s * t_x - c * t_y)
        h[G_TOP, k] = g
        h[TOP, k] = 0.0
        if g < 0.0:
            l_x = laws.a_top * c - laws.b_top * s
            l_y = laws.a_top * s + laws.b_top * c
            o_x, o_y = l_x - away_x, l_y - away_y
            rate = (u_x - w_j * o_y + w * l_y) * t_x + (u_y + w_j * o_x - w * l_x) * t_y
            elastic = -laws.k_top * g
            damp = damping(elastic, laws.d_top, rate)
            lever_k, lever_j = l_y * t_x - l_x * t_y, o_x * t_y - o_y * t_x
            h[TOP, k] = elastic + damp
            total += elastic
            turn_k += elastic * lever_k
            turn_j += elastic * lever_j
            damped += damp
            damped_k += damp * lever_k
            damped_j += damp * lever_j

        # bottom
        g = apart - laws.a_bottom * along + laws.b_bottom * (s * t_x - c * t_y)
        h[BOTTOM, k] = 0.0
        h[G_BOTTOM, k] = g
        if g < 0.0:
            l_x = laws.a_bottom * c - laws.b_bottom * s
            l_y = laws.a_bottom * s + laws.b_bottom * c
            o_x, o_y = l_x - away_x, l_y - away_y
            rate = (u_x - w_j * o_y + w * l_y) * t_x + (u_y + w_j * o_x - w * l_x) * t_y
            elastic = -laws.k_bottom * g
            damp = damping(elastic, laws.d_bottom, rate)
            lever_k, lever_j = l_y * t_x - l_x * t_y, o_x * t_y - o_y * t_x
            h[BOTTOM, k] = elastic + damp
            total += elastic
            turn_k += elastic * lever_k
            turn_j += elastic * lever_j
            damped += damp
            damped_k += damp * lever_k
            damped_j += damp * lever_j
        f_x, f_y = total * t_x, total * t_y
        d_x, d_y = damped * t_x, damped * t_y

        # pin in the hole ahead, along the outward direction (-t_y, t_x) there
        l_x = laws.front * c - laws.b_pin * s
        l_y = laws.front * s + laws.b_pin * c
        o_x, o_y = l_x - away_x, l_y - away_y
        off = o_y * t_x - o_x * t_y - laws.b_pin
        h[PIN, k] = 0.0
        h[G_PIN, k] = off
        if off > laws.pin_play or off < -laws.pin_play:
            side = 1.0 if off > 0.0 else -1.0
            v_x = u_x - w_j * o_y + w * l_y
            v_y = u_y + w_j * o_x - w * l_x
            elastic = laws.k_pin * (side * off - laws.pin_play)
            damp = damping(elastic, laws.d_pin, side * (v_y * t_x - v_x * t_y))
            h[PIN, k] = side * (elastic + damp)
            n_x, n_y = -side * t_y, side * t_x  # towards the element ahead
            lever_k, lever_j = l_y * n_x - l_x * n_y, o_x * n_y - o_y * n_x
            f_x += elastic * n_x
            f_y += elastic * n_y
            turn_k += elastic * lever_k
            turn_j += elastic * lever_j
            d_x += damp * n_x
            d_y += damp * n_y
            damped_k += damp * lever_k
            damped_j += damp * lever_j
        h[HX, k] -= f_x + d_x
        h[HY, k] -= f_y + d_y
        h[HM, k] += turn_k + damped_k
        h[HX, j] += f_x + d_x
        h[HY, j] += f_y + d_y
        h[HM, j] += turn_j + damped_j
        h[DX, k] -= d_x
        h[DY, k] -= d_y
        h[DM, k] += damped_k
        h[DX, j] += d_x
        h[DY, j] += d_y
        h[DM, j] += damped_j
    return least
