"""Contours of bodies in words: points, circles, lines, profiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

import numpy as np

from catena.contact.kinematics.surface import COLUMNS, Surface
from catena.errors import SpecError
from catena.numerics.ranges import check, check_finite, check_kind, check_positive
from catena.planar.checks import check_vector
from catena.tables.pairs import PairKind

if TYPE_CHECKING:
    from catena.planar.parts import Body

Vector = tuple[float, float]
JOINED = 1e-6
"""Distance of two ends that meet, as a share of the profile."""
LOOKS = 32
"""Intervals at whose ends a piece is looked for in a sector."""


@dataclass(frozen=True)
class Circle:
    """A circle of a body; a point if the radius is zero."""

    body: Body
    centre: Vector
    radius: float


@dataclass(frozen=True)
class Hollow:
    """A circular hole of a body, touched from inside."""

    body: Body
    centre: Vector
    radius: float


@dataclass(frozen=True)
class Line:
    """An infinite straight face of a body with its outward normal."""

    body: Body
    point: Vector
    normal: Vector


@dataclass(frozen=True)
class Arc:
    """An arc of a profile, material inside it, or outside if it is hollow."""

    centre: Vector
    radius: float
    start: float
    """Angle of the first end [rad]."""
    span: float
    """Angle to the other end [rad]."""
    hollow: bool = False

    def check(self, where: str) -> None:
        """Refuse an arc that is none."""
        check_vector(f"{where}.centre", self.centre)
        check_positive(f"{where}.radius", self.radius)
        check_finite(f"{where}.start", self.start)
        check_positive(f"{where}.span", self.span)
        turn = 2.0 * math.pi
        check(f"{where}.span", self.span, 0.0, turn, "expected at most a full turn")
        check_kind(f"{where}.hollow", self.hollow, (bool,), "True or False")

    def travel(self) -> tuple[Vector, Vector]:
        """Where it begins and ends with the material to the right."""
        ends = self.at(0.0), self.at(1.0)
        return ends if self.hollow else ends[::-1]

    def at(self, share: float) -> Vector:
        """The point at a share 0..1 of its length."""
        angle = self.start + share * self.span
        x, y = self.centre
        return x + self.radius * math.cos(angle), y + self.radius * math.sin(angle)

    def turned(self, angle: float) -> Arc:
        """The same, turned about the body's centre."""
        return replace(
            self, centre=_turned(self.centre, angle), start=self.start + angle
        )

    def words(self) -> str:
        """How messages call it."""
        return f"arc about {self.centre}"

    def row(self) -> tuple[int, float, float, float, float, float]:
        """Bend, x, y, radius, start, span."""
        bend = -1 if self.hollow else 1
        return bend, *self.centre, self.radius, self.start, self.span


@dataclass(frozen=True)
class Segment:
    """A straight piece of a profile, material to the right of its direction."""

    start: Vector
    end: Vector

    def check(self, where: str) -> None:
        """Refuse a segment that is none."""
        check_vector(f"{where}.start", self.start)
        check_vector(f"{where}.end", self.end)
        if tuple(self.start) == tuple(self.end):
            raise SpecError.at(where, self.end, "expected two different ends")

    def travel(self) -> tuple[Vector, Vector]:
        """Where it begins and ends with the material to the right."""
        return self.start, self.end

    def at(self, share: float) -> Vector:
        """The point at a share 0..1 of its length."""
        (x, y), (x_end, y_end) = self.start, self.end
        return x + share * (x_end - x), y + share * (y_end - y)

    def turned(self, angle: float) -> Segment:
        """The same, turned about the body's centre."""
        return Segment(_turned(self.start, angle), _turned(self.end, angle))

    def words(self) -> str:
        """How messages call it."""
        return f"segment {self.start} to {self.end}"

    def row(self) -> tuple[int, float, float, float, float, float]:
        """Bend, x, y, radius, direction, length."""
        d_x, d_y = self.end[0] - self.start[0], self.end[1] - self.start[1]
        return 0, *self.start, 0.0, math.atan2(d_y, d_x), math.hypot(d_x, d_y)


