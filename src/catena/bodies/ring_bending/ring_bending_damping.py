"""Viscous bending of a spline ring: the hysteresis of a belt around its pulleys.

The moment at a knot lags the curvature by a time tau_b, M = EI (kappa - kappa_0 +
tau_b kappa_dot). A rigid motion changes no curvature and loses nothing; a belt that
runs onto a pulley of radius R at the speed v is bent from 0 to 1/R within about one
span and loses energy there, and again where it leaves.

    kappa l_0 = (r' x r'') / |r'|^2
    kappa_dot l_0 = (v' x r'' + r' x v'' - 2 kappa l_0 (r' . v')) / |r'|^2

Source: the damping matrix of curvature in [Cebulla2014] (6.79).
Deviation: the rate is that of the scalar curvature, which is objective; the printed one
also damps rigid rotation of a curved rod.
"""

from __future__ import annotations

from catena.bodies.ring_spline import RingSpline
from catena.bodies.ring_strip import (
    PAD,
    Strip,
    bend,
    fill_bending,
    fill_turns,
    gather_bending,
    lay_out,
    slope,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats


@lean_kernel
def add_bending_damping(
    ring: RingSpline, tau_b: float, q: Floats, u: Floats, h: Floats, strip: Floats
) -> None:
    """Add the viscous bending forces (2, n); ``strip`` is filled."""
    if tau_b == 0.0:
        return
    lay_out(strip, Strip.X, q)
    lay_out(strip, Strip.U, u)
    fill_turns(strip)
    x, y, v_x, v_y = strip[Strip.X], strip[Strip.Y], strip[Strip.U], strip[Strip.V]
    turn, moment, rate = strip[Strip.TURN], strip[Strip.MOMENT], strip[Strip.SLOPE_X]
    for i in range(q.shape[1]):
        k = PAD + i
        p_x, p_y, w_x, w_y = slope(x, k), slope(y, k), slope(v_x, k), slope(v_y, k)
        turning = w_x * bend(y, k) - w_y * bend(x, k)
        turning = turning + p_x * bend(v_y, k) - p_y * bend(v_x, k)
        rate[k] = turning - 2.0 * turn[k] * (p_x * w_x + p_y * w_y)
    for i in range(q.shape[1]):
        k = PAD + i
        p_p = moment[k]
        moment[k] = ring.EI * tau_b * (rate[k] * p_p) / ring.l_0 * p_p
    fill_bending(strip)
    gather_bending(strip, h)
