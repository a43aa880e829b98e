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
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats


@inline_kernel
def knot_turn(
    q: Floats, a: int, b: int, c: int
) -> tuple[float, float, float, float, float, float]:
    """r', r'', 1 / |r'|^2 and the turn of the tangent at the knot b."""
    p_x, p_y = 0.5 * (q[0, c] - q[0, a]), 0.5 * (q[1, c] - q[1, a])
    s_x, s_y = q[0, a] - 2.0 * q[0, b] + q[0, c], q[1, a] - 2.0 * q[1, b] + q[1, c]
    p_p = 1.0 / (p_x * p_x + p_y * p_y)
    return p_x, p_y, s_x, s_y, p_p, (p_x * s_y - p_y * s_x) * p_p


@inline_kernel
def add_knot_moment(
    h: Floats, points: tuple[int, int, int], moment: float,
    first: tuple[float, float], second: tuple[float, float], turn: float,
) -> None:  # fmt: skip
    """Forces of a moment over r'^2 at a knot; ``first`` is r' there, ``second`` r''.

    They are its power's coefficients of the rates of r' and r'', handed on to the
    three control points: r' = (c - a)/2, r'' = a - 2 b + c.
    """
    a, b, c = points
    p_x, p_y = first
    s_x, s_y = second
    e_x, e_y = moment * (s_y - 2.0 * turn * p_x), -moment * (s_x + 2.0 * turn * p_y)
    f_x, f_y = -moment * p_y, moment * p_x
    h[0, a] += 0.5 * e_x - f_x
    h[1, a] += 0.5 * e_y - f_y
    h[0, b] += 2.0 * f_x
    h[1, b] += 2.0 * f_y
    h[0, c] -= 0.5 * e_x + f_x
    h[1, c] -= 0.5 * e_y + f_y


@lean_kernel
def add_bending_damping(
    ring: RingSpline, tau_b: float, q: Floats, u: Floats, h: Floats
) -> None:
    """Add the viscous bending forces (2, n)."""
    if tau_b == 0.0:
        return
    n = q.shape[1]
    a = n - 1
    for b in range(n):
        c = b + 1 if b + 1 < n else 0
        p_x, p_y, s_x, s_y, p_p, turn = knot_turn(q, a, b, c)
        v_x, v_y = 0.5 * (u[0, c] - u[0, a]), 0.5 * (u[1, c] - u[1, a])
        b_x = u[0, a] - 2.0 * u[0, b] + u[0, c]
        b_y = u[1, a] - 2.0 * u[1, b] + u[1, c]
        rate = v_x * s_y - v_y * s_x + p_x * b_y - p_y * b_x
        rate = (rate - 2.0 * turn * (p_x * v_x + p_y * v_y)) * p_p
        moment = ring.EI * tau_b * rate / ring.l_0 * p_p
        add_knot_moment(h, (a, b, c), moment, (p_x, p_y), (s_x, s_y), turn)
        a = b
