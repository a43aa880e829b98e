"""Tooth gaps through points of the user: by lines, or by a smooth curve."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import GeometryError
from catena.geometry.curve import Piece, arc, line
from catena.geometry.guide import spline
from catena.geometry.tooth import ToothProfile, pitch_radius, profile_of
from catena.geometry.tooth_forms import check_wheel
from catena.numerics.arrays import Floats

LEFT_OUT = 0.05
"""Of a drawn gap before the middle of the tooth that is bridged, in pitches."""
FLAT_TIP = 0.25
"""Of a spline before the middle of the tooth that becomes a flat tip, in pitches."""


def drawn_by_user(
    points: ArrayLike,
    pitch: float,
    tooth_count: int,
    roller_diameter: float,
    *,
    tip_radius: float | None = None,
) -> ToothProfile:
    """A gap whose half is a polyline.

    Args:
        points: (n, 2) [m], from the middle of the gap to the middle of the tooth, or
            beyond, or nearly: distance sideways from the middle of the gap, height
            above the pitch circle. The first point lies in the middle of the gap.
        pitch: Chain pitch [m].
        tooth_count: Number of teeth.
        roller_diameter: Diameter of the roller [m].
        tip_radius: Where the teeth are cut off [m].
    """
    check_wheel("of the user", pitch, tooth_count, roller_diameter)
    radius = pitch_radius(pitch, tooth_count)
    corners = _drawn_points("of the user", points, radius)
    tip, middle = float(np.hypot(*corners[-1])), np.pi / tooth_count
    short = tip * (middle - float(np.arctan2(corners[-1, 1], corners[-1, 0])))
    if 0.0 <= short <= LEFT_OUT * pitch:  # drawings are rounded, or leave out the tip
        beyond = middle + 1e-6
        corners = np.vstack([corners, [tip * np.cos(beyond), tip * np.sin(beyond)]])
    flank = [line(p, q) for p, q in pairwise(corners)]
    half = 0.5 * roller_diameter
    return profile_of("of the user", flank, tooth_count, radius, half, tip_radius)


def spline_by_user(
    points: ArrayLike,
    pitch: float,
    tooth_count: int,
    roller_diameter: float,
    *,
    tip_radius: float | None = None,
) -> ToothProfile:
    """A gap whose half is a smooth curve through points.

    The curve crosses the middle of the gap squarely, so that it passes over into its
    mirror image without a corner. Where it ends before the middle of the tooth, the
    tooth is flat there: an arc about the axis.

    Args:
        points: (n, 2) [m], from the middle of the gap towards the middle of the tooth:
            distance sideways from the middle of the gap, height above the pitch circle.
            The first point lies in the middle of the gap.
        pitch: Chain pitch [m].
        tooth_count: Number of teeth.
        roller_diameter: Diameter of the roller [m].
        tip_radius: Where the teeth are cut off [m].

    Raises:
        GeometryError: points are out of order, the curve turns back between them, or it
            ends far from the middle of the tooth.
    """
    name = "spline"
    check_wheel(name, pitch, tooth_count, roller_diameter)
    radius, half = pitch_radius(pitch, tooth_count), 0.5 * roller_diameter
    nodes = _drawn_points(name, points, radius)
    pieces = [_seated(name, p, half) for p in spline(nodes, 0.5 * np.pi).pieces()]
    middle, (x, y, _) = np.pi / tooth_count, pieces[-1].end()
    end, size = float(np.arctan2(y, x)), float(np.hypot(x, y))
    if 0.0 < middle - end and (middle - end) * size <= FLAT_TIP * pitch:
        lid = arc((0.0, 0.0), size, end, middle - end + 1e-6)
        pieces = [*pieces, lid]
    return profile_of(name, pieces, tooth_count, radius, half, tip_radius)


def _drawn_points(name: str, points: ArrayLike, radius: float) -> Floats:
    """Drawn points in the gap frame (n, 2) [m], outwards and sideways."""
    drawn = np.asarray(points, dtype=np.float64)
    if drawn.ndim != 2 or drawn.shape[1] != 2 or len(drawn) < 2:
        raise GeometryError(
            f"tooth form {name}: found points of shape {drawn.shape}, expected at "
            "least two (sideways, height) pairs"
        )
    if abs(drawn[0, 0]) > 1e-12 or np.any(np.diff(drawn[:, 0]) < 0.0):
        raise GeometryError(
            f"tooth form {name}: the sideways distances must begin with 0 and "
            f"never decrease, found {drawn[:, 0].tolist()}"
        )
    return np.column_stack([radius + drawn[:, 1], drawn[:, 0]])


def _seated(name: str, piece: Piece, roller_radius: float) -> Piece:
    """A piece of the curve, or its chord where it is hollow and the roller too large.

    The roller then lies on the chords beside it; points of a seat are rounded, so that
    a curve through them is here and there narrower than the roller.
    """
    y, heading = piece.at(0.5 * piece.length)[1:]
    if math.sin(heading) < 0.0:
        raise GeometryError(
            f"tooth form {name}: {1e3 * y:.3f} mm from the middle of the gap the curve "
            "turns back between its points; expected more points there"
        )
    if piece.curvature * roller_radius > -1.0:
        return piece
    return line((piece.x, piece.y), piece.end()[:2])
