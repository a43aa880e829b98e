"""Signed distance to a contour of lines and arcs, for the time loop.

A contour is walked with the solid on its left. Its lines, arcs and corners become rows
of a table; the distance is positive in the open, negative inside the solid.
"""

from __future__ import annotations

import numpy as np

from catena.geometry.curve import STRAIGHT, Curve, Piece, wrapped
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.contour import Contour, Feature

CORNER = 1e-7
"""Jump of the heading above which two pieces meet in a corner [rad]."""
FAR = 1e30
"""Distance to a row whose span does not contain the foot of the point."""
OVERLAP = 1e-12
"""Share by which rows reach beyond their ends, so that rounding leaves no crack."""


@kernel
def row_distance(code: Ints, shape: Floats, i: int, x: float, y: float) -> float:
    """Signed distance of (x, y) to row i [m]; FAR where its span ends before.

    The early returns matter: written with one exit it is not inlined and three times
    slower.
    """
    kind = code[i]
    dx, dy = x - shape[i, 0], y - shape[i, 1]
    if kind == Feature.LINE:
        along = dx * shape[i, 2] + dy * shape[i, 3]
        # a point over a joint of two rows belongs to both rather than to none
        spare = OVERLAP * shape[i, 4]
        if along < -spare or along > shape[i, 4] + spare:
            return FAR
        return float(dx * shape[i, 3] - dy * shape[i, 2])
    r = float(np.sqrt(dx * dx + dy * dy))
    if kind == Feature.POINT:
        # behind a corner lies solid: only its outward side is open
        return r if dx * shape[i, 2] + dy * shape[i, 3] >= 0.0 else -r
    if kind == Feature.END:
        return r
    # within the arc's angle by its cosine: no inverse function in the time loop
    if dx * shape[i, 3] + dy * shape[i, 4] < r * shape[i, 5]:
        return FAR
    return float(r - shape[i, 2] if kind == Feature.BUMP else shape[i, 2] - r)


@kernel
def row_normal(
    code: Ints, shape: Floats, i: int, d: float, x: float, y: float
) -> tuple[float, float]:
    """Unit normal out of row i at the distance d of (x, y)."""
    kind = code[i]
    if kind == Feature.LINE:
        return shape[i, 3], -shape[i, 2]
    dx, dy = x - shape[i, 0], y - shape[i, 1]
    r = np.sqrt(dx * dx + dy * dy)
    corner = kind == Feature.POINT or kind == Feature.END
    inward = kind == Feature.HOLLOW or (corner and d < 0.0)
    sign = -1.0 if inward else 1.0
    if r == 0.0:  # any direction serves; take the one in the middle of the row
        first = 2 if corner else 3
        return sign * shape[i, first], sign * shape[i, first + 1]
    return sign * dx / r, sign * dy / r


@kernel
def contour_distance(
    code: Ints, shape: Floats, first: int, last: int, x: float, y: float
) -> tuple[float, float, float, int]:
    """Signed distance of (x, y) to the rows first <= i < last [m], normal, row."""
    d, row = FAR, first
    for i in range(first, last):
        found = row_distance(code, shape, i, x, y)
        # the nearest row decides, also for points inside: there all rows are negative
        if abs(found) < abs(d):
            d, row = found, i
    n_x, n_y = row_normal(code, shape, row, d, x, y)
    return d, n_x, n_y, row


def contour_of(
    curve: Curve,
    start_normal: tuple[float, float] | None = None,
    end_normal: tuple[float, float] | None = None,
) -> Contour:
    """The rows of a curve that has its solid on the left.

    Args:
        curve: The pieces, in order.
        start_normal: Direction out of the solid where the curve begins, when it goes
            on there (in a mirror image); ``None`` is a free end.
        end_normal: The same where it ends.
    """
    pieces = curve.pieces()
    rows = [_terminal(pieces[0].x, pieces[0].y, start_normal)]
    for before, piece in zip([None, *pieces[:-1]], pieces, strict=True):
        if before is not None:
            rows += _corner(before, piece)
        rows.append(_piece_row(piece))
    x, y, _ = pieces[-1].end()
    rows.append(_terminal(x, y, end_normal))
    codes = np.array([code for code, _ in rows], dtype=np.int64)
    return Contour(codes, np.array([shape for _, shape in rows], dtype=np.float64))


Row = tuple[Feature, tuple[float, float, float, float, float, float]]


def _piece_row(piece: Piece) -> Row:
    if abs(piece.curvature * piece.length) < STRAIGHT:
        direction = (float(np.cos(piece.heading)), float(np.sin(piece.heading)))
        return Feature.LINE, (piece.x, piece.y, *direction, piece.length, 0.0)
    radius = 1.0 / piece.curvature
    c_x = piece.x - radius * np.sin(piece.heading)
    c_y = piece.y + radius * np.cos(piece.heading)
    x, y, _ = piece.at(0.5 * piece.length)
    middle = (float((x - c_x) / abs(radius)), float((y - c_y) / abs(radius)))
    half = 0.5 * abs(piece.curvature) * piece.length
    code = Feature.BUMP if radius > 0.0 else Feature.HOLLOW
    edge = float(np.cos(half)) - OVERLAP
    return code, (float(c_x), float(c_y), abs(radius), *middle, edge)


def _corner(before: Piece, piece: Piece) -> list[Row]:
    """A row where the heading jumps; smooth joints need none."""
    turn = wrapped(piece.heading - before.end()[2])
    if abs(turn) < CORNER:
        return []
    out = piece.heading - 0.5 * turn - 0.5 * np.pi
    return [_terminal(piece.x, piece.y, (float(np.cos(out)), float(np.sin(out))))]


def _terminal(x: float, y: float, normal: tuple[float, float] | None) -> Row:
    if normal is None:
        return Feature.END, (x, y, 0.0, 0.0, 0.0, 0.0)
    return Feature.POINT, (x, y, *normal, 0.0, 0.0)
