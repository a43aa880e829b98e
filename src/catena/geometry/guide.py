"""Guide rails: arcs, polylines and splines the chain slides on.

A rail is drawn in the order in which the chain passes along it and says on which side
of the travel it lies. Whatever the user draws becomes a chain of lines and arcs, so
that every rail is walked by arc length and shares one exact distance kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import GeometryError
from catena.geometry.contour import contour_of
from catena.geometry.curve import Curve, Piece, line, wrapped
from catena.numerics.arrays import Floats
from catena.tables.contour import Contour

Side = Literal["left", "right"]
SPLINE_PARTS = 6
"""Pairs of arcs that stand for one interval of a spline."""


@dataclass(frozen=True, eq=False)
class Rail:
    """A guide rail in its own frame."""

    name: str
    curve: Curve
    """The sliding surface, in the order of travel."""
    side: Side
    """Where the rail lies, seen by the passing chain."""

    @property
    def sense(self) -> float:
        """+1 when the chain bends left around the rail, -1 when right."""
        return 1.0 if self.side == "left" else -1.0

    def surface(self) -> Curve:
        """The sliding surface walked with the solid on the left."""
        return self.curve if self.side == "left" else self.curve.reversed()

    def contour(self) -> Contour:
        """The rows for `contour_distance`; positive on the side of the chain."""
        return contour_of(self.surface())

    def moved(self, x: float, y: float, angle: float = 0.0) -> Rail:
        """The rail turned by ``angle`` [rad] and shifted by (x, y) [m]."""
        return Rail(self.name, self.curve.moved(x, y, angle), self.side)

    def turned_about(self, pivot: ArrayLike, angle: float) -> Rail:
        """The rail turned by ``angle`` [rad] about a pivot [m]."""
        p_x, p_y = np.asarray(pivot, dtype=np.float64)
        c, s = np.cos(angle), np.sin(angle)
        return self.moved(
            float(p_x - c * p_x + s * p_y), float(p_y - s * p_x - c * p_y), angle
        )

    def with_run_out(self, radius: float, angle: float) -> Rail:
        """The rail with both ends bent away from the chain, so that nothing catches.

        Args:
            radius: Radius of the added arcs [m].
            angle: How far each end turns away [rad].
        """
        pieces = self.curve.pieces()
        x, y, heading = pieces[-1].end()
        bend, length = self.sense / radius, radius * angle
        after = Piece(x, y, heading, bend, length)
        first = pieces[0]
        back = Piece(first.x, first.y, first.heading + np.pi, -bend, length)
        # drawn backwards from the first point, so that it ends there with its heading
        before = Curve.of([back]).reversed().pieces()
        return Rail(self.name, Curve.of([*before, *pieces, after]), self.side)

    def outline(self, thickness: float, deviation: float = 2e-5) -> Floats:
        """The closed outline (n, 2) of a rail of this thickness [m], for drawing."""
        surface = self.surface()
        count = len(surface.outline(deviation)) + 8
        points, heading = surface.frame(np.linspace(0.0, surface.total, count))
        inward = np.stack([-np.sin(heading), np.cos(heading)], axis=-1)
        return np.vstack([points, (points + thickness * inward)[::-1]])


def polyline(points: ArrayLike, corner_radius: float = 0.0) -> Curve:
    """Straight lines through the points (n, 2) [m], with rounded corners if wanted."""
    corners = _points("polyline", points)
    sides = [line(p, q) for p, q in pairwise(corners)]
    if corner_radius <= 0.0:
        return Curve.of(sides)
    pieces: list[Piece] = []
    for side, following in pairwise(sides):
        turn = wrapped(following.heading - side.heading)
        cut = corner_radius * abs(np.tan(0.5 * turn))
        if cut > 0.5 * min(side.length, following.length):
            raise GeometryError(
                f"guide: corner radius {1e3 * corner_radius:.3f} mm needs "
                f"{1e3 * cut:.3f} mm of each line beside the corner, expected at most "
                f"half a line, {500.0 * min(side.length, following.length):.3f} mm"
            )
        pieces.append(_shortened(side, pieces, side.length - cut))
        x, y, heading = pieces[-1].end()
        bend = float(np.sign(turn)) / corner_radius
        pieces.append(Piece(x, y, heading, bend, abs(turn) * corner_radius))
    pieces.append(_shortened(sides[-1], pieces, sides[-1].length))
    return Curve.of(pieces)


def _shortened(side: Piece, before: list[Piece], end: float) -> Piece:
    """A line from where the last corner ended to ``end`` along itself [m]."""
    if not before:
        return side.cut(end)
    x, y, _ = before[-1].end()
    start = float(np.hypot(x - side.x, y - side.y))
    return Piece(x, y, side.heading, 0.0, end - start)


def spline(points: ArrayLike, first_heading: float | None = None) -> Curve:
    """A smooth curve through the points (n, 2) [m].

    A cubic spline over the chord length gives points and tangents; pairs of arcs
    between them keep the tangent continuous and the arc length exact.

    Args:
        points: Places the curve passes through, in order.
        first_heading: Direction in which it leaves the first point [rad]; if not given,
            the first two intervals are one cubic.
    """
    from scipy.interpolate import CubicSpline

    nodes = _points("spline", points)
    if len(nodes) == 2 and first_heading is None:
        return Curve.of([line(*nodes)])
    chords = np.hypot(*np.diff(nodes, axis=0).T)
    at = np.concatenate([[0.0], np.cumsum(chords)])
    smooth = CubicSpline(at, nodes, bc_type=_end_conditions(len(nodes), first_heading))
    # an arc has one curvature and a cubic has not: several pairs per interval
    share = np.linspace(0.0, 1.0, SPLINE_PARTS, endpoint=False)
    fine = np.append((at[:-1, None] + chords[:, None] * share).ravel(), at[-1])
    where, direction = smooth(fine), smooth(fine, 1)
    headings = np.arctan2(direction[:, 1], direction[:, 0])
    pieces: list[Piece] = []
    for i in range(len(fine) - 1):
        pieces += two_arcs(where[i], headings[i], where[i + 1], headings[i + 1])
    return Curve.of(pieces)


def _end_conditions(count: int, first_heading: float | None) -> Any:
    """What holds at both ends of a spline, as SciPy takes it."""
    if first_heading is None:
        return "not-a-knot"
    along = np.array([np.cos(first_heading), np.sin(first_heading)])
    free = (2, np.zeros(2)) if count < 3 else "not-a-knot"
    return (1, along), free


def two_arcs(
    start: Floats, start_heading: float, end: Floats, end_heading: float
) -> list[Piece]:
    """Two arcs that join two points [m] with given headings [rad] smoothly.

    The joint lies at the same tangent length d from both ends, which follows from
    |end - start - d (t_0 + t_1)| = 2 d.
    """
    t_0 = np.array([np.cos(start_heading), np.sin(start_heading)])
    t_1 = np.array([np.cos(end_heading), np.sin(end_heading)])
    v = end - start
    a, b, c = 2.0 * (1.0 - t_0 @ t_1), 2.0 * v @ (t_0 + t_1), v @ v
    # root of a d^2 + b d = c in the form that needs no case for a = 0, equal headings
    d = 2.0 * c / (b + np.sqrt(b * b + 4.0 * a * c))
    joint = 0.5 * (start + end + d * (t_0 - t_1))
    first = _arc_to(start, start_heading, joint)
    return [first, _arc_to(joint, first.end()[2], end)]


def _arc_to(start: Floats, heading: float, end: Floats) -> Piece:
    """The arc that leaves ``start`` with a heading and passes through ``end``."""
    chord = end - start
    size = float(np.hypot(*chord))
    half = wrapped(float(np.arctan2(chord[1], chord[0])) - heading)
    # chord over arc of a turn by 2 half; sinc, so that a straight piece is no case
    length = size / float(np.sinc(half / np.pi))
    return Piece(
        float(start[0]), float(start[1]), heading, 2.0 * np.sin(half) / size, length
    )


def _points(what: str, points: ArrayLike) -> Floats:
    array = np.asarray(points, dtype=np.float64)
    if array.ndim != 2 or array.shape[1:] != (2,) or len(array) < 2:
        raise GeometryError(
            f"guide: the {what} has points of shape {array.shape}, expected at least "
            "two (x, y) pairs"
        )
    if np.any(np.hypot(*np.diff(array, axis=0).T) == 0.0):
        raise GeometryError(f"guide: two successive points of the {what} coincide")
    return array
