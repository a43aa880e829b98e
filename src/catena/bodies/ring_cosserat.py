"""A closed ring in the plane as a Cosserat rod on the contour of a spline ring.

Places are those of `catena.bodies.ring_spline`: control points of a uniform cubic
B-spline, one basis for contour, velocity and strain. Each span has an angle gamma at
its middle besides, to which stretch, shear and bending belong:

    e_1 = t.r'/l_0 - 1,  e_2 = n.r'/l_0,   t = (cos gamma, sin gamma), r' at t = 1/2
    V = 1/2 l_0 (EA e_1^2 + GA e_2^2) per span
    kappa = (gamma_i - gamma_{i-1}) / l_0,  V = 1/2 EI (kappa - kappa_0)^2 l_0 per knot

The angle winds up once around by ``winding``. Every force is the exact gradient of the
energy; damping acts on the rates of both strains, so that a rigid motion loses nothing.
A span's section has the inertia rho I l_0, which may be scaled: see `wave_steps`.

Source: [Cebulla2014] (6.39)-(6.89) for the staggered grid, (6.90), (6.98) for the
contour and its directions, (6.105), (6.111), (6.123) for the start.
Deviation: (6.51) takes the chord between two places, which on a pulley of radius R is
shorter than the contour of (6.90) by l_0^2/(24 R^2), at 6 mm on 54 mm as much as twice
the strain of a running belt; here r' is that of the contour. The errors of the thesis
that `catena.rods.planar_forces` names are mended.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.bodies.ring_spline import RingSpline, beside, mid_slope, mid_slopes
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.blocks import Block


class RingShear(NamedTuple):
    """What a Cosserat ring has beyond a spline ring."""

    GA: float  # shear stiffness G s A, shear correction included [N]
    J: float  # rotary inertia of a span, scaled: rho I l_0 [kg m^2]
    winding: float  # of the angle once around, > 0 counterclockwise [rad]


@lean_kernel
def add_cosserat_forces(
    ring: RingSpline, shear: RingShear, points: Block, turns: Block, tension: Floats
) -> None:
    """Add the inner forces on control points and sections; fill the tension of spans.

    ``points`` (2, n), ``turns`` (1, n); ``tension`` (n,), elastic and viscous [N].

    Source: [Cebulla2014] (6.53), (6.61), (6.83), corrected.
    """
    q, u, h = points.q, points.u, points.h
    n = q.shape[1]
    before = turns.q[0, n - 1] - shear.winding
    for b in range(n):
        a, c, d = beside(b, n)
        gamma, omega = turns.q[0, b], turns.u[0, b]
        cos, sin = math.cos(gamma), math.sin(gamma)
        x = (0.125 * (q[0, d] - q[0, a]) + 0.625 * (q[0, c] - q[0, b])) / ring.l_0
        y = (0.125 * (q[1, d] - q[1, a]) + 0.625 * (q[1, c] - q[1, b])) / ring.l_0
        v_x = (0.125 * (u[0, d] - u[0, a]) + 0.625 * (u[0, c] - u[0, b])) / ring.l_0
        v_y = (0.125 * (u[1, d] - u[1, a]) + 0.625 * (u[1, c] - u[1, b])) / ring.l_0
        along, across = cos * x + sin * y, cos * y - sin * x
        rate_1 = cos * v_x + sin * v_y + omega * across
        rate_2 = cos * v_y - sin * v_x - omega * along
        N = ring.EA * (along - 1.0 + ring.tau * rate_1)
        Q = shear.GA * (across + ring.tau * rate_2)
        tension[b] = N
        f_x, f_y = cos * N - sin * Q, sin * N + cos * Q
        h[0, a] += 0.125 * f_x
        h[1, a] += 0.125 * f_y
        h[0, b] += 0.625 * f_x
        h[1, b] += 0.625 * f_y
        h[0, c] -= 0.625 * f_x
        h[1, c] -= 0.625 * f_y
        h[0, d] -= 0.125 * f_x
        h[1, d] -= 0.125 * f_y
        M = ring.EI * ((gamma - before) / ring.l_0 - ring.kappa_0)
        turns.h[0, a] += M
        turns.h[0, b] += ring.l_0 * (Q * along - N * across) - M
        before = gamma


@inline_kernel
def _strain_rates(
    u: Floats, turn: tuple[float, float, float, float], omega: float,
    points: tuple[int, int, int, int], per_length: float,
) -> tuple[float, float]:  # fmt: skip
    """Rates of stretch and shear; ``turn`` are cos, sin, t.r' and n.r' over l_0."""
    cos, sin, along, across = turn
    a, b, c, d = points
    v_x = mid_slope(u, 0, a, b, c, d) * per_length
    v_y = mid_slope(u, 1, a, b, c, d) * per_length
    return (
        cos * v_x + sin * v_y + omega * across,
        cos * v_y - sin * v_x - omega * along,
    )


@lean_kernel
def cosserat_damping(
    ring: RingSpline, shear: RingShear, points: Block, turns: Block, u: Floats,
    omega: Floats,
) -> float:  # fmt: skip
    """Power that damping of stretch and shear takes [W].

    Forces of the velocities ``u`` (2, n) and ``omega`` (1, n) work on the mean ones of
    the blocks, as in `catena.bodies.ring_spline.ring_damping`.
    """
    if ring.tau == 0.0:
        return 0.0
    q, n, damped, per = points.q, points.q.shape[1], 0.0, 1.0 / ring.l_0
    for b in range(n):
        a, c, d = beside(b, n)
        cos, sin = math.cos(turns.q[0, b]), math.sin(turns.q[0, b])
        x = mid_slope(q, 0, a, b, c, d) * per
        y = mid_slope(q, 1, a, b, c, d) * per
        turn = cos, sin, cos * x + sin * y, cos * y - sin * x
        at = a, b, c, d
        rate_1, rate_2 = _strain_rates(u, turn, omega[0, b], at, per)
        mean_1, mean_2 = _strain_rates(points.mean, turn, turns.mean[0, b], at, per)
        damped += ring.EA * rate_1 * mean_1 + shear.GA * rate_2 * mean_2
    return ring.l_0 * ring.tau * damped


@lean_kernel
def cosserat_energy(
    ring: RingSpline, shear: RingShear, q: Floats, gamma: Floats
) -> float:
    """Elastic energy (6.49), (6.56) [J]; ``q`` (2, n), ``gamma`` (1, n)."""
    n, energy = q.shape[1], 0.0
    before = gamma[0, n - 1] - shear.winding
    for b in range(n):
        a, c, d = beside(b, n)
        cos, sin = math.cos(gamma[0, b]), math.sin(gamma[0, b])
        x = (0.125 * (q[0, d] - q[0, a]) + 0.625 * (q[0, c] - q[0, b])) / ring.l_0
        y = (0.125 * (q[1, d] - q[1, a]) + 0.625 * (q[1, c] - q[1, b])) / ring.l_0
        e_1, e_2 = cos * x + sin * y - 1.0, cos * y - sin * x
        bend = (gamma[0, b] - before) / ring.l_0 - ring.kappa_0
        energy += ring.EA * e_1 * e_1 + shear.GA * e_2 * e_2 + ring.EI * bend * bend
        before = gamma[0, b]
    return 0.5 * ring.l_0 * energy


def section_angles(control: Floats, rates: Floats) -> tuple[Floats, Floats]:
    """Angles of sections that stand upright on the fibre, and their rates.

    ``control``, ``rates`` (2, n); the answers are (1, n), without jumps.
    """
    (x, y), (v_x, v_y) = mid_slopes(control), mid_slopes(rates)
    turning = (x * v_y - y * v_x) / (x * x + y * y)
    return np.unwrap(np.arctan2(y, x))[None], turning[None]


def wave_steps(ring: RingSpline, shear: RingShear) -> tuple[float, float]:
    """Largest explicit steps of axial waves, and of waves across with turning [s].

    On a straight ring a wave of phase 2 arcsin(s) per span has the slope
    sigma = s (2 - s^2) per span: omega = sigma c / l_0 along it. Across, with the
    turning of the sections, omega^2 are the eigenvalues of

        [GA sigma^2/l_0, i GA sigma; -i GA sigma, GA l_0 + 4 EI s^2/l_0]

    over m and J, the upper of which is near GA l_0/J where J is small.
    """
    s = np.linspace(0.0, 1.0, 201)
    sigma = s * (2.0 - s**2)
    axial = sigma.max() * math.sqrt(ring.EA / (ring.m * ring.l_0))
    slide = shear.GA * sigma**2 / (ring.l_0 * ring.m)
    bend = 4.0 * ring.EI * s**2 / (ring.l_0 * shear.J)
    half = 0.5 * (slide + bend + shear.GA * ring.l_0 / shear.J)
    upper = half + np.sqrt(half**2 - slide * bend)
    return 2.0 / axial, float(2.0 / np.sqrt(upper.max()))
