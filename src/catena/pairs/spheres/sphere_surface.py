"""A sphere on a plane, a cylinder or another sphere, on any two bodies in space.

The normal points from the surface to the centre of the sphere. A contact acts on both
bodies at the point of the sphere's surface. ``J`` holds three directions: opening, and
two slips, on six velocities of each body. Rods have a file of their own
(`pairs.spheres.sphere_rod`).
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import cross, to_body, to_world
from catena.pairs.spheres.sphere_rod import fill_rod_row, rod_gap
from catena.tables.spatial_bodies import BodySystem, BodyWork, SurfaceKind
from catena.tables.state import State

CLOSED = 1e-9
"""Gap over the radius of a sphere that counts as closed: it rounds."""
Vector = tuple[float, float, float]
Gap = tuple[float, Vector]


@lean_kernel
def surface_point(
    system: BodySystem, k: int, q: Floats, R: Floats
) -> tuple[Vector, Vector]:
    """Centre or point of a surface, and its normal or axis, in the world."""
    surface = system.surface[k]
    i = surface.body
    p = to_world(R, i, surface.x, surface.y, surface.z)
    e = to_world(R, i, surface.e_x, surface.e_y, surface.e_z)
    return (q[i, 0] + p[0], q[i, 1] + p[1], q[i, 2] + p[2]), e


@lean_kernel
def sphere_gap(system: BodySystem, k: int, q: Floats, R: Floats) -> Gap:
    """Distance of the surfaces of a pair [m], negative where they overlap; normal."""
    touch = system.touch[k]
    c, _ = surface_point(system, touch.a, q, R)
    p, e = surface_point(system, touch.b, q, R)
    radius, other = system.surface[touch.a].radius, system.surface[touch.b]
    d = c[0] - p[0], c[1] - p[1], c[2] - p[2]
    along = d[0] * e[0] + d[1] * e[1] + d[2] * e[2]
    if other.kind == SurfaceKind.PLANE:
        return along - radius, e
    if other.kind == SurfaceKind.CYLINDER:
        if abs(along) > other.half:
            return math.inf, e
        d = d[0] - along * e[0], d[1] - along * e[1], d[2] - along * e[2]
    elif other.kind == SurfaceKind.ROD:
        return rod_gap(system, touch.b, c, radius, q, R)
    elif other.kind != SurfaceKind.SPHERE:
        return math.nan, e
    size = math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
    if size == 0.0:
        return (other.radius - radius if other.inside != 0 else -radius), e
    n = d[0] / size, d[1] / size, d[2] / size
    if other.inside != 0:
        return other.radius - size - radius, (-n[0], -n[1], -n[2])
    return size - other.radius - radius, n


@inline_kernel
def fill_pair_direction(
    work: BodyWork, row: int, e: int, t: Vector, arms: tuple[Vector, Vector]
) -> None:
    """Velocity along t of a point of body a against the same point of body b."""
    a, b = work.who[row, 0], work.who[row, 1]
    J, r, s = work.J, arms[0], arms[1]
    if a < 0 or b < 0:  # never: tells the compiler
        return
    m = cross(r[0], r[1], r[2], t[0], t[1], t[2])
    own_a = to_body(work.R, a, m[0], m[1], m[2])
    m = cross(s[0], s[1], s[2], t[0], t[1], t[2])
    own_b = to_body(work.R, b, m[0], m[1], m[2])
    for k in range(3):
        J[row, e, k], J[row, e, 3 + k] = t[k], own_a[k]
        J[row, e, 6 + k], J[row, e, 9 + k] = -t[k], -own_b[k]


@lean_kernel
def tangents(n: Vector) -> tuple[Vector, Vector]:
    """Two directions across a normal, each to the other."""
    if abs(n[0]) < 0.6:
        t = cross(n[0], n[1], n[2], 1.0, 0.0, 0.0)
    else:
        t = cross(n[0], n[1], n[2], 0.0, 1.0, 0.0)
    size = math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2])
    t = t[0] / size, t[1] / size, t[2] / size
    return t, cross(n[0], n[1], n[2], t[0], t[1], t[2])


@lean_kernel
def find_touches(system: BodySystem, state: State, work: BodyWork) -> None:
    """All pairs that touch, as rows."""
    q, R, count = state.q, work.R, 0
    for k in range(system.touch.size):
        gap, n = sphere_gap(system, k, q, R)
        sphere = system.surface[system.touch[k].a]
        if not gap <= CLOSED * sphere.radius:
            for e in range(3):
                state.memory.P[k, e] = 0.0
            continue
        a, b = sphere.body, system.surface[system.touch[k].b].body
        work.row[count].parts, work.who[count, 0], work.who[count, 1] = 2, a, b
        work.row[count].touch, work.row[count].gap = k, gap
        c, _ = surface_point(system, system.touch[k].a, q, R)
        t, s = tangents(n)
        x = (
            c[0] - sphere.radius * n[0],
            c[1] - sphere.radius * n[1],
            c[2] - sphere.radius * n[2],
        )
        arms = (
            (x[0] - q[a, 0], x[1] - q[a, 1], x[2] - q[a, 2]),
            (x[0] - q[b, 0], x[1] - q[b, 1], x[2] - q[b, 2]),
        )
        fill_pair_direction(work, count, 0, n, arms)
        fill_pair_direction(work, count, 1, t, arms)
        fill_pair_direction(work, count, 2, s, arms)
        if system.surface[system.touch[k].b].kind == SurfaceKind.ROD:
            b = system.touch[k].b
            fill_rod_row(system, b, (c, x), (n, t, s), state, work, count)
        count += 1
    work.found[0] = count
