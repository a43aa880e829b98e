"""Twist of thin closed rings in space: one angle about the ring for each knot.

phi is the roll of the width direction, that of an element on which the ring lies flat.
For small slopes z' against the plane

    kappa_b = z'' - phi kappa_n                         at the knots, in place of z''
    tau = phi' + z' (kappa_n + kappa_n,next) / 2        in the spans
    V = 1/2 l_0 (EI_z (kappa_b^2 - z''^2) + GJ tau^2)

beyond what `catena.bodies.ring_spatial` stores without twist. A ring tilted as a whole
and turned with its tilt stores nothing. Each knot has the polar inertia of its span.

Source: [Cebulla2014] 6.2.1 with a frame that is never that of Frenet.
Deviation: G I_0 of (6.29) is 592 times too much for layers that lie loose on each
other; each twists as a thin strip, G b t^3/3. Tension of twisted fibres, which adds
T b^2/12 to GJ, is left out.
"""

from __future__ import annotations

from catena.bodies.ring_spatial import SpatialRing, knot_turn, turn_pull
from catena.bodies.ring_spline import mid_slope
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.blocks import Block


@inline_kernel
def around(b: int, m: int) -> tuple[int, int, int]:
    """Points before and behind that of span b in its ring of m."""
    first = b - b % m
    a = b - 1 if b > first else first + m - 1
    c = b + 1 if b + 1 < first + m else first
    return a, c, c + 1 if c + 1 < first + m else first


@inline_kernel
def add_turning(q: Floats, h: Floats, D: float, points: tuple[int, int, int]) -> None:
    """Forces of an energy that changes by D with the turning of a knot [J]."""
    a, b, c = points
    turn, p_p = knot_turn(q, a, b, c)
    hp_x, hp_y, hs_x, hs_y = turn_pull(q, D * p_p, turn, points)
    h[0, a] += hp_x - hs_x
    h[1, a] += hp_y - hs_y
    h[0, b] += 2.0 * hs_x
    h[1, b] += 2.0 * hs_y
    h[0, c] -= hp_x + hs_x
    h[1, c] -= hp_y + hs_y


@lean_kernel
def add_ring_twist(rings: SpatialRing, ring: Block, twist: Block) -> None:
    """Add what twist does to rings (3, rings m) and to itself (1, rings m)."""
    q, h, turned, moment = ring.q, ring.h, twist.q, twist.h
    m, l_0, EI, GJ, slow = (
        rings.spans,
        rings.plane.l_0,
        rings.EI_z,
        rings.GJ,
        rings.tau_z,
    )
    for b in range(turned.shape[1]):
        a, c, d = around(b, m)
        turn, _ = knot_turn(q, a, b, c)
        ahead, _ = knot_turn(q, b, c, d)
        phi, rate = turned[0, b], twist.u[0, b]
        # bending across at the knot: what twist takes of z'' = kappa_b + phi kappa_n
        per = 1.0 / l_0
        bend = (q[2, a] - 2.0 * q[2, b] + q[2, c]) * per * per
        bend_rate = (ring.u[2, a] - 2.0 * ring.u[2, b] + ring.u[2, c]) * per * per
        less, less_rate = phi * turn * per, rate * turn * per
        M_z = EI * (bend - less)
        M_v = M_z + EI * slow * (bend_rate - less_rate)
        across = EI * (less + slow * less_rate) * per
        h[2, a] += across
        h[2, b] -= 2.0 * across
        h[2, c] += across
        # torsion of the span
        mean = 0.5 * (turn + ahead) * per
        slope = mid_slope(q, 2, a, b, c, d)
        tau = (turned[0, c] - phi + slope * mean) * per
        slope_rate = mid_slope(ring.u, 2, a, b, c, d)
        tau_rate = (twist.u[0, c] - rate + slope_rate * mean) * per
        M_t = GJ * (tau + slow * tau_rate)
        moment[0, b] += M_v * turn + M_t
        moment[0, c] -= M_t
        pull = M_t * mean
        h[2, a] += 0.125 * pull
        h[2, b] += 0.625 * pull
        h[2, c] -= 0.625 * pull
        h[2, d] -= 0.125 * pull
        share = 0.5 * GJ * tau * slope * per
        add_turning(q, h, share - M_z * phi, (a, b, c))
        add_turning(q, h, share, (b, c, d))


@lean_kernel
def ring_twist_damping(
    rings: SpatialRing, ring: Block, twist: Block, u: Floats, rate: Floats
) -> float:
    """Power of damping beyond that of bending without twist [W].

    Forces of the velocities ``u`` (3, rings m) and ``rate`` (1, rings m) work on the
    mean ones of the blocks, as in `catena.bodies.ring_spline.ring_damping`.
    """
    q, m, l_0 = ring.q, rings.spans, rings.plane.l_0
    bending, torsion = 0.0, 0.0
    for b in range(twist.q.shape[1]):
        a, c, d = around(b, m)
        turn, _ = knot_turn(q, a, b, c)
        ahead, _ = knot_turn(q, b, c, d)
        less, less_mean = rate[0, b] * turn, twist.mean[0, b] * turn
        bend = (u[2, a] - 2.0 * u[2, b] + u[2, c]) / l_0
        mean = ring.mean
        bend_mean = (mean[2, a] - 2.0 * mean[2, b] + mean[2, c]) / l_0
        bending += less * less_mean - bend * less_mean - less * bend_mean
        half = 0.5 * (turn + ahead) / l_0
        tau = rate[0, c] - rate[0, b] + mid_slope(u, 2, a, b, c, d) * half
        tau_mean = twist.mean[0, c] - twist.mean[0, b]
        tau_mean += mid_slope(mean, 2, a, b, c, d) * half
        torsion += tau * tau_mean
    return rings.tau_z * (rings.EI_z * bending + rings.GJ * torsion) / l_0


@lean_kernel
def ring_twist_energy(rings: SpatialRing, q: Floats, turned: Floats) -> float:
    """Elastic energy of twist beyond that of rings without it [J]."""
    m, l_0, across, torsion = rings.spans, rings.plane.l_0, 0.0, 0.0
    for b in range(turned.shape[1]):
        a, c, d = around(b, m)
        turn, _ = knot_turn(q, a, b, c)
        ahead, _ = knot_turn(q, b, c, d)
        bend = (q[2, a] - 2.0 * q[2, b] + q[2, c]) / (l_0 * l_0)
        less = turned[0, b] * turn / l_0
        across += less * (less - 2.0 * bend)
        slope = mid_slope(q, 2, a, b, c, d)
        tau = (turned[0, c] - turned[0, b] + 0.5 * slope * (turn + ahead) / l_0) / l_0
        torsion += tau * tau
    return 0.5 * l_0 * (rings.EI_z * across + rings.GJ * torsion)


@inline_kernel
def twist_at(turned: Floats, b: int, c: int, t: float) -> float:
    """Twist, or its rate, at the place t of the span from knot b to c."""
    return float((1.0 - t) * turned[0, b] + t * turned[0, c])
