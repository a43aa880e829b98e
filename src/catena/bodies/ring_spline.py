"""A thin closed ring in the plane as a rotation-free uniform cubic B-spline.

The control points are the only coordinates. Span i lies between the knots i and
i + 1 and is shaped by the control points i - 1, i, i + 1, i + 2 (cyclic); a place on
the ring is a span and t in [0, 1). Tension is measured at mid-span, curvature at the
knots, and every force is the exact gradient of an energy:

    eps = |r'| / l_0 - 1,  V = 1/2 EA eps^2 l_0 per span,          r' at t = 1/2
    kappa = (r' x r'') / (|r'|^2 l_0),  V = 1/2 EI (kappa - kappa_0)^2 l_0 per knot

with r' the derivative by t and l_0 the relaxed length of a span. kappa is the turning
of the tangent per relaxed length, as in [Cebulla2014] (6.28), so that stretching a
straight or a curved piece evenly does not bend it. Turning counterclockwise counts
positive. The mass is lumped, one part per control point.

Source: the planar strain and curvature energies (6.24), (6.30) of [Cebulla2014].
Deviation: no shear and no angles. The rod of Section 6.2 carries a shear-rotation mode
of the frequency sqrt(G s A / (rho I)) which limits the step for every mesh; here the
limit is that of the axial waves, 2 l_0 / (1.09 c).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.bodies.ring_strip import (
    PAD,
    Strip,
    fill_bending,
    fill_turns,
    gather_inner,
    lay_out,
    mid,
)
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats

POWERS = np.array([[1, 4, 1, 0], [-3, 0, 3, 0], [3, -6, 3, 0], [-1, 3, -3, 1]]) / 6.0
"""Weights of the four control points as coefficients of 1, t, t^2, t^3."""


class RingSpline(NamedTuple):
    """One ring of equal spans."""

    l_0: float  # relaxed length of a span [m]
    EA: float  # axial stiffness [N]
    EI: float  # bending stiffness [N m^2]
    kappa_0: float  # natural curvature, > 0 counterclockwise [1/m]
    tau: float  # axial damping over axial stiffness [s]
    m: float  # mass of a control point: rho A l_0 [kg]


@inline_kernel
def basis(t: float) -> tuple[float, float, float, float]:
    """Weights of the four control points at the place t of a span."""
    s = 1.0 - t
    tt = t * t
    return (
        s * s * s / 6.0,
        2.0 / 3.0 - tt + 0.5 * tt * t,
        1.0 / 6.0 + 0.5 * (t + tt - tt * t),
        tt * t / 6.0,
    )


@inline_kernel
def basis_slope(t: float) -> tuple[float, float, float, float]:
    """Weights of r', the derivative by t."""
    s = 1.0 - t
    tt = t * t
    return -0.5 * s * s, 1.5 * tt - 2.0 * t, 0.5 + t - 1.5 * tt, 0.5 * tt


@inline_kernel
def basis_bend(t: float) -> tuple[float, float, float, float]:
    """Weights of r'', the second derivative by t."""
    return 1.0 - t, 3.0 * t - 2.0, 1.0 - 3.0 * t, t


@inline_kernel
def beside(b: int, n: int) -> tuple[int, int, int]:
    """The control points before and the two behind that of span b, of n."""
    c = b + 1 if b + 1 < n else 0
    return b - 1 if b > 0 else n - 1, c, c + 1 if c + 1 < n else 0


@inline_kernel
def mid_slope(values: Floats, row: int, a: int, b: int, c: int, d: int) -> float:
    """Derivative by t at mid-span of a coordinate or a velocity."""
    outer = 0.125 * (values[row, d] - values[row, a])
    return float(outer + 0.625 * (values[row, c] - values[row, b]))


@lean_kernel
def add_ring_forces(
    ring: RingSpline, q: Floats, u: Floats, force: Floats, tension: Floats,
    strip: Floats,
) -> None:  # fmt: skip
    """Add the inner forces of the ring and fill the tension of its spans.

    ``q``, ``u`` (2, n): x, y [m] of the control points and their rates; ``force``
    (2, n) [N]; ``tension`` (n,), elastic and viscous part together [N]; ``strip``
    is filled.
    """
    lay_out(strip, Strip.X, q)
    lay_out(strip, Strip.U, u)
    fill_pulls(ring, tension, strip)
    # at a knot the weights of r' are -1, 0, 1 over 2 and of r'' 1, -2, 1: three
    # points, so that bending costs as little as a finite difference
    fill_turns(strip)
    turn, moment, per_length = strip[Strip.TURN], strip[Strip.MOMENT], 1.0 / ring.l_0
    for i in range(q.shape[1]):
        k = PAD + i
        # turning of the tangent per span, as in (6.28): an even stretch does not bend
        moment[k] *= ring.EI * (turn[k] * per_length - ring.kappa_0)
    fill_bending(strip)
    gather_inner(strip, force)


