"""Two arcs from one place and direction to another, joined smoothly.

A closed row of them is a course through given places with given directions, made of
nothing but arcs.
"""

from __future__ import annotations

import math

from catena.geometry.course import Piece

Place = tuple[float, float, float]
"""x, y [m] and direction of travel [rad]."""


def biarc(section: str, start: Place, end: Place) -> tuple[Piece, Piece]:
    """Two arcs between places, tangents of equal length at both ends.

    With the chord v and the unit directions t_0, t_1 the tangents' length d solves
    2 d^2 (1 - t_0 t_1) + 2 d v (t_0 + t_1) = v^2, and the arcs meet halfway between
    the tips of the tangents.
    """
    v_x, v_y = end[0] - start[0], end[1] - start[1]
    c_0, s_0 = math.cos(start[2]), math.sin(start[2])
    c_1, s_1 = math.cos(end[2]), math.sin(end[2])
    along = v_x * (c_0 + c_1) + v_y * (s_0 + s_1)
    square = v_x * v_x + v_y * v_y
    bend = 4.0 * math.sin(0.5 * (end[2] - start[2])) ** 2  # 2 (1 - t_0 t_1)
    # the root in this form: parallel directions (bend 0) need no case of their own
    d = square / (along + math.sqrt(along * along + bend * square))
    joint = (
        0.5 * (start[0] + end[0] + d * (c_0 - c_1)),
        0.5 * (start[1] + end[1] + d * (s_0 - s_1)),
    )
    first = _arc(section, start, joint)
    return first, _arc(section, (*joint, first.end_angle), (end[0], end[1]))


def _arc(section: str, start: Place, end: tuple[float, float]) -> Piece:
    """The arc from a place and direction to a point."""
    d_x, d_y = end[0] - start[0], end[1] - start[1]
    c, s = math.cos(start[2]), math.sin(start[2])
    half = math.atan2(c * d_y - s * d_x, c * d_x + s * d_y)
    chord = math.hypot(d_x, d_y)
    # the angle between tangent and chord is half of what the arc turns
    # (divided first: the product of a chord with the smallest numbers has no digits)
    length = chord * (half / math.sin(half)) if half != 0.0 else chord
    curvature = 2.0 * half / length
    return Piece(section, (start[0], start[1]), start[2], curvature, length)
