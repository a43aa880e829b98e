"""Bushings and springs between any two bodies in space.

A bushing joins a point and an axis of two bodies. With t the displacement of the point
of b seen along the axes of a, and z the axis of b there,

    V = (k_r (t_x^2 + t_y^2) + k_z t_z^2 + k_t (z_x^2 + z_y^2)) / 2,

the element of chain joints (`couplings.bushing`) with one stiffness across. Forces act
at the point of b on both bodies; turning about the axis meets damping alone.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import to_body, to_world
from catena.numerics.space import Vector, crossed
from catena.tables.spatial_bodies import BodySystem, BodyWork
from catena.tables.state import State


@lean_kernel
def velocity_at(u: Floats, R: Floats, i: int, arm: Vector) -> Vector:
    """Velocity of a point of a body in the world."""
    w = to_world(R, i, u[i, 3], u[i, 4], u[i, 5])
    v = crossed(w, arm)
    return u[i, 0] + v[0], u[i, 1] + v[1], u[i, 2] + v[2]


@lean_kernel
def add_wrench(h: Floats, R: Floats, i: int, f: Vector, arm: Vector, m: Vector) -> None:
    """A force at a point of a body, and a moment; both along the axes of the world."""
    t = crossed(arm, f)
    own = to_body(R, i, t[0] + m[0], t[1] + m[1], t[2] + m[2])
    for a in range(3):
        h[i, a] += f[a]
        h[i, 3 + a] += own[a]


@lean_kernel
def axis_of(R: Floats, i: int, frame: Floats, k: int, side: int, e: int) -> Vector:
    """Axis e of a bushing's frame on one of its bodies, in the world."""
    return to_world(
        R, i, frame[k, side, e], frame[k, side, 3 + e], frame[k, side, 6 + e]
    )


@lean_kernel
def add_bushings(system: BodySystem, state: State, work: BodyWork) -> None:
    """Forces of all bushings: springs into h, dampers into drag."""
    row, R, q, u, frame = system.bushing, work.R, state.q, state.u, system.frame
    zero = 0.0, 0.0, 0.0
    for k in range(row.size):
        a, b = row[k].a, row[k].b
        if a < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        r_b = to_world(R, b, row[k].b_x, row[k].b_y, row[k].b_z)
        p_a = to_world(R, a, row[k].a_x, row[k].a_y, row[k].a_z)
        r_a = (
            q[b, 0] + r_b[0] - q[a, 0],
            q[b, 1] + r_b[1] - q[a, 1],
            q[b, 2] + r_b[2] - q[a, 2],
        )
        d = r_a[0] - p_a[0], r_a[1] - p_a[1], r_a[2] - p_a[2]
        v_a, v_b = velocity_at(u, R, a, r_a), velocity_at(u, R, b, r_b)
        v = v_b[0] - v_a[0], v_b[1] - v_a[1], v_b[2] - v_a[2]
        w_a = to_world(R, a, u[a, 3], u[a, 4], u[a, 5])
        w_b = to_world(R, b, u[b, 3], u[b, 4], u[b, 5])
        w = w_b[0] - w_a[0], w_b[1] - w_a[1], w_b[2] - w_a[2]
        z = axis_of(R, b, frame, k, 1, 2)
        f, g, m, n = zero, zero, zero, zero
        for e in range(3):
            x = axis_of(R, a, frame, k, 0, e)
            stiff = row[k].k_r if e < 2 else row[k].k_z
            damp = row[k].c_r if e < 2 else row[k].c_z
            t = -stiff * (x[0] * d[0] + x[1] * d[1] + x[2] * d[2])
            s = -damp * (x[0] * v[0] + x[1] * v[1] + x[2] * v[2])
            f = f[0] + t * x[0], f[1] + t * x[1], f[2] + t * x[2]
            g = g[0] + s * x[0], g[1] + s * x[1], g[2] + s * x[2]
            if e < 2:  # tilt of the axis of b towards x: rate w . (z x x)
                y = crossed(z, x)
                t = -row[k].k_t * (x[0] * z[0] + x[1] * z[1] + x[2] * z[2])
                s = -row[k].c_t * (y[0] * w[0] + y[1] * w[1] + y[2] * w[2])
                m = m[0] + t * y[0], m[1] + t * y[1], m[2] + t * y[2]
                n = n[0] + s * y[0], n[1] + s * y[1], n[2] + s * y[2]
        s = -row[k].c_a * (z[0] * w[0] + z[1] * w[1] + z[2] * w[2])
        n = n[0] + s * z[0], n[1] + s * z[1], n[2] + s * z[2]
        add_wrench(work.h, R, b, f, r_b, m)
        add_wrench(work.drag, R, b, g, r_b, n)
        f, m = (-f[0], -f[1], -f[2]), (-m[0], -m[1], -m[2])
        g, n = (-g[0], -g[1], -g[2]), (-n[0], -n[1], -n[2])
        add_wrench(work.h, R, a, f, r_a, m)
        add_wrench(work.drag, R, a, g, r_a, n)


