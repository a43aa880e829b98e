"""Pushbelt elements on two rings in space: saddle, ear, pillar, and friction rows.

Seen in the plane across the width direction e_3 of an element, saddle and ring meet as
in the planar model: the place on the ring has no part along the ring, the gap counts
along the normal there. Along e_3 the ring lies off the middle of the saddle by zeta,
and a law of the offset draws it back (ring tracking) or stops it (pillar, edge).

With o from the saddle to the fibre, o = (g + h_R/2) n + zeta e_3, so that

    g_dot = n . (v_ring - v - omega x (l + zeta e_3)),
    zeta_dot = e_3 . (v_ring - v - omega x (l + o)).

A crowned saddle of the radius R_c makes a ring on a curve 1/r, off by zeta, want the
lateral curvature kappa_0 = -zeta / (R_c r): its outer fibres run on smaller radii. The
piece of ring above a pressed saddle, as long as the element is thick, stores

    V = 1/2 E I t ((kappa_z - kappa_0)^2 - kappa_z^2)

beyond what it stores as a free ring; friction across does the rest of the steering.

A ring that twists by phi lies on a saddle rolled by psi at the angle phi - psi, an even
line of contact as wide as the ring (`catena.laws.line_contact`); one that does not
twist lies flat.

What offset and twist change along the ring beneath an element does no work along the
ring here, some 0.1 N: forces are those at a place that stays.

Source: [Cebulla2014] 5.1; all normal forces elastic. The crown is ours.
Deviation: the normal is e_3 x t, never that of Frenet, which flips in the strands.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.bodies.ring_spline import basis, basis_bend, basis_slope
from catena.bodies.ring_twist import twist_at
from catena.jit import inline_kernel, lean_kernel
from catena.laws.line_contact import Line, line_contact
from catena.laws.ring_tracking import RingTracking, tracking_energy, tracking_force
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.numerics.rotations import to_world
from catena.pairs.element_ring import ElementSaddle, saddle_force
from catena.rows.spatial_saddle import fill_spatial_saddle_mass
from catena.tables.blocks import Block


class SpatialSaddle(NamedTuple):
    """Where the rings lie on an element; forces are those of one ring."""

    plane: ElementSaddle
    z: float  # from the middle of the element to that of a saddle [m]
    tracking: RingTracking
    d_z: float  # damping across [N s/m]
    crown: float  # 1 / R_c of the saddles, 0 where they are flat [1/m]
    EI_t: float  # lateral stiffness of a ring times the thickness of an element
    width: float  # of a ring [m]
    l_0: float  # relaxed length of a span [m]
    spans: int  # of one ring


class Beneath(NamedTuple):
    """The ring above a saddle along the axes of its element."""

    o_1: float  # from the saddle to the fibre [m]
    o_2: float
    o_3: float
    t_1: float  # tangent in the plane across e_3
    t_2: float
    v_1: float  # velocity of the fibre [m/s]
    v_2: float
    v_3: float
    k_n: float  # curvature in the plane, size, and across [1/m]
    k_z: float
    t: float  # place in the span


@lean_kernel
def add_spatial_saddle_forces(
    saddle: SpatialSaddle,
    rows: Rows,
    body: Block,
    ring: Block,
    twist: Block,
    R: Floats,
    place: Floats,
    dt: float,
) -> float:
    """Forces between all elements and rings; rows of friction for later.

    Returns the power of damping [W]; NaN if an element has lost its place on a ring.
    """
    u, h, plane, l_0 = body.u, body.h, saddle.plane, saddle.l_0
    damped = 0.0
    for i in range(rows.size):
        k = rows[i].a
        if k < 0:  # tells the compiler that no index counts from the end
            continue
        if not 0.0 <= place[i] < saddle.spans:
            return math.nan
        l_1, l_2, l_3 = plane.along, plane.level, saddle.z
        if i % 2 == 0:
            l_3 = -l_3
        o = follow_spatial_ring(rows, i, ring, body.q, R, place, (l_1, l_2, l_3), l_0)
        w_1, w_2, w_3 = u[k, 3], u[k, 4], u[k, 5]
        c_1 = R[k, 0] * u[k, 0] + R[k, 3] * u[k, 1] + R[k, 6] * u[k, 2]
        c_2 = R[k, 1] * u[k, 0] + R[k, 4] * u[k, 1] + R[k, 7] * u[k, 2]
        c_3 = R[k, 2] * u[k, 0] + R[k, 5] * u[k, 1] + R[k, 8] * u[k, 2]
        zeta, z = o.o_3, l_3 + o.o_3
        # gap along the outward normal (-t_2, t_1, 0), and its rate
        gap = o.o_2 * o.t_1 - o.o_1 * o.t_2 - plane.half_ring
        r_1 = o.v_1 - c_1 - (w_2 * z - w_3 * l_2)
        r_2 = o.v_2 - c_2 - (w_3 * l_1 - w_1 * z)
        rate = r_2 * o.t_1 - r_1 * o.t_2
        force, damping = saddle_force(plane, gap, rate)
        power = -damping * rate
        rows[i].energy = 0.0
        if twist.q.shape[1] > 0:
            more, lost = lie_twisted(saddle, rows, i, body, twist, R, gap, o.t)
            force, power = force + more, power + lost
        f_1, f_2 = -force * o.t_2, force * o.t_1  # on the ring
        # across, at the fibre
        e_1, e_2 = l_1 + o.o_1, l_2 + o.o_2
        slide = o.v_3 - c_3 - (w_1 * e_2 - w_2 * e_1)
        f_3 = tracking_force(saddle.tracking, zeta) - saddle.d_z * slide
        if saddle.crown > 0.0 and force > 0.0:
            f_3 += steer(saddle, rows, i, o, ring.h, l_0)
        damped += power + saddle.d_z * slide * slide
        rows[i].gap, rows[i].force = gap, force
        rows[i].offset, rows[i].side_force = zeta, f_3
        rows[i].bound = plane.mu * abs(force) * dt
        x, y, z_w = to_world(R, k, f_1, f_2, f_3)
        h[k, 0] -= x
        h[k, 1] -= y
        h[k, 2] -= z_w
        h[k, 3] -= e_2 * f_3 - z * f_2
        h[k, 4] -= z * f_1 - e_1 * f_3
        h[k, 5] -= l_1 * f_2 - l_2 * f_1
        add_to_spatial_ring(rows, i, ring.h, x, y, z_w)
        if rows[i].bound > 0.0:  # who asks for friction also asks for the bound
            fill_saddle_directions(rows, i, R, (l_1, l_2, z), o, (w_1, w_2, w_3), dt)
            fill_spatial_saddle_mass(rows, i, body, ring)
    return damped


@inline_kernel
def follow_spatial_ring(
    rows: Rows,
    i: int,
    ring: Block,
    q: Floats,
    R: Floats,
    place: Floats,
    arm: tuple[float, float, float],
    l_0: float,
) -> Beneath:
    """The place on the ring, one Newton step across e_3; fills the weights."""
    k, v, m = rows[i].a, ring.u, ring.q.shape[1] // 2
    first = m if i % 2 == 1 else 0
    xi = place[i]
    b = int(xi)
    e = b + 1 if b + 1 < m else 0
    a, d = b - 1 if b > 0 else m - 1, e + 1 if e + 1 < m else 0
    points = (first + a, first + b, first + e, first + d)
    t = xi - b
    n, slope = basis(t), basis_slope(t)
    s = weighted(ring.q, points, slope)
    c = weighted(ring.q, points, basis_bend(t))
    r = weighted(ring.q, points, n)
    r_x, r_y, r_z = r[0] - q[k, 0], r[1] - q[k, 1], r[2] - q[k, 2]
    o_1 = R[k, 0] * r_x + R[k, 3] * r_y + R[k, 6] * r_z - arm[0]
    o_2 = R[k, 1] * r_x + R[k, 4] * r_y + R[k, 7] * r_z - arm[1]
    o_3 = R[k, 2] * r_x + R[k, 5] * r_y + R[k, 8] * r_z - arm[2]
    s_1 = R[k, 0] * s[0] + R[k, 3] * s[1] + R[k, 6] * s[2]
    s_2 = R[k, 1] * s[0] + R[k, 4] * s[1] + R[k, 7] * s[2]
    s_3 = R[k, 2] * s[0] + R[k, 5] * s[1] + R[k, 8] * s[2]
    c_1 = R[k, 0] * c[0] + R[k, 3] * c[1] + R[k, 6] * c[2]
    c_2 = R[k, 1] * c[0] + R[k, 4] * c[1] + R[k, 7] * c[2]
    move = (o_1 * s_1 + o_2 * s_2) / (s_1 * s_1 + s_2 * s_2 + o_1 * c_1 + o_2 * c_2)
    rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3 = points
    w0, w1 = n[0] - move * slope[0], n[1] - move * slope[1]
    w2, w3 = n[2] - move * slope[2], n[3] - move * slope[3]
    rows[i].w0, rows[i].w1, rows[i].w2, rows[i].w3 = w0, w1, w2, w3
    xi -= move
    place[i] = xi + m if xi < 0.0 else (xi - m if xi >= m else xi)
    t_1, t_2 = s_1 - move * c_1, s_2 - move * c_2
    scale = 1.0 / math.sqrt(t_1 * t_1 + t_2 * t_2)
    f = weighted(v, points, (w0, w1, w2, w3))
    return Beneath(
        o_1 - move * s_1,
        o_2 - move * s_2,
        o_3 - move * s_3,
        scale * t_1,
        scale * t_2,
        R[k, 0] * f[0] + R[k, 3] * f[1] + R[k, 6] * f[2],
        R[k, 1] * f[0] + R[k, 4] * f[1] + R[k, 7] * f[2],
        R[k, 2] * f[0] + R[k, 5] * f[1] + R[k, 8] * f[2],
        abs(s_1 * c_2 - s_2 * c_1) / ((s_1 * s_1 + s_2 * s_2) * l_0),
        c[2] / (l_0 * l_0),
        t,
    )


@inline_kernel
def lie_twisted(
    saddle: SpatialSaddle,
    rows: Rows,
    i: int,
    body: Block,
    twist: Block,
    R: Floats,
    gap: float,
    t: float,
) -> tuple[float, float]:
    """Moment of a twisted ring on its saddle, both ways.

    Returns by how much its force is more than that of a ring that lies flat [N], and
    the power of damping [W].
    """
    k, b, c = rows[i].a, rows[i].p1, rows[i].p2
    if k < 0 or b < 0 or c < 0:  # tells the compiler that no index counts from the end
        return 0.0, 0.0
    plane, u, width = saddle.plane, body.u, saddle.width
    angle = twist_at(twist.q, b, c, t) - R[k, 7]
    line = line_contact(plane.k, width, gap, angle)
    flat = max(0.0, -plane.k * gap)
    if plane.bilateral == 1:  # held all along
        turned = plane.k * width * width / 12.0 * angle
        line = Line(flat, -turned, 0.5 * turned * angle, 1.0)
        rows[i].energy += line.energy
    else:
        rows[i].energy += line.energy - (
            0.5 * plane.k * gap * gap if gap < 0.0 else 0.0
        )
    rate = twist_at(twist.u, b, c, t) - R[k, 8] * u[k, 3] + R[k, 6] * u[k, 5]
    damp = plane.d * width * width / 12.0 * line.share * rate
    moment = line.moment - damp
    twist.h[0, b] += (1.0 - t) * moment
    twist.h[0, c] += t * moment
    body.h[k, 3] -= moment * R[k, 8]
    body.h[k, 5] += moment * R[k, 6]
    return line.force - flat, damp * rate


@inline_kernel
def steer(
    saddle: SpatialSaddle, rows: Rows, i: int, o: Beneath, h: Floats, l_0: float
) -> float:
    """What a crowned saddle does to the ring: bends it, and pushes it across [N]."""
    a, b, e, d = rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3
    slope = o.k_n * saddle.crown
    k_0 = -slope * o.o_3
    rows[i].energy += saddle.EI_t * k_0 * (0.5 * k_0 - o.k_z)
    if a >= 0 and b >= 0 and e >= 0 and d >= 0:  # no index counts from the end
        b0, b1, b2, b3 = basis_bend(o.t)
        bent = saddle.EI_t * k_0 / (l_0 * l_0)
        h[2, a] += bent * b0
        h[2, b] += bent * b1
        h[2, e] += bent * b2
        h[2, d] += bent * b3
    return saddle.EI_t * (k_0 - o.k_z) * slope


@inline_kernel
def weighted(
    q: Floats,
    p: tuple[int, int, int, int],
    w: tuple[float, float, float, float],
) -> tuple[float, float, float]:
    """Sum of four control points."""
    a, b, e, d = p
    return (
        w[0] * q[0, a] + w[1] * q[0, b] + w[2] * q[0, e] + w[3] * q[0, d],
        w[0] * q[1, a] + w[1] * q[1, b] + w[2] * q[1, e] + w[3] * q[1, d],
        w[0] * q[2, a] + w[1] * q[2, b] + w[2] * q[2, e] + w[3] * q[2, d],
    )


@inline_kernel
def fill_saddle_directions(
    rows: Rows,
    i: int,
    R: Floats,
    arm: tuple[float, float, float],
    o: Beneath,
    w: tuple[float, float, float],
    dt: float,
) -> None:
    """Along and across the ring at the middle of the coming step, with levers.

    Both turn with the element, so that levers stay along its axes.
    """
    k, half = rows[i].a, 0.5 * dt
    t_1, t_2 = o.t_1, o.t_2
    x, y, z = to_world(
        R,
        k,
        t_1 - half * w[2] * t_2,
        t_2 + half * w[2] * t_1,
        half * (w[0] * t_2 - w[1] * t_1),
    )
    rows[i].t_x, rows[i].t_y, rows[i].t_z = x, y, z
    rows[i].t_1, rows[i].t_2 = -arm[2] * t_2, arm[2] * t_1
    rows[i].t_3 = arm[0] * t_2 - arm[1] * t_1
    x, y, z = to_world(R, k, half * w[1], -half * w[0], 1.0)
    rows[i].z_x, rows[i].z_y, rows[i].z_z = x, y, z
    rows[i].z_1, rows[i].z_2, rows[i].z_3 = arm[1], -arm[0], 0.0


@inline_kernel
def add_to_spatial_ring(
    rows: Rows, i: int, h: Floats, x: float, y: float, z: float
) -> None:
    """A force on the fibre at the place of a row."""
    a, b, e, d = rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3
    if a < 0 or b < 0 or e < 0 or d < 0:
        return
    w0, w1, w2, w3 = rows[i].w0, rows[i].w1, rows[i].w2, rows[i].w3
    h[0, a] += w0 * x
    h[1, a] += w0 * y
    h[2, a] += w0 * z
    h[0, b] += w1 * x
    h[1, b] += w1 * y
    h[2, b] += w1 * z
    h[0, e] += w2 * x
    h[1, e] += w2 * y
    h[2, e] += w2 * z
    h[0, d] += w3 * x
    h[1, d] += w3 * y
    h[2, d] += w3 * z


@lean_kernel
def spatial_saddle_energy(saddle: SpatialSaddle, rows: Rows) -> float:
    """Elastic energy of saddles, ears, tracking and crowns [J]."""
    plane, total = saddle.plane, 0.0
    for i in range(rows.size):
        gap = rows[i].gap
        if gap < 0.0 or plane.bilateral == 1:
            total += 0.5 * plane.k * gap * gap
        elif gap > plane.ear_play:
            total += 0.5 * plane.k * (gap - plane.ear_play) ** 2
        total += tracking_energy(saddle.tracking, rows[i].offset) + rows[i].energy
    return total
