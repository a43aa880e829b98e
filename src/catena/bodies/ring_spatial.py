"""Thin closed rings in space, several of them, as rotation-free cubic B-splines.

In the plane a ring is that of `catena.bodies.ring_spline`, with the length of its
spans measured in space. Across, z bends with the stiffness EI_z:

    eps = |r'| / l_0 - 1                                 r' = (x', y', z') at mid-span
    kappa_z = (z_{i-1} - 2 z_i + z_{i+1}) / l_0^2,  V = 1/2 EI_z kappa_z^2 l_0 per knot

These rings do not twist: they lie on saddles that hold their width direction. A ring
without saddles would resist a rigid tilt, so this is no free rod; twist is added by
`catena.bodies.ring_twist`.

Source: [Cebulla2014] (6.24), (6.30) for small slopes z' against the plane.
Deviation: no angles, no shear. A ring set of 9 mm x 12 x 0.185 mm twists so easily,
0.02 N m^2, that its saddles decide.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.bodies.ring_spline import RingSpline, mid_slope
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats


class SpatialRing(NamedTuple):
    """Equal rings of equal spans; control points of ring r are r m .. r m + m - 1."""

    plane: RingSpline
    spans: int  # m, of one ring
    EI_z: float  # against bending across the plane [N m^2]
    tau_z: float  # its damping over its stiffness [s]
    GJ: float = 0.0  # against twist [N m^2]
    twists: int = 0  # how many knots twist: all of both rings, or none


@inline_kernel
def knot_turn(q: Floats, a: int, b: int, c: int) -> tuple[float, float]:
    """Turning of the tangent in the plane at the knot b, and 1 / r'^2 there."""
    p_x, p_y = 0.5 * (q[0, c] - q[0, a]), 0.5 * (q[1, c] - q[1, a])  # r'
    s_x = q[0, a] - 2.0 * q[0, b] + q[0, c]  # r''
    s_y = q[1, a] - 2.0 * q[1, b] + q[1, c]
    p_p = 1.0 / (p_x * p_x + p_y * p_y)
    return (p_x * s_y - p_y * s_x) * p_p, p_p


@inline_kernel
def turn_pull(
    q: Floats, moment: float, turn: float, points: tuple[int, int, int]
) -> tuple[float, float, float, float]:
    """Half dV/dr' and dV/dr'' where V changes with the turning by moment r'^2."""
    a, b, c = points
    p_x, p_y = 0.5 * (q[0, c] - q[0, a]), 0.5 * (q[1, c] - q[1, a])
    s_x = q[0, a] - 2.0 * q[0, b] + q[0, c]
    s_y = q[1, a] - 2.0 * q[1, b] + q[1, c]
    return (
        0.5 * moment * (s_y - 2.0 * turn * p_x),
        -0.5 * moment * (s_x + 2.0 * turn * p_y),
        -moment * p_y,
        moment * p_x,
    )


