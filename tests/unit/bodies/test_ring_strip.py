"""A ring laid out as a strip gives the forces that a walk around it adds up."""

import numpy as np
import pytest

from catena.bodies.ring_bending.ring_bending_damping import add_bending_damping
from catena.bodies.ring_spline import RingSpline, add_ring_forces
from catena.bodies.ring_strip import PAD, Strip, lay_out, ring_strip


def _walk(ring, q, u, tau_b):
    """Inner forces, and those of viscous bending, place by place."""
    n, inner, viscous = q.shape[1], np.zeros_like(q), np.zeros_like(q)
    tension = np.zeros(n)
    for b in range(n):
        a, c, d = (b - 1) % n, (b + 1) % n, (b + 2) % n
        p, s = 0.5 * (q[:, c] - q[:, a]), q[:, a] - 2.0 * q[:, b] + q[:, c]
        turn = (p[0] * s[1] - p[1] * s[0]) / (p @ p)
        v, w = 0.5 * (u[:, c] - u[:, a]), u[:, a] - 2.0 * u[:, b] + u[:, c]
        rate = v[0] * s[1] - v[1] * s[0] + p[0] * w[1] - p[1] * w[0]
        rate = (rate - 2.0 * turn * (p @ v)) / (p @ p)
        for h, moment in (
            (inner, ring.EI * (turn / ring.l_0 - ring.kappa_0) / (p @ p)),
            (viscous, ring.EI * tau_b * rate / ring.l_0 / (p @ p)),
        ):
            e = moment * np.array([s[1] - 2 * turn * p[0], -s[0] - 2 * turn * p[1]])
            f = moment * np.array([-p[1], p[0]])
            h[:, a] += 0.5 * e - f
            h[:, b] += 2.0 * f
            h[:, c] -= 0.5 * e + f
        r = 0.125 * (q[:, d] - q[:, a]) + 0.625 * (q[:, c] - q[:, b])
        r_dot = 0.125 * (u[:, d] - u[:, a]) + 0.625 * (u[:, c] - u[:, b])
        length = np.hypot(*r)
        T = ring.EA * ((length + ring.tau * (r @ r_dot) / length) / ring.l_0 - 1.0)
        tension[b] = T
        for k, w in ((a, 0.125), (b, 0.625), (c, -0.625), (d, -0.125)):
            inner[:, k] += w * T * r / length
    return inner, viscous, tension


@pytest.mark.parametrize("n", [5, 9, 24])
def test_forces_are_those_of_a_walk_around_the_ring(n):
    rng, angle = np.random.default_rng(n), 2.0 * np.pi * np.arange(n) / n
    q = np.array([1.3 * np.cos(angle), 0.8 * np.sin(angle)])
    q, u = q + 0.05 * rng.normal(size=q.shape), rng.normal(size=q.shape)
    ring = RingSpline(2.0 * np.pi / n, 3.0, 0.4, 0.7, 0.2, 1.0)
    inner, viscous, tension = np.zeros_like(q), np.zeros_like(q), np.zeros(n)
    add_ring_forces(ring, q, u, inner, tension, ring_strip(n))
    add_bending_damping(ring, 0.3, q, u, viscous, ring_strip(n))
    known = _walk(ring, q, u, 0.3)
    for found, right in zip((inner, viscous, tension), known, strict=True):
        np.testing.assert_allclose(found, right, rtol=1e-11, atol=1e-11)


def test_the_ends_of_a_strip_are_repeated():
    strip, values = ring_strip(7), np.arange(14.0).reshape(2, 7)
    lay_out(strip, Strip.U, values)
    around = np.concatenate([values[0, -PAD:], values[0], values[0, :PAD]])
    np.testing.assert_array_equal(strip[Strip.U], around)
