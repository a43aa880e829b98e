"""A plane course of arcs and straights, walked by its arc length."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from catena.numerics.arrays import Floats, Ints


@dataclass(frozen=True)
class Piece:
    """One arc or straight of a course."""

    section: str
    """The part of the drive it belongs to."""
    start: tuple[float, float]
    """Where it begins [m]."""
    angle: float
    """Direction of travel where it begins [rad]."""
    curvature: float
    """Turning per length; above 0 the course bends left [1/m]."""
    length: float
    """[m]."""

    @property
    def end_angle(self) -> float:
        """Direction of travel where it ends [rad]."""
        return self.angle + self.curvature * self.length

    @property
    def end(self) -> tuple[float, float]:
        """Where it ends [m]."""
        x, y = _walked(
            np.array(self.start[0]),
            np.array(self.start[1]),
            np.array(self.angle),
            np.array(self.curvature),
            np.array(self.length),
        )
        return float(x), float(y)


@dataclass(frozen=True)
class Course:
    """A closed course of pieces joined end to end, known at every arc length.

    Arc length 0 is the start of the first piece; any arc length is brought into one
    round, while the angle keeps turning from round to round.
    """

    pieces: tuple[Piece, ...]

    @cached_property
    def _columns(self) -> Floats:
        """Start x and y, direction and curvature of all pieces, one column each."""
        rows = [(*p.start, p.angle, p.curvature) for p in self.pieces]
        return np.array(rows).T

    @cached_property
    def length(self) -> float:
        """Of one round [m]."""
        # fsum: places of hundreds of elements are taken modulo this length
        return math.fsum(piece.length for piece in self.pieces)

    @cached_property
    def turning(self) -> float:
        """How far the direction turns in one round: -2 pi if clockwise [rad]."""
        return math.fsum(piece.curvature * piece.length for piece in self.pieces)

    @cached_property
    def starts(self) -> Floats:
        """Arc length at which each piece begins, and the whole length [m]."""
        lengths = [piece.length for piece in self.pieces]
        return np.concatenate(([0.0], np.cumsum(lengths)))

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """Names of the sections in the order of travel, each once."""
        return tuple(dict.fromkeys(piece.section for piece in self.pieces))

    def point(self, at: Floats) -> tuple[Floats, Floats]:
        """Where the course is at arc lengths, x and y [m]."""
        which, along, _ = self._place(at)
        x, y, angle, bend = self._columns[:, which]
        return _walked(x, y, angle, bend, along)

    def angle(self, at: Floats) -> Floats:
        """Direction of travel at arc lengths [rad]."""
        which, along, rounds = self._place(at)
        _, _, angle, bend = self._columns[:, which]
        result: Floats = angle + bend * along + rounds * self.turning
        return result

    def curvature(self, at: Floats) -> Floats:
        """Turning per length at arc lengths [1/m]."""
        result: Floats = self._columns[3, self._place(at)[0]]
        return result

    def section(self, at: Floats) -> Ints:
        """Index into ``sections`` at arc lengths."""
        names = self.sections
        of_piece = np.array([names.index(piece.section) for piece in self.pieces])
        result: Ints = of_piece[self._place(at)[0]]
        return result

    def section_starts(self) -> dict[str, float]:
        """Arc length at which each section begins [m]."""
        begins: dict[str, float] = {}
        for piece, start in zip(self.pieces, self.starts, strict=False):
            begins.setdefault(piece.section, float(start))
        return begins

    def parallel(self, inwards: float) -> Course:
        """The course at a distance to the right of travel: inside if clockwise.

        A piece of curvature k keeps its turning angle; its length grows by the factor
        1 + k times the distance. Straights keep their length.
        """
        return Course(tuple(_shifted(piece, inwards) for piece in self.pieces))

    def _place(self, at: Floats) -> tuple[Ints, Floats, Floats]:
        s = np.atleast_1d(np.asarray(at, dtype=np.float64))
        starts, whole = self.starts, self.length
        rounds = np.floor(s / whole)
        rest = s - rounds * whole
        which = np.searchsorted(starts, rest, side="right") - 1
        # rounding may put the rest at the whole length, behind the last piece
        which = np.clip(which, 0, len(self.pieces) - 1)
        return which.astype(np.int64), rest - starts[which], rounds


def _walked(
    x: Floats, y: Floats, angle: Floats, curvature: Floats, along: Floats
) -> tuple[Floats, Floats]:
    """Points a way s along pieces: the chord of an arc of angle b is s sinc(b/2)."""
    half = 0.5 * curvature * along
    chord = along * np.sinc(half / np.pi)
    return x + chord * np.cos(angle + half), y + chord * np.sin(angle + half)


def _shifted(piece: Piece, right: float) -> Piece:
    # the centre of an arc stays where it is: radii differ by the distance
    factor = 1.0 + piece.curvature * right
    start = (
        piece.start[0] + right * math.sin(piece.angle),
        piece.start[1] - right * math.cos(piece.angle),
    )
    return Piece(
        piece.section,
        start,
        piece.angle,
        piece.curvature / factor,
        piece.length * factor,
    )
