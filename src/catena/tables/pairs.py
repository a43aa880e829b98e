"""Which contours may touch: the code the contact kinematics branch on."""

from __future__ import annotations

from enum import IntEnum


class PairKind(IntEnum):
    """Pair of contours of one contact candidate; a point is a circle of radius 0."""

    CIRCLE_LINE = 0
    """Circle of A above an infinite line of B."""
    CIRCLE_CIRCLE = 1
    """Circle of A outside a circle of B."""
    CIRCLE_IN_CIRCLE = 2
    """Circle of A inside a circle of B."""
    CIRCLE_PROFILE = 3
    """Circle of A on a profile of arcs and segments of B, which may repeat."""
    PIN_X = 4
    """Point of A on a point of B, distance along x."""
    PIN_Y = 5
    """Point of A on a point of B, distance along y."""
    POINT_FACE = 6
    """Point of A pressed axially on the face of B: two tangents in the plane."""
    JOURNAL_TURN = 7
    """Turning of a journal bearing, at its pin radius."""
    AFFINE = 8
    """Gap linear in the coordinates, for bodies with a constant mass matrix."""
    CIRCLE_SURFACE = 9
    """Circle of A on a surface of B with a distance function of its own."""
    CIRCLE_ROD = 10
    """Circle of A on the contour of a flexible rod, wherever it is nearest."""


class CurveArgument(IntEnum):
    """What a load or a speed is tabulated over."""

    TIME = 0
    COORDINATE = 1
    VELOCITY = 2
