"""Free bodies in space: how they drift, their forces of gravity, their energy.

The turning of a free body is split into turns about its principal axes, forth and
back: the momentum stays what it is in the world to rounding, energy swings
within the second order of the step and does not drift.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import cross, to_body, to_world
from catena.tables.spatial_bodies import BodySystem, BodyWork
from catena.tables.state import State


@lean_kernel
def drift(system: BodySystem, q: Floats, u: Floats, dt: float) -> None:
    """Let all bodies move on without forces."""
    body = system.body
    for i in range(body.size):
        if body[i].free == 0:
            continue
        for a in range(3):
            q[i, a] += dt * u[i, a]
        if body[i].J_x == body[i].J_y and body[i].J_y == body[i].J_z:
            _turn_ball(q, u, i, dt)
            continue
        for axis, share in ((0, 0.5), (1, 0.5), (2, 1.0), (1, 0.5), (0, 0.5)):
            _turn_about(system, q, u, i, axis, share * dt)


@lean_kernel
def _turn_ball(q: Floats, u: Floats, i: int, dt: float) -> None:
    """A body with equal inertias turns about a fixed axis: exactly."""
    a, b, c = dt * u[i, 3], dt * u[i, 4], dt * u[i, 5]
    half = 0.5 * math.sqrt(a * a + b * b + c * c)
    share = 0.5 * (math.sin(half) / half if half > 1e-8 else 1.0 - half * half / 6.0)
    d, a, b, c = math.cos(half), share * a, share * b, share * c
    w, x, y, z = q[i, 3], q[i, 4], q[i, 5], q[i, 6]
    q[i, 3] = d * w - a * x - b * y - c * z
    q[i, 4] = d * x + a * w + c * y - b * z
    q[i, 5] = d * y + b * w + a * z - c * x
    q[i, 6] = d * z + c * w + b * x - a * y
    size = q[i, 3] ** 2 + q[i, 4] ** 2 + q[i, 5] ** 2 + q[i, 6] ** 2
    for k in range(3, 7):
        q[i, k] /= math.sqrt(size)


@lean_kernel
def _turn_about(
    system: BodySystem, q: Floats, u: Floats, i: int, axis: int, dt: float
) -> None:
    """Turn about one principal axis; the momentum stays in the world."""
    J = system.body[i].J_x, system.body[i].J_y, system.body[i].J_z
    angle = dt * u[i, 3 + axis]
    if angle == 0.0:
        return
    b, c = (axis + 1) % 3, (axis + 2) % 3
    cos, sin = math.cos(angle), math.sin(angle)
    L_b, L_c = J[b] * u[i, 3 + b], J[c] * u[i, 3 + c]
    u[i, 3 + b] = (cos * L_b + sin * L_c) / J[b]
    u[i, 3 + c] = (cos * L_c - sin * L_b) / J[c]
    half_c, half_s = math.cos(0.5 * angle), math.sin(0.5 * angle)
    w, p, m, n = q[i, 3], q[i, 4 + axis], q[i, 4 + b], q[i, 4 + c]
    w, p = half_c * w - half_s * p, half_c * p + half_s * w
    m, n = half_c * m + half_s * n, half_c * n - half_s * m
    size = 1.0 / math.sqrt(w * w + p * p + m * m + n * n)
    q[i, 3], q[i, 4 + axis], q[i, 4 + b], q[i, 4 + c] = (
        size * w, size * p, size * m, size * n,
    )  # fmt: skip


@lean_kernel
def place_pins(system: BodySystem, q: Floats, u: Floats, R: Floats) -> None:
    """Places and speeds of pinned nodes: those of the points that hold them."""
    body = system.body
    for i in range(body.size):
        b = body[i].pin
        if b < 0:
            continue
        r = to_world(R, b, body[i].x, body[i].y, body[i].z)
        w = to_world(R, b, u[b, 3], u[b, 4], u[b, 5])
        v = cross(w[0], w[1], w[2], r[0], r[1], r[2])
        for a in range(3):
            q[i, a], u[i, a] = q[b, a] + r[a], u[b, a] + v[a]


@lean_kernel
def fill_weights(system: BodySystem, work: BodyWork) -> None:
    """Gravity and constant loads; clears what couplings add to."""
    body, load, g, R = system.body, system.load, system.gravity, work.R
    for i in range(body.size):
        for a in range(3):
            work.h[i, a], work.h[i, 3 + a] = body[i].mass * g[a], 0.0
            work.drag[i, a], work.drag[i, 3 + a] = 0.0, 0.0
            work.load[i, a], work.load[i, 3 + a] = 0.0, 0.0
    for k in range(load.size):
        i = load[k].body
        f, m = (
            (load[k].f_x, load[k].f_y, load[k].f_z),
            (load[k].m_x, load[k].m_y, load[k].m_z),
        )
        if load[k].follows != 0:
            f = to_world(R, i, f[0], f[1], f[2])
        else:
            m = to_body(R, i, m[0], m[1], m[2])
        for a in range(3):
            work.load[i, a] += f[a]
            work.load[i, 3 + a] += m[a]


@lean_kernel
def body_energy(system: BodySystem, state: State) -> tuple[float, float]:
    """Kinetic energy and that in gravity [J]."""
    body, q, u = system.body, state.q, state.u
    kinetic, stored = 0.0, 0.0
    for i in range(body.size):
        if body[i].free == 0:
            continue
        J = body[i].J_x, body[i].J_y, body[i].J_z
        for a in range(3):
            kinetic += 0.5 * body[i].mass * u[i, a] ** 2
            kinetic += 0.5 * J[a] * u[i, 3 + a] ** 2
            stored -= body[i].mass * system.gravity[a] * q[i, a]
    return kinetic, stored