@lean_kernel
def fill_pulls(ring: RingSpline, tension: Floats, strip: Floats) -> None:
    """Tension of all spans, and as a vector along them."""
    x, y, u, v = strip[Strip.X], strip[Strip.Y], strip[Strip.U], strip[Strip.V]
    e_x, e_y = strip[Strip.PULL_X], strip[Strip.PULL_Y]
    n, per_length = tension.size, 1.0 / ring.l_0
    for i in range(n):
        k = PAD + i
        e_x[k] = mid(x, k)
    for i in range(n):
        k = PAD + i
        e_y[k] = mid(y, k)
    for i in range(n):
        k = PAD + i
        tension[i] = e_x[k] * mid(u, k) + e_y[k] * mid(v, k)
    for i in range(n):
        k = PAD + i
        length = math.sqrt(e_x[k] * e_x[k] + e_y[k] * e_y[k])
        per_e = 1.0 / length
        # eps + tau eps_dot: damping in proportion to the stiffness of the material
        rate = tension[i] * per_e
        T = ring.EA * ((length + ring.tau * rate) * per_length - 1.0)
        tension[i] = T
        e_x[k], e_y[k] = T * per_e * e_x[k], T * per_e * e_y[k]


@lean_kernel
def ring_damping(
    ring: RingSpline, q: Floats, u: Floats, mean: Floats, strip: Floats
) -> float:
    """Power that axial damping takes, tau EA eps_dot(u) eps_dot(mean) l_0 in sum [W].

    A step finds its damping forces at the velocities ``u`` before it and lets them work
    on its ``mean`` ones, (2, n) each; ``q`` are the places of those forces. ``strip``
    is filled.
    """
    if ring.tau == 0.0:
        return 0.0
    n = q.shape[1]
    lay_out(strip, Strip.X, q)
    lay_out(strip, Strip.U, u)
    x, y, u_x, u_y = strip[Strip.X], strip[Strip.Y], strip[Strip.U], strip[Strip.V]
    rate, meant = strip[Strip.TURN], strip[Strip.MOMENT]
    for i in range(n):
        k = PAD + i
        rate[k] = mid(x, k) * mid(u_x, k) + mid(y, k) * mid(u_y, k)
    lay_out(strip, Strip.U, mean)
    for i in range(n):
        k = PAD + i
        meant[k] = mid(x, k) * mid(u_x, k) + mid(y, k) * mid(u_y, k)
    for i in range(n):
        k = PAD + i
        e_x, e_y = mid(x, k), mid(y, k)
        rate[k] = rate[k] * meant[k] / (e_x * e_x + e_y * e_y)
    rates = 0.0
    for i in range(n):
        k = PAD + i
        rates += rate[k]
    return ring.tau * ring.EA * rates / ring.l_0


@lean_kernel
def ring_energy(ring: RingSpline, q: Floats) -> float:
    """Elastic energy of stretching and bending [J]."""
    n = q.shape[1]
    stretching = 0.0
    bending = 0.0
    for i in range(n):
        a, c, d = (i - 1) % n, (i + 1) % n, (i + 2) % n
        p_x, p_y = 0.5 * (q[0, c] - q[0, a]), 0.5 * (q[1, c] - q[1, a])
        s_x = q[0, a] - 2.0 * q[0, i] + q[0, c]
        s_y = q[1, a] - 2.0 * q[1, i] + q[1, c]
        turn = (p_x * s_y - p_y * s_x) / (p_x * p_x + p_y * p_y)
        bending += (turn / ring.l_0 - ring.kappa_0) ** 2
        e_x = 0.125 * (q[0, d] - q[0, a]) + 0.625 * (q[0, c] - q[0, i])
        e_y = 0.125 * (q[1, d] - q[1, a]) + 0.625 * (q[1, c] - q[1, i])
        stretching += (math.sqrt(e_x * e_x + e_y * e_y) / ring.l_0 - 1.0) ** 2
    return 0.5 * ring.l_0 * (ring.EA * stretching + ring.EI * bending)


def control_points(course: Floats) -> Floats:
    """Control points whose spline runs through the points of a closed course.

    ``course`` and the answer are (n, ...); knot i of the spline is point i. The cyclic
    system (c_{i-1} + 4 c_i + c_{i+1}) / 6 = p_i is diagonal in Fourier space.
    """
    n = course.shape[0]
    turn = 2.0 * np.pi * np.arange(n // 2 + 1) / n
    gain = (2.0 + np.cos(turn)) / 3.0
    gain = gain.reshape((-1,) + (1,) * (course.ndim - 1))
    answer: Floats = np.fft.irfft(np.fft.rfft(course, axis=0) / gain, n=n, axis=0)
    return answer


def spline_points(control: Floats, place: Floats) -> Floats:
    """Points of the spline at the places xi = span + t, cyclic, (m, ...)."""
    n = control.shape[0]
    span = np.floor(place).astype(np.int64)
    weights = np.vander(place - span, 4, increasing=True) @ POWERS
    nearby = control[(span[:, None] + np.arange(-1, 3)) % n]
    points: Floats = np.einsum("mk,mk...->m...", weights, nearby)
    return points


def mid_slopes(points: Floats) -> Floats:
    """r' in the middle of all spans (2, n)."""
    a, c, d = (np.roll(points, k, axis=1) for k in (1, -1, -2))
    found: Floats = 0.125 * (d - a) + 0.625 * (c - points)
    return found
