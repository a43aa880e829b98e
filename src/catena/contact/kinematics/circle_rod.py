"""Circle of body A on the contour of a flexible rod.

par: centre x, y and radius of the circle, -; side of the rod (+1 left of its
direction, -1 right), half its height, -, -. ``link`` is the rod.

Between two nodes the middle line of a rod is a cubic curve through both places along
both directions, so that place and direction have no jump at a node. With s from 0 to 1
and the rest length l

    r(s) = H_0 r_a + H_1 l t_a + H_2 r_b + H_3 l t_b

Gap, velocity and direction of the contact all come from this one basis: the virtual
displacement of r(s) has the factors H on the places and l H times the normals on the
angles. The surface lies off the middle line along the curve's own normal and turns
with it. Beyond a free end the contour is a round cap about the end.
"""

from __future__ import annotations

import math

from catena.bodies.rigid_planar import lever
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.hermite import (
    Weights,
    hermite,
    hermite_bends,
    hermite_slopes,
    piece_beyond,
)
from catena.numerics.records import Rows
from catena.tables.candidates import Rods
from catena.tables.contacts import ListedRows

Vector = tuple[float, float]
End = tuple[Vector, Vector, Vector]
"""Lever from the centre of its body, place, direction times the length."""
Spot = tuple[float, float, float, Vector, Vector, float]
"""Gap, normal (x, y) towards A, place on the middle line, its derivative by s, and
how far the surface of A lies from the place, along the normal."""
MOST_STEPS = 12
NEAREST = 1e-10
"""Change of s that ends the search for the nearest place."""
TINY = 1e-12
"""Distance [m] below which a direction is undefined."""


@inline_kernel
def _end_a(beams: Rows, e: int, pose: Floats) -> End:
    """First end of a beam."""
    beam = beams[e]
    return _end(pose, beam.a, (beam.a_x, beam.a_y), beam.a_turn, beam.length)


@inline_kernel
def _end_b(beams: Rows, e: int, pose: Floats) -> End:
    """Last end of a beam."""
    beam = beams[e]
    return _end(pose, beam.b, (beam.b_x, beam.b_y), beam.b_turn, beam.length)


@inline_kernel
def _end(pose: Floats, body: int, at: Vector, turn: float, length: float) -> End:
    """An end at a place of a body, in a direction turned against it."""
    r_x, r_y = lever(pose, body, at[0], at[1])
    t_x, t_y = lever(pose, body, length * math.cos(turn), length * math.sin(turn))
    return (r_x, r_y), (pose[body, 0] + r_x, pose[body, 1] + r_y), (t_x, t_y)


@inline_kernel
def _blend(H: Weights, end_a: End, end_b: End) -> Vector:
    """Sum of places and directions."""
    _, p, t = end_a
    _, r, v = end_b
    return (
        H[0] * p[0] + H[1] * t[0] + H[2] * r[0] + H[3] * v[0],
        H[0] * p[1] + H[1] * t[1] + H[2] * r[1] + H[3] * v[1],
    )


@lean_kernel
def _chord_distance(beams: Rows, e: int, pose: Floats, x: float, y: float) -> float:
    """Square of the distance from a place to the straight line between the ends."""
    _, p, _ = _end_a(beams, e, pose)
    _, r, _ = _end_b(beams, e, pose)
    d_x, d_y = r[0] - p[0], r[1] - p[1]
    square = d_x * d_x + d_y * d_y
    share = 0.0
    if square > 0.0:
        share = ((x - p[0]) * d_x + (y - p[1]) * d_y) / square
    share = min(max(share, 0.0), 1.0)
    o_x, o_y = x - p[0] - share * d_x, y - p[1] - share * d_y
    return float(o_x * o_x + o_y * o_y)


@lean_kernel
def _nearest_share(beams: Rows, e: int, pose: Floats, x: float, y: float) -> float:
    """s of the place of beam e nearest to (x, y), between 0 and 1, by Newton."""
    end_a, end_b = _end_a(beams, e, pose), _end_b(beams, e, pose)
    s = 0.5
    for _ in range(MOST_STEPS):
        r_x, r_y = _blend(hermite(s), end_a, end_b)
        t_x, t_y = _blend(hermite_slopes(s), end_a, end_b)
        b_x, b_y = _blend(hermite_bends(s), end_a, end_b)
        d_x, d_y = x - r_x, y - r_y
        along = d_x * t_x + d_y * t_y
        square = t_x * t_x + t_y * t_y
        slope = square - d_x * b_x - d_y * b_y
        # away from the curve the slope of Newton may vanish: that of the tangent alone
        change = along / (slope if slope > 0.1 * square else square)
        new = min(max(s + change, 0.0), 1.0)
        if abs(new - s) < NEAREST:
            return new
        s = new
    return s


@lean_kernel
def nearest_place(
    beams: Rows, rods: Rods, j: int, pose: Floats, x: float, y: float
) -> tuple[int, float]:
    """Beam of rod j and share of it nearest to a place."""
    first, last, closed = rods.first[j], rods.last[j], rods.closed[j] == 1
    e, least = first, math.inf
    for k in range(first, last):
        # chords choose the beam: near enough to the curve, and without a search
        square = _chord_distance(beams, k, pose, x, y)
        if square < least:
            e, least = k, square
    s = _nearest_share(beams, e, pose, x, y)
    other = piece_beyond(e, s, first, last, closed)
    if other >= 0:  # bent, the neighbour may be nearer
        beside = _nearest_share(beams, other, pose, x, y)
        if 0.0 < beside < 1.0:
            return other, beside
    return e, s


