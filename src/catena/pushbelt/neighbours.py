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
    Loss,
    S,
    W,
    X,
    Y,
)


@inline_kernel
def pressing(k: float, d: float, g: float, rate: float) -> float:
    """Elastic force with damping that never pulls [N]."""
    la = -k * g - d * rate
    return la if g < 0.0 and la > 0.0 else 0.0


@lean_kernel
def add_neighbour_forces(
    laws: Laws, q: Floats, h: Floats, loss: Floats, dt: float
) -> float:
    """Forces between all neighbours; returns the least distance of two [m]."""
    n = q.shape[1]
    damped = 0.0
    least = 1.0
    a_c = laws.half - laws.r_rock
    for k in range(n):
        j = k + 1 if k + 1 < n else 0
        c, s, w = q[C, k], q[S, k], q[W, k]
        t_x, t_y, w_j = q[C, j], q[S, j], q[W, j]
        away_x, away_y = q[X, j] - q[X, k], q[Y, j] - q[Y, k]
        u_x, u_y = q[VX, j] - q[VX, k], q[VY, j] - q[VY, k]
        apart = away_x * t_x + away_y * t_y - laws.half
        least = min(least, apart)
        along = c * t_x + s * t_y  # the rear side's normal in the frame behind
        down = c * t_y - s * t_x  # < 0: the element ahead is turned into the arc

        # rocking edge: arc, or its upper end when the neighbour leans back
        if down <= 0.0:
            l_x = a_c * c - laws.b_rock * s + laws.r_rock * t_x
            l_y = a_c * s + laws.b_rock * c + laws.r_rock * t_y
        else:
            l_x = laws.half * c - laws.b_rock * s
            l_y = laws.half * s + laws.b_rock * c
        g = apart - l_x * t_x - l_y * t_y
        o_x, o_y = l_x - away_x, l_y - away_y
        rate = (u_x - w_j * o_y + w * l_y) * t_x + (u_y + w_j * o_x - w * l_x) * t_y
        la = pressing(laws.k_rock, laws.d_rock, g, rate)
        h[ROCK, k] = la
        h[G_ROCK, k] = g
        total = la
        turn_k = la * (l_y * t_x - l_x * t_y)
        turn_j = la * (o_x * t_y - o_y * t_x)
        if la > 0.0:
            damped += laws.d_rock * rate * rate

        # top: a point of the front, seen along the normal of the rear side ahead
        g = apart - laws.a_top * along + laws.b_top * (s * t_x - c * t_y)
        h[G_TOP, k] = g
        h[TOP, k] = 0.0
        if g < 0.0:
            l_x = laws.a_top * c - laws.b_top * s
            l_y = laws.a_top * s + laws.b_top * c
            o_x, o_y = l_x - away_x, l_y - away_y
            rate = (u_x - w_j * o_y + w * l_y) * t_x + (u_y + w_j * o_x - w * l_x) * t_y
            la = pressing(laws.k_top, laws.d_top, g, rate)
            h[TOP, k] = la
            total += la
            turn_k += la * (l_y * t_x - l_x * t_y)
            turn_j += la * (o_x * t_y - o_y * t_x)
            if la > 0.0:
                damped += laws.d_top * rate * rate

        # bottom
        g = apart - laws.a_bottom * along + laws.b_bottom * (s * t_x - c * t_y)
        h[BOTTOM, k] = 0.0
        if g < 0.0:
            l_x = laws.a_bottom * c - laws.b_bottom * s
            l_y = laws.a_bottom * s + laws.b_bottom * c
            o_x, o_y = l_x - away_x, l_y - away_y
            rate = (u_x - w_j * o_y + w * l_y) * t_x + (u_y + w_j * o_x - w * l_x) * t_y
            la = pressing(laws.k_bottom, laws.d_bottom, g, rate)
            h[BOTTOM, k] = la
            total += la
            turn_k += la * (l_y * t_x - l_x * t_y)
            turn_j += la * (o_x * t_y - o_y * t_x)
            if la > 0.0:
                damped += laws.d_bottom * rate * rate
        f_x, f_y = total * t_x, total * t_y

        # pin in the hole ahead, along the outward direction (-t_y, t_x) there
        l_x = laws.half * c - laws.b_pin * s
        l_y = laws.half * s + laws.b_pin * c
        o_x, o_y = l_x - away_x, l_y - away_y
        off = o_y * t_x - o_x * t_y - laws.b_pin
        h[PIN, k] = 0.0
        if off > laws.pin_play or off < -laws.pin_play:
            side = 1.0 if off > 0.0 else -1.0
            v_x = u_x - w_j * o_y + w * l_y
            v_y = u_y + w_j * o_x - w * l_x
            rate = side * (v_x * t_y - v_y * t_x)
            depth = side * off - laws.pin_play
            la = laws.k_pin * depth + laws.d_pin * rate
            if la > 0.0:
                damped += laws.d_pin * rate * rate
                h[PIN, k] = side * la
                p_x, p_y = -side * la * t_y, side * la * t_x  # on the element ahead
                f_x += p_x
                f_y += p_y
                turn_k -= l_x * p_y - l_y * p_x
                turn_j += o_x * p_y - o_y * p_x
        h[HX, k] -= f_x
        h[HY, k] -= f_y
        h[HM, k] += turn_k
        h[HX, j] += f_x
        h[HY, j] += f_y
        h[HM, j] += turn_j
    loss[Loss.ELEMENT_DAMPING] += dt * damped
    return least
