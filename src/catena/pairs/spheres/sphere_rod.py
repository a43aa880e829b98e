"""A sphere on the smooth skin of a rod in space.

Between two nodes the middle line is a cubic curve through both places along both
directions, so that place and direction have no jump at a node. With s from 0 to 1, the
length l of a piece at rest and the directions x of its ends

    r(s) = H_0 r_a + H_1 l x_a + H_2 r_b + H_3 l x_b.

The normal goes from the nearest place r to the centre of the sphere: no normal of the
curve is asked for, and a straight rod has none the less. The place of contact moves
with r and turns with the curve, and about it as the nodes do in their shares:

    v = r_dot + w x p,   w = r' x r'_dot / |r'|^2 + t (t . ((1 - s) w_a + s w_b)),

with p from r to the contact and t along r'. Gap, velocity and direction all come from
this one basis. Ends are round caps.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.hermite import (
    Weights,
    hermite,
    hermite_bends,
    hermite_slopes,
    piece_beyond,
)
from catena.numerics.rotations import cross, to_body, to_world
from catena.numerics.space import dot
from catena.tables.spatial_bodies import BodySystem, BodyWork
from catena.tables.state import State

Vector = tuple[float, float, float]
End = tuple[Vector, Vector, Vector]
"""Lever from the centre of what holds it, place, direction times the length."""
MOST_STEPS = 12
NEAREST = 1e-10
"""Change of s that ends the search for the nearest place."""


@inline_kernel
def _end(system: BodySystem, k: int, side: int, q: Floats, R: Floats) -> End:
    """One end of a beam."""
    row, frame, l = system.beam[k], system.beam_frame, system.beam[k].length  # noqa: E741
    body, turn = (row.a, row.turn_a) if side == 0 else (row.b, row.turn_b)
    x, y, z = (row.a_x, row.a_y, row.a_z) if side == 0 else (row.b_x, row.b_y, row.b_z)
    r = to_world(R, body, x, y, z)
    at = q[body, 0] + r[0], q[body, 1] + r[1], q[body, 2] + r[2]
    e = frame[k, side, 0], frame[k, side, 3], frame[k, side, 6]
    return r, at, to_world(R, turn, l * e[0], l * e[1], l * e[2])


@inline_kernel
def _blend(H: Weights, a: End, b: End) -> Vector:
    """Sum of places and directions."""
    return (
        H[0] * a[1][0] + H[1] * a[2][0] + H[2] * b[1][0] + H[3] * b[2][0],
        H[0] * a[1][1] + H[1] * a[2][1] + H[2] * b[1][1] + H[3] * b[2][1],
        H[0] * a[1][2] + H[1] * a[2][2] + H[2] * b[1][2] + H[3] * b[2][2],
    )


@lean_kernel
def _chord_distance(
    system: BodySystem, k: int, c: Vector, q: Floats, R: Floats
) -> float:
    """Square of the distance from a place to the straight line between the ends."""
    p, r = _end(system, k, 0, q, R)[1], _end(system, k, 1, q, R)[1]
    d = r[0] - p[0], r[1] - p[1], r[2] - p[2]
    o = c[0] - p[0], c[1] - p[1], c[2] - p[2]
    square = dot(d, d)
    share = min(max(dot(o, d) / square, 0.0), 1.0) if square > 0.0 else 0.0
    o = o[0] - share * d[0], o[1] - share * d[1], o[2] - share * d[2]
    return float(dot(o, o))


@lean_kernel
def _nearest_share(
    system: BodySystem, k: int, c: Vector, q: Floats, R: Floats
) -> float:
    """s of the place of beam k nearest to c, between 0 and 1, by Newton."""
    a, b = _end(system, k, 0, q, R), _end(system, k, 1, q, R)
    s = 0.5
    for _ in range(MOST_STEPS):
        r = _blend(hermite(s), a, b)
        t = _blend(hermite_slopes(s), a, b)
        d = c[0] - r[0], c[1] - r[1], c[2] - r[2]
        square = dot(t, t)
        slope = square - dot(d, _blend(hermite_bends(s), a, b))
        # away from the curve the slope of Newton may vanish: that of the tangent alone
        change = dot(d, t) / (slope if slope > 0.1 * square else square)
        new = min(max(s + change, 0.0), 1.0)
        if abs(new - s) < NEAREST:
            return new
        s = new
    return s


@lean_kernel
def nearest_place(
    system: BodySystem, rod: int, c: Vector, q: Floats, R: Floats
) -> tuple[int, float]:
    """Beam of a rod, a surface, and share of it nearest to a place."""
    surface = system.surface[rod]
    first, last = surface.first, surface.last
    e, least = first, math.inf
    for k in range(first, last):
        square = _chord_distance(system, k, c, q, R)
        if square < least:
            e, least = k, square
    s = _nearest_share(system, e, c, q, R)
    other = piece_beyond(e, s, first, last, surface.closed == 1)
    if other >= 0:  # bent, the neighbour may be nearer
        beside = _nearest_share(system, other, c, q, R)
        if 0.0 < beside < 1.0:
            return other, beside
    return e, s


@lean_kernel
def rod_gap(
    system: BodySystem, rod: int, c: Vector, radius: float, q: Floats, R: Floats
) -> tuple[float, Vector]:
    """Gap between a sphere about c and a rod [m], and the normal towards c."""
    e, s = nearest_place(system, rod, c, q, R)
    r = _blend(hermite(s), _end(system, e, 0, q, R), _end(system, e, 1, q, R))
    d = c[0] - r[0], c[1] - r[1], c[2] - r[2]
    size = math.sqrt(dot(d, d))
    both = radius + system.surface[rod].radius
    if size == 0.0:
        return -both, (0.0, 0.0, 1.0)
    return size - both, (d[0] / size, d[1] / size, d[2] / size)


@inline_kernel
def _put(
    work: BodyWork, row: int, part: int, e: int, force: Vector, moment: Vector
) -> None:
    """A direction of one body of a row: force and moment per unit, in the world."""
    own = to_body(work.R, work.who[row, part], moment[0], moment[1], moment[2])
    for k in range(3):
        work.J[row, e, 6 * part + k] = -force[k]
        work.J[row, e, 6 * part + 3 + k] = -own[k]


@inline_kernel
def _put_end(
    work: BodyWork, row: int, part: int, e: int, end: End, F: Vector, m: Vector
) -> None:
    """Direction e of an end: F moves its place, m turns it."""
    none = 0.0, 0.0, 0.0
    arm = cross(end[0][0], end[0][1], end[0][2], F[0], F[1], F[2])
    _put(work, row, part, e, F, arm)
    _put(work, row, part + 1, e, none, m)


@lean_kernel
def fill_rod_row(
    system: BodySystem, rod: int, at: tuple[Vector, Vector],
    directions: tuple[Vector, Vector, Vector], state: State, work: BodyWork, row: int,
) -> None:  # fmt: skip
    """Bodies of the rod and their directions: parts of a row behind the sphere.

    ``at`` are the centre of the sphere and the place of contact. For each end follow
    the body that holds it and the one that turns it, another where it is pinned.
    """
    q, R, x = state.q, work.R, at[1]
    k, s = nearest_place(system, rod, at[0], q, R)
    a, b = _end(system, k, 0, q, R), _end(system, k, 1, q, R)
    H, D = hermite(s), hermite_slopes(s)
    r, t = _blend(H, a, b), _blend(D, a, b)
    square = dot(t, t)
    p = x[0] - r[0], x[1] - r[1], x[2] - r[2]
    beam = system.beam[k]
    work.who[row, 1], work.who[row, 2] = beam.a, beam.turn_a
    work.who[row, 3], work.who[row, 4] = beam.b, beam.turn_b
    work.row[row].parts = 5
    for e in range(3):
        d = directions[e]
        m = cross(p[0], p[1], p[2], d[0], d[1], d[2])
        g = cross(m[0], m[1], m[2], t[0], t[1], t[2])
        along = dot(t, m) / square
        for side in range(2):
            end = a if side == 0 else b
            share = 1.0 - s if side == 0 else s
            h, f = H[2 * side], D[2 * side] / square
            F = h * d[0] + f * g[0], h * d[1] + f * g[1], h * d[2] + f * g[2]
            h, f = H[2 * side + 1], D[2 * side + 1] / square
            o = h * d[0] + f * g[0], h * d[1] + f * g[1], h * d[2] + f * g[2]
            y = end[2]
            w = cross(y[0], y[1], y[2], o[0], o[1], o[2])
            c = share * along
            w = w[0] + c * t[0], w[1] + c * t[1], w[2] + c * t[2]
            _put_end(work, row, 1 + 2 * side, e, end, F, w)
