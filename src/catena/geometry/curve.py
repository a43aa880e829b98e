"""Plane curves made of straight lines and circular arcs, walked by their arc length.

Tooth gaps, guide rails and wrap paths are all such curves. A piece starts at a point
with a heading and keeps one curvature: zero is a line, positive turns left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catena.numerics.arrays import Floats

STRAIGHT = 1e-9
"""Curvature times length below which an arc counts as a line [rad]."""


class Piece(NamedTuple):
    """A line or an arc."""

    x: float
    y: float
    heading: float
    """Direction of travel at the start [rad]."""
    curvature: float
    """Left turn per length [1/m]."""
    length: float

    def end(self) -> tuple[float, float, float]:
        """Point [m] and heading [rad] at the far end."""
        return self.at(self.length)

    def at(self, s: float) -> tuple[float, float, float]:
        """Point [m] and heading [rad] at the arc length s [m] from the start."""
        half = 0.5 * self.curvature * s
        # one formula for lines and arcs, without a division by the curvature
        chord = s * float(np.sinc(half / np.pi))
        return (
            self.x + chord * float(np.cos(self.heading + half)),
            self.y + chord * float(np.sin(self.heading + half)),
            self.heading + 2.0 * half,
        )

    def cut(self, length: float) -> Piece:
        """The first part of this piece, of the given length [m]."""
        return self._replace(length=length)


def line(start: ArrayLike, end: ArrayLike) -> Piece:
    """The straight piece between two points [m]."""
    (x, y), (x_end, y_end) = np.asarray(start, float), np.asarray(end, float)
    heading = np.arctan2(y_end - y, x_end - x)
    length = np.hypot(x_end - x, y_end - y)
    return Piece(float(x), float(y), float(heading), 0.0, float(length))


def arc(centre: ArrayLike, radius: float, start: float, sweep: float) -> Piece:
    """The arc from the polar angle ``start`` over ``sweep`` [rad], left if positive."""
    c_x, c_y = np.asarray(centre, float)
    sense = 1.0 if sweep >= 0.0 else -1.0
    return Piece(
        float(c_x + radius * np.cos(start)),
        float(c_y + radius * np.sin(start)),
        float(start + sense * 0.5 * np.pi),
        sense / radius,
        abs(sweep) * radius,
    )


@dataclass(frozen=True, eq=False)
class Curve:
    """Pieces end to end, as arrays of shape (n,)."""

    x: Floats
    y: Floats
    heading: Floats
    curvature: Floats
    length: Floats

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> Curve:
        """The curve of these pieces; pieces without length are left out."""
        kept = [piece for piece in pieces if piece.length > 0.0]
        table = np.array(kept, dtype=np.float64).reshape(-1, 5).T
        return cls(*(np.ascontiguousarray(column) for column in table))

    def pieces(self) -> list[Piece]:
        """The pieces, one by one."""
        columns = (self.x, self.y, self.heading, self.curvature, self.length)
        return [Piece(*map(float, row)) for row in zip(*columns, strict=True)]

    @property
    def total(self) -> float:
        """Arc length of the whole curve [m]."""
        return float(self.length.sum())

    def locate(self, s: ArrayLike) -> tuple[NDArray[np.intp], Floats]:
        """Index of the piece at s [m] and the arc length inside that piece [m]."""
        ends = np.cumsum(self.length)
        s = np.asarray(s, dtype=np.float64)
        index = np.minimum(np.searchsorted(ends, s, side="right"), len(ends) - 1)
        return index, s - (ends - self.length)[index]

    def frame(self, s: ArrayLike) -> tuple[Floats, Floats]:
        """Points (..., 2) [m] and headings (...) [rad] at the arc lengths s [m]."""
        i, rest = self.locate(s)
        half = 0.5 * self.curvature[i] * rest
        chord = rest * np.sinc(half / np.pi)
        x = self.x[i] + chord * np.cos(self.heading[i] + half)
        y = self.y[i] + chord * np.sin(self.heading[i] + half)
        return np.stack([x, y], axis=-1), self.heading[i] + 2.0 * half

    def points(self, s: ArrayLike) -> Floats:
        """Points (..., 2) at the arc lengths s [m]."""
        return self.frame(s)[0]

    def reversed(self) -> Curve:
        """The same curve walked from its end."""
        back = []
        for piece in reversed(self.pieces()):
            x, y, heading = piece.end()
            back.append(Piece(x, y, heading + np.pi, -piece.curvature, piece.length))
        return Curve.of(back)

    def moved(self, x: float, y: float, angle: float = 0.0) -> Curve:
        """Turned by ``angle`` [rad] about the origin, then shifted by (x, y) [m]."""
        c, s = np.cos(angle), np.sin(angle)
        return Curve(
            c * self.x - s * self.y + x,
            s * self.x + c * self.y + y,
            self.heading + angle,
            self.curvature,
            self.length,
        )

    def outline(self, deviation: float) -> Floats:
        """Points (n, 2) whose polygon departs from the curve by ``deviation`` [m]."""
        found = [
            self._inside(index, deviation) + start
            for index, start in enumerate(np.cumsum(self.length) - self.length)
        ]
        return self.points(np.append(np.concatenate(found), self.total))

    def _inside(self, index: int, deviation: float) -> Floats:
        """Arc lengths within one piece where the outline has a corner [m]."""
        length, bend = self.length[index], abs(self.curvature[index])
        # a chord of length c departs from its arc by c^2 curvature / 8
        step = np.sqrt(8.0 * deviation / max(bend, 1e-12))
        count = max(1, int(np.ceil(length / step)))
        return np.arange(count, dtype=np.float64) * float(length / count)


def wrapped(angle: float) -> float:
    """The angle in (-pi, pi] [rad]."""
    return float(-((-angle + np.pi) % (2.0 * np.pi) - np.pi))