@dataclass(frozen=True)
class Profile:
    """Arcs and segments of a body, repeated around its centre if it has teeth."""

    body: Body
    pieces: tuple[Arc | Segment, ...]
    sectors: int = 0
    """How often the pieces repeat around the centre; 0 = they do not."""

    def reach(self) -> float:
        """Radius about the body's centre that holds the profile [m]."""
        return max(_reach(piece) for piece in self.pieces)

    def seen(self) -> tuple[Arc | Segment, ...]:
        """The pieces a circle of one sector may touch, those of its neighbours too."""
        if self.sectors < 2:
            return self.pieces
        sector = 2.0 * math.pi / self.sectors
        found = list(self.pieces)
        for k in range(1, self.sectors):
            turn = k * sector if 2 * k <= self.sectors else (k - self.sectors) * sector
            copies = [piece.turned(turn) for piece in self.pieces]
            found += [piece for piece in copies if _comes_within(piece, sector)]
        return tuple(found)


@dataclass(frozen=True)
class Shaped:
    """A surface of a body, stated by its distance function."""

    body: Body
    centre: Vector
    shape: Surface


Contour = Circle | Hollow | Line | Profile | Shaped


def check_joints(where: str, pieces: Sequence[Arc | Segment]) -> None:
    """Refuse neighbours with material on opposite sides: one must lead to the other."""
    begins = np.array([complex(*piece.travel()[0]) for piece in pieces])
    ends = np.array([complex(*piece.travel()[1]) for piece in pieces])
    near = JOINED * max(_reach(piece) for piece in pieces)
    for i in range(len(pieces)):
        for word, side, other in (("begin", begins, ends), ("end", ends, begins)):
            same = np.flatnonzero(np.abs(side - side[i]) <= near)
            if same.size == 2 and not (np.abs(other - side[i]) <= near).any():
                place = f"({side[i].real:.6g}, {side[i].imag:.6g}) m"
                k = int(same.max())
                raise SpecError.at(
                    f"{where}.pieces[{k}]",
                    pieces[k].words(),
                    f"expected material on the same side as of pieces[{same.min()}], "
                    f"which it joins at {place}: with the material to their right both "
                    f"{word} there. Exchange start and end of a segment, or set hollow "
                    "of an arc",
                )


def check_points(where: str, *points: Circle) -> None:
    """Refuse what is no point of a body, such as the body itself."""
    words = "a point of a body, such as body.point((0.1, 0.0))"
    for side, point in zip("ab", points, strict=False):
        check_kind(f"{where}.{side}", point, (Circle,), words)


def check_contours(where: str, a: Circle, b: object, *more: type) -> None:
    """Refuse what cannot touch, or not in this order; ``more`` can be touched too."""
    check_kind(f"{where}.a", a, (Circle,), "a point or circle of a body")
    words = "a point, circle, hollow, line, profile or surface of a body"
    check_kind(f"{where}.b", b, (*get_args(Contour), *more), words)


def meeting(where: str, a: Circle, b: Contour) -> tuple[PairKind, tuple[float, ...]]:
    """Which pair a circle and another contour are, and the numbers of both."""
    circle = (*a.centre, a.radius, 0.0)
    if isinstance(b, Shaped):
        code, numbers = b.shape.numbers(f"{where}.b")
        own = (numbers.get(name, 0.0) for name in COLUMNS)
        circle = (*a.centre, a.radius, float(code))
        return PairKind.CIRCLE_SURFACE, (*circle, *b.centre, *own)
    if isinstance(b, Line):
        return PairKind.CIRCLE_LINE, (*circle, *b.point, *b.normal)
    if isinstance(b, Profile):
        return PairKind.CIRCLE_PROFILE, (*circle, 0.0, 0.0, 0.0, 0.0)
    disc = (*circle, *b.centre, b.radius, 0.0)
    if isinstance(b, Circle):
        return PairKind.CIRCLE_CIRCLE, disc
    if b.radius < a.radius:
        expected = f"expected at least the circle's radius, {a.radius}"
        raise SpecError.at(f"{where}.hollow.radius", b.radius, expected)
    return PairKind.CIRCLE_IN_CIRCLE, disc


def unit(where: str, vector: Vector) -> Vector:
    """The vector at length one."""
    check_vector(where, vector)
    size = math.hypot(*vector)
    if not size > 0.0:
        raise SpecError.at(where, vector, "expected a direction, not zero")
    return vector[0] / size, vector[1] / size


def _turned(place: Vector, angle: float) -> Vector:
    (x, y), c, s = place, math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y


def _comes_within(piece: Arc | Segment, angle: float) -> bool:
    places = [piece.at(k / LOOKS) for k in range(LOOKS + 1)]
    return any(abs(math.atan2(y, x)) <= angle for x, y in places)


def _reach(piece: Arc | Segment) -> float:
    if isinstance(piece, Segment):
        return max(math.hypot(*piece.start), math.hypot(*piece.end))
    return math.hypot(*piece.centre) + piece.radius