@lean_kernel
def _spot(
    beams: Rows, at: tuple[int, float], pose: Floats, centre: Vector, numbers: Floats
) -> Spot:
    """Gap and direction of a circle about ``centre`` at a place of a rod."""
    e, s = at
    end_a, end_b = _end_a(beams, e, pose), _end_b(beams, e, pose)
    r = _blend(hermite(s), end_a, end_b)
    t = _blend(hermite_slopes(s), end_a, end_b)
    size = math.sqrt(t[0] * t[0] + t[1] * t[1])
    side, half, radius = numbers[4], numbers[5], numbers[2]
    n_x, n_y = -side * t[1] / size, side * t[0] / size
    d_x, d_y = centre[0] - r[0], centre[1] - r[1]
    if s == 0.0 or s == 1.0:  # at a node it is the same, at a free end a cap
        away = math.sqrt(d_x * d_x + d_y * d_y)
        if away > TINY and abs(d_x * t[0] + d_y * t[1]) > 1e-6 * away * size:
            n_x, n_y = d_x / away, d_y / away
    height = n_x * d_x + n_y * d_y
    return height - half - radius, n_x, n_y, r, t, height - radius


@lean_kernel
def rod_gap(
    beams: Rows, rods: Rods, j: int, pose: Floats, a: int, numbers: Floats
) -> float:
    """Gap between a circle of body a and rod j [m]."""
    c_x, c_y = lever(pose, a, numbers[0], numbers[1])
    x, y = pose[a, 0] + c_x, pose[a, 1] + c_y
    at = nearest_place(beams, rods, j, pose, x, y)
    return float(_spot(beams, at, pose, (x, y), numbers)[0])


@inline_kernel
def _put(
    rows: ListedRows, i: int, column: int, dof: int, normal: float, tangent: float
) -> None:
    """One velocity of a row."""
    rows.dof[i, column] = dof
    rows.W_N[i, column] = normal
    rows.W_T[i, 0, column] = tangent


@lean_kernel
def _put_node(
    rows: ListedRows, i: int, column: int, body: int, end: End,
    weights: Weights, spot: Spot,
) -> int:  # fmt: skip
    """The velocities of a node: how they move the place, and turn the surface.

    ``weights`` are the H of its place and direction and their slopes. The next column.
    """
    if body == 0:  # the ground never moves
        return column
    H_r, H_t, slope_r, slope_t = weights
    _, n_x, n_y, _, t, arm = spot
    lever_of, _, along = end
    square = t[0] * t[0] + t[1] * t[1]
    # the surface turns with the curve: rate of r' across r', over its length
    m_x, m_y = -t[1] / square, t[0] / square
    _put(
        rows, i, column, 3 * body,
        -H_r * n_x, -H_r * n_y + arm * slope_r * m_x,
    )  # fmt: skip
    _put(
        rows, i, column + 1, 3 * body + 1,
        -H_r * n_y, H_r * n_x + arm * slope_r * m_y,
    )  # fmt: skip
    d_x = -H_r * lever_of[1] - H_t * along[1]
    d_y = H_r * lever_of[0] + H_t * along[0]
    e_x = -slope_r * lever_of[1] - slope_t * along[1]
    e_y = slope_r * lever_of[0] + slope_t * along[0]
    normal = -(n_x * d_x + n_y * d_y)
    tangent = -(n_y * d_x - n_x * d_y) + arm * (m_x * e_x + m_y * e_y)
    _put(rows, i, column + 2, 3 * body + 2, normal, tangent)
    return column + 3


@lean_kernel
def put_rod_row(
    beams: Rows, rods: Rods, j: int, pose: Floats, bodies: Ints, numbers: Floats,
    rows: ListedRows, i: int,
) -> None:  # fmt: skip
    """Gap, touched velocities and directions of row i: a circle on rod j.

    ``bodies`` are those of the circles of all rows.
    """
    a = bodies[i]
    c_x, c_y = lever(pose, a, numbers[0], numbers[1])
    x, y = pose[a, 0] + c_x, pose[a, 1] + c_y
    e, s = nearest_place(beams, rods, j, pose, x, y)
    spot = _spot(beams, (e, s), pose, (x, y), numbers)
    gap, n_x, n_y = spot[0], spot[1], spot[2]
    rows.g_N[i] = gap
    column = 0
    if a != 0:
        r_x, r_y = c_x - numbers[2] * n_x, c_y - numbers[2] * n_y
        _put(rows, i, 0, 3 * a, n_x, n_y)
        _put(rows, i, 1, 3 * a + 1, n_y, -n_x)
        _put(rows, i, 2, 3 * a + 2, r_x * n_y - r_y * n_x, -r_x * n_x - r_y * n_y)
        column = 3
    H, D = hermite(s), hermite_slopes(s)
    end_a, end_b = _end_a(beams, e, pose), _end_b(beams, e, pose)
    weights = H[0], H[1], D[0], D[1]
    column = _put_node(rows, i, column, beams[e].a, end_a, weights, spot)
    weights = H[2], H[3], D[2], D[3]
    column = _put_node(rows, i, column, beams[e].b, end_b, weights, spot)
    for k in range(column, rows.dof.shape[1]):
        _put(rows, i, k, -1, 0.0, 0.0)