@lean_kernel
def add_spatial_ring_forces(
    rings: SpatialRing, q: Floats, u: Floats, h: Floats, tension: Floats
) -> None:
    """Add the inner forces of all rings and fill the tension of their spans.

    ``q``, ``u``, ``h`` (3, rings m), ``tension`` (rings m,).
    """
    m, ring = rings.spans, rings.plane
    per_length = 1.0 / ring.l_0
    lateral = rings.EI_z * per_length**3
    for b in range(q.shape[1]):
        first = b - b % m
        a = b - 1 if b > first else first + m - 1
        c = b + 1 if b + 1 < first + m else first
        d = c + 1 if c + 1 < first + m else first
        x_a, x_b, x_c, x_d = q[0, a], q[0, b], q[0, c], q[0, d]
        y_a, y_b, y_c, y_d = q[1, a], q[1, b], q[1, c], q[1, d]
        z_a, z_b, z_c, z_d = q[2, a], q[2, b], q[2, c], q[2, d]

        # bending in the plane at the knot b, shaped by a, b, c
        turn, p_p = knot_turn(q, a, b, c)
        moment = ring.EI * (turn * per_length - ring.kappa_0) * p_p
        hp_x, hp_y, hs_x, hs_y = turn_pull(q, moment, turn, (a, b, c))

        # bending across, with its damping
        rate_z = u[2, a] - 2.0 * u[2, b] + u[2, c]
        hs_z = lateral * (z_a - 2.0 * z_b + z_c + rings.tau_z * rate_z)

        # tension at the middle of the span, shaped by a, b, c, d
        e_x = 0.125 * (x_d - x_a) + 0.625 * (x_c - x_b)  # r'
        e_y = 0.125 * (y_d - y_a) + 0.625 * (y_c - y_b)
        e_z = 0.125 * (z_d - z_a) + 0.625 * (z_c - z_b)
        w_x = 0.125 * (u[0, d] - u[0, a]) + 0.625 * (u[0, c] - u[0, b])
        w_y = 0.125 * (u[1, d] - u[1, a]) + 0.625 * (u[1, c] - u[1, b])
        w_z = 0.125 * (u[2, d] - u[2, a]) + 0.625 * (u[2, c] - u[2, b])
        length = math.sqrt(e_x * e_x + e_y * e_y + e_z * e_z)
        per_e = 1.0 / length
        rate = (e_x * w_x + e_y * w_y + e_z * w_z) * per_e
        T = ring.EA * ((length + ring.tau * rate) * per_length - 1.0)
        tension[b] = T
        T_x, T_y, T_z = T * per_e * e_x, T * per_e * e_y, T * per_e * e_z

        h[0, a] += hp_x - hs_x + 0.125 * T_x
        h[1, a] += hp_y - hs_y + 0.125 * T_y
        h[2, a] += 0.125 * T_z - hs_z
        h[0, b] += 2.0 * hs_x + 0.625 * T_x
        h[1, b] += 2.0 * hs_y + 0.625 * T_y
        h[2, b] += 2.0 * hs_z + 0.625 * T_z
        h[0, c] -= hp_x + hs_x + 0.625 * T_x
        h[1, c] -= hp_y + hs_y + 0.625 * T_y
        h[2, c] -= hs_z + 0.625 * T_z
        h[0, d] -= 0.125 * T_x
        h[1, d] -= 0.125 * T_y
        h[2, d] -= 0.125 * T_z


@lean_kernel
def spatial_ring_damping(
    rings: SpatialRing, q: Floats, u: Floats, mean: Floats
) -> float:
    """Power that damping by the velocities u takes on a motion ``mean`` [W].

    As in `catena.bodies.ring_spline.ring_damping`, (3, rings m) each.
    """
    m, along, across = rings.spans, 0.0, 0.0
    for b in range(q.shape[1]):
        first = b - b % m
        a = b - 1 if b > first else first + m - 1
        c = b + 1 if b + 1 < first + m else first
        d = c + 1 if c + 1 < first + m else first
        bend = u[2, a] - 2.0 * u[2, b] + u[2, c]
        across += bend * (mean[2, a] - 2.0 * mean[2, b] + mean[2, c])
        square, rate, meant = 0.0, 0.0, 0.0
        for i in range(3):
            e = mid_slope(q, i, a, b, c, d)
            square += e * e
            rate += e * mid_slope(u, i, a, b, c, d)
            meant += e * mid_slope(mean, i, a, b, c, d)
        along += rate * meant / square
    ring = rings.plane
    along *= ring.EA * ring.tau / ring.l_0
    return along + rings.EI_z * rings.tau_z / ring.l_0**3 * across


@lean_kernel
def spatial_ring_energy(rings: SpatialRing, q: Floats) -> float:
    """Elastic energy of all rings [J]."""
    m, ring = rings.spans, rings.plane
    stretching, bending, across = 0.0, 0.0, 0.0
    for b in range(q.shape[1]):
        first = b - b % m
        a = first + (b - first - 1) % m
        c, d = first + (b - first + 1) % m, first + (b - first + 2) % m
        turn, _ = knot_turn(q, a, b, c)
        bending += (turn / ring.l_0 - ring.kappa_0) ** 2
        across += (q[2, a] - 2.0 * q[2, b] + q[2, c]) ** 2
        square = 0.0
        for i in range(3):
            e = 0.125 * (q[i, d] - q[i, a]) + 0.625 * (q[i, c] - q[i, b])
            square += e * e
        stretching += (math.sqrt(square) / ring.l_0 - 1.0) ** 2
    in_plane = ring.l_0 * (ring.EA * stretching + ring.EI * bending)
    return 0.5 * (in_plane + rings.EI_z * across / ring.l_0**3)
