"""Pushbelt elements on the ring: saddle, ear, and rows of friction along the ring.

The saddle of an element touches the inner side of the ring. Its place on the ring
follows by one Newton step per time step: it moves a thousandth of a span at most.

Source: [Cebulla2014] 5.1; all normal forces elastic.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.bodies.ring_spline import basis, basis_bend, basis_slope, beside
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.rows.saddle import fill_saddle_mass
from catena.tables.blocks import Block


class ElementSaddle(NamedTuple):
    """Where the ring lies on an element, and how it presses."""

    along: float  # from the centre of gravity forward to the saddle's middle [m]
    level: float  # above the centre of gravity [m]
    half_ring: float  # half the thickness of the ring [m]
    ear_play: float  # way of the ring between saddle and ear [m]
    k: float
    d: float
    mu: float
    bilateral: int  # 1: the ring never leaves the saddle


@lean_kernel
def add_saddle_forces(
    saddle: ElementSaddle,
    rows: Rows,
    body: Block,
    ring: Block,
    pose: Floats,
    place: Floats,
    lag: Floats,
    dt: float,
) -> bool:
    """Normal forces between all elements and the ring; rows of friction for later.

    ``lag`` (2, n) is what dampers do to the ring [N]. False if an element has lost its
    place on the ring, because its numbers are not finite.
    """
    q, u, h = body.q, body.u, body.h
    for i in range(rows.size):
        k = rows[i].a
        if k < 0:  # tells the compiler that no index counts from the end
            continue
        if not 0.0 <= place[k] < ring.q.shape[1]:
            return False
        c, s, w = pose[0, k], pose[1, k], u[2, k]
        l_x = saddle.along * c - saddle.level * s
        l_y = saddle.along * s + saddle.level * c
        p_x, p_y = q[0, k] + l_x, q[1, k] + l_y
        o_x, o_y, t_x, t_y = follow_ring(rows, i, ring.q, place, p_x, p_y)
        v_x, v_y = ring_velocity(rows, i, ring.u)
        u_x, u_y = u[0, k] - w * l_y - v_x, u[1, k] + w * l_x - v_y
        # gap along the outward normal (-t_y, t_x), and its rate
        gap = o_y * t_x - o_x * t_y - saddle.half_ring
        force, damping = saddle_force(saddle, gap, u_x * t_y - u_y * t_x)
        lag[0, i], lag[1, i] = -damping * t_y, damping * t_x
        rows[i].gap, rows[i].force = gap, force
        rows[i].bound = saddle.mu * abs(force) * dt
        f_x, f_y = -force * t_y, force * t_x  # on the ring, outwards
        h[0, k] -= f_x
        h[1, k] -= f_y
        h[2, k] -= l_x * f_y - l_y * f_x
        add_to_ring(rows, i, ring.h, f_x, f_y)
        if not rows[i].bound > 0.0:  # who asks for friction also asks for the bound
            continue
        # friction row, tangent and lever at the middle of the coming step
        # as on the sheaves: see rows.flank
        turn = 0.5 * dt * w
        m_x, m_y = t_x - turn * t_y, t_y + turn * t_x
        n_x, n_y = l_x - turn * l_y, l_y + turn * l_x
        rows[i].t_x, rows[i].t_y, rows[i].l_t = m_x, m_y, n_x * m_y - n_y * m_x
        fill_saddle_mass(rows, i, body, ring)
    return True


@lean_kernel
def saddle_damping(
    saddle: ElementSaddle, rows: Rows, body: Block, ring: Block, pose: Floats,
    lag: Floats,
) -> float:  # fmt: skip
    """Power that dampers of saddles and ears take on the mean motion of a step [W]."""
    u, power = body.mean, 0.0
    for i in range(rows.size):
        k = rows[i].a
        if k < 0 or (lag[0, i] == 0.0 and lag[1, i] == 0.0):
            continue
        c, s = pose[0, k], pose[1, k]
        l_x = saddle.along * c - saddle.level * s
        l_y = saddle.along * s + saddle.level * c
        v_x, v_y = ring_velocity(rows, i, ring.mean)
        power -= lag[0, i] * (v_x - u[0, k] + u[2, k] * l_y)
        power -= lag[1, i] * (v_y - u[1, k] - u[2, k] * l_x)
    return power


@inline_kernel
def follow_ring(
    rows: Rows, i: int, q: Floats, place: Floats, p_x: float, p_y: float
) -> tuple[float, float, float, float]:
    """The place on the ring, one Newton step on (p - r) r' = 0; fills the weights.

    Returns the way from the saddle to the fibre there, and the tangent.
    """
    m, k = q.shape[1], rows[i].a
    xi = place[k]
    b = int(xi)
    a, e, d = beside(b, m)
    n0, n1, n2, n3 = basis(xi - b)
    d0, d1, d2, d3 = basis_slope(xi - b)
    b0, b1, b2, b3 = basis_bend(xi - b)
    x0, x1, x2, x3 = q[0, a], q[0, b], q[0, e], q[0, d]
    y0, y1, y2, y3 = q[1, a], q[1, b], q[1, e], q[1, d]
    s_x = d0 * x0 + d1 * x1 + d2 * x2 + d3 * x3
    s_y = d0 * y0 + d1 * y1 + d2 * y2 + d3 * y3
    k_x = b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3
    k_y = b0 * y0 + b1 * y1 + b2 * y2 + b3 * y3
    o_x = n0 * x0 + n1 * x1 + n2 * x2 + n3 * x3 - p_x
    o_y = n0 * y0 + n1 * y1 + n2 * y2 + n3 * y3 - p_y
    # one step is enough: it begins where the element was a step ago, and the error
    # is squared
    move = (o_x * s_x + o_y * s_y) / (s_x * s_x + s_y * s_y + o_x * k_x + o_y * k_y)
    o_x, o_y = o_x - move * s_x, o_y - move * s_y
    # to first order in the move, like o and the weights: no second set of basis
    # functions is needed
    s_x, s_y = s_x - move * k_x, s_y - move * k_y
    rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3 = a, b, e, d
    rows[i].w0, rows[i].w1 = n0 - move * d0, n1 - move * d1
    rows[i].w2, rows[i].w3 = n2 - move * d2, n3 - move * d3
    xi -= move
    place[k] = xi + m if xi < 0.0 else (xi - m if xi >= m else xi)
    scale = 1.0 / math.sqrt(s_x * s_x + s_y * s_y)
    return o_x, o_y, scale * s_x, scale * s_y


@inline_kernel
def ring_velocity(rows: Rows, i: int, v: Floats) -> tuple[float, float]:
    """Velocity of the fibre at the place of a row [m/s]."""
    a, b, e, d = rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3
    w0, w1, w2, w3 = rows[i].w0, rows[i].w1, rows[i].w2, rows[i].w3
    v_x = w0 * v[0, a] + w1 * v[0, b] + w2 * v[0, e] + w3 * v[0, d]
    v_y = w0 * v[1, a] + w1 * v[1, b] + w2 * v[1, e] + w3 * v[1, d]
    return v_x, v_y


@inline_kernel
def saddle_force(saddle: ElementSaddle, gap: float, rate: float) -> tuple[float, float]:
    """Force of the ring on the saddle, < 0 at the ear; what of it is damping [N]."""
    force, elastic = 0.0, 0.0
    if gap < 0.0 or saddle.bilateral == 1:
        elastic = -saddle.k * gap
        force = elastic - saddle.d * rate
        if force < 0.0 and saddle.bilateral == 0:
            force = 0.0
    elif gap > saddle.ear_play:
        elastic = saddle.k * (saddle.ear_play - gap)
        force = elastic - saddle.d * rate
        if force > 0.0:
            force = 0.0
    return force, force - elastic


@inline_kernel
def add_to_ring(rows: Rows, i: int, h: Floats, f_x: float, f_y: float) -> None:
    """A force on the fibre at the place of a row."""
    a, b, e, d = rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3
    if a < 0 or b < 0 or e < 0 or d < 0:
        return
    w0, w1, w2, w3 = rows[i].w0, rows[i].w1, rows[i].w2, rows[i].w3
    h[0, a] += w0 * f_x
    h[1, a] += w0 * f_y
    h[0, b] += w1 * f_x
    h[1, b] += w1 * f_y
    h[0, e] += w2 * f_x
    h[1, e] += w2 * f_y
    h[0, d] += w3 * f_x
    h[1, d] += w3 * f_y


@lean_kernel
def saddle_energy(saddle: ElementSaddle, rows: Rows) -> float:
    """Elastic energy of saddles and ears [J]."""
    total = 0.0
    for i in range(rows.size):
        gap = rows[i].gap
        if gap < 0.0 or saddle.bilateral == 1:
            total += 0.5 * saddle.k * gap * gap
        elif gap > saddle.ear_play:
            total += 0.5 * saddle.k * (gap - saddle.ear_play) ** 2
    return total