@lean_kernel
def add_springs(system: BodySystem, state: State, work: BodyWork) -> None:
    """Forces of all springs: springs into h, dampers into drag."""
    row, R, q, u = system.spring, work.R, state.q, state.u
    zero = 0.0, 0.0, 0.0
    for k in range(row.size):
        a, b = row[k].a, row[k].b
        if a < 0 or b < 0:
            continue
        r_a = to_world(R, a, row[k].a_x, row[k].a_y, row[k].a_z)
        r_b = to_world(R, b, row[k].b_x, row[k].b_y, row[k].b_z)
        d = (
            q[b, 0] + r_b[0] - q[a, 0] - r_a[0],
            q[b, 1] + r_b[1] - q[a, 1] - r_a[1],
            q[b, 2] + r_b[2] - q[a, 2] - r_a[2],
        )
        size = math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
        if size == 0.0:
            continue  # no direction, and no force but for a pressed spring
        e = d[0] / size, d[1] / size, d[2] / size
        v_a, v_b = velocity_at(u, R, a, r_a), velocity_at(u, R, b, r_b)
        rate = 0.0
        for c in range(3):
            rate += e[c] * (v_b[c] - v_a[c])
        f, g = row[k].k * (size - row[k].length), row[k].c * rate
        add_wrench(work.h, R, a, (f * e[0], f * e[1], f * e[2]), r_a, zero)
        add_wrench(work.h, R, b, (-f * e[0], -f * e[1], -f * e[2]), r_b, zero)
        add_wrench(work.drag, R, a, (g * e[0], g * e[1], g * e[2]), r_a, zero)
        add_wrench(work.drag, R, b, (-g * e[0], -g * e[1], -g * e[2]), r_b, zero)


@lean_kernel
def coupling_energy(system: BodySystem, q: Floats, R: Floats) -> float:
    """Elastic energy of bushings and springs [J]."""
    total, frame = 0.0, system.frame
    for k in range(system.bushing.size):
        row = system.bushing[k]
        a, b = row.a, row.b
        if a < 0 or b < 0:
            continue
        r_b = to_world(R, b, row.b_x, row.b_y, row.b_z)
        r_a = to_world(R, a, row.a_x, row.a_y, row.a_z)
        z = axis_of(R, b, frame, k, 1, 2)
        for e in range(3):
            x = axis_of(R, a, frame, k, 0, e)
            t, tilt = 0.0, 0.0
            for c in range(3):
                t += x[c] * (q[b, c] + r_b[c] - q[a, c] - r_a[c])
                tilt += x[c] * z[c]
            if e < 2:
                total += 0.5 * (row.k_r * t * t + row.k_t * tilt * tilt)
            else:
                total += 0.5 * row.k_z * t * t
    for k in range(system.spring.size):
        row = system.spring[k]
        a, b = row.a, row.b
        if a < 0 or b < 0:
            continue
        r_a = to_world(R, a, row.a_x, row.a_y, row.a_z)
        r_b = to_world(R, b, row.b_x, row.b_y, row.b_z)
        square = 0.0
        for c in range(3):
            square += (q[b, c] + r_b[c] - q[a, c] - r_a[c]) ** 2
        total += 0.5 * row.k * (math.sqrt(square) - row.length) ** 2
    return total
