"""Rigid bodies in words, and their contours: points, circles, lines, profiles."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, get_args

from catena.contact.kinematics.surface import COLUMNS, Surface
from catena.errors import SpecError
from catena.model import AXES
from catena.numerics.ranges import check_kind, check_positive, check_vector
from catena.numerics.statement import (
    Signed,
    Stated,
    number,
    pair,
    several,
    statement,
    told,
)
from catena.planar.pieces import (
    Arc,
    Segment,
    Vector,
    check_joints,
    comes_within,
    reach_of,
)
from catena.tables.pairs import PairKind

MOST_SECTORS = 10_000
"""How often a profile may repeat around a centre."""


ANGLE = Signed(
    "How far the body's frame is turned at the start, counter-clockwise from the x "
    "axis.",
    "rad", example="30 deg",
)  # fmt: skip
SPIN = Signed(
    "How fast the body turns at the start, counter-clockwise positive.",
    "rad/s", example="300 rpm",
)  # fmt: skip


@statement
class Wheel(Stated):
    """A body that only turns about a fixed centre."""

    inertia: float = number(
        "Resistance against being turned about the fixed centre.",
        "kg m^2", positive=True, example="0.02 kg m^2",
    )  # fmt: skip
    at: Vector = pair(
        "Where the fixed centre is, x and y.",
        "m", ["100 mm", "0 mm"], default=(0.0, 0.0), key="position",
    )  # fmt: skip
    angle: float = told(ANGLE, default=0.0)
    spin: float = told(SPIN, default=0.0)


@statement
class Body(Stated):
    """A rigid body; its frame is at its centre of mass."""

    index: int
    name: str
    mass: float = number(
        "Resistance against being accelerated; of no effect where x and y are held.",
        "kg", default=1.0, positive=True, example="0.5 kg",
    )  # fmt: skip
    inertia: float = number(
        "Resistance against being turned about the centre of mass; of no effect where "
        "the angle is held.",
        "kg m^2", default=1.0, positive=True, example="1e-3 kg m^2",
    )  # fmt: skip
    at: Vector = pair(
        "Where the centre of mass is at the start, x and y; it is also the origin of "
        "the body's own frame.",
        "m", ["100 mm", "50 mm"], default=(0.0, 0.0), key="position",
    )  # fmt: skip
    angle: float = told(ANGLE, default=0.0)
    velocity: Vector = pair(
        "How fast the centre of mass moves at the start, along x and y.",
        "m/s", ["0.5 m/s", "0 m/s"], default=(0.0, 0.0),
    )  # fmt: skip
    spin: float = told(SPIN, default=0.0)
    free: Collection[str] = several(
        "Directions in which the body can move; the others are held, as by a rigid "
        "guide.",
        tuple(AXES), ["angle"], default=tuple(AXES),
    )  # fmt: skip

    def check(self, where: str) -> None:
        """Refuse numbers out of range, and speeds along what is held."""
        super().check(where)
        for axis, speed in zip(AXES, (*self.velocity, self.spin), strict=True):
            if axis not in self.free and speed != 0.0:
                expected = f"expected 0, since {axis} is held; or prescribe the speed"
                raise SpecError.at(f"{where}.{axis} speed", speed, expected)

    def point(self, at: Vector = (0.0, 0.0)) -> Circle:
        """A point of the body, in its own frame [m]."""
        check_vector(f"body[{self.name}].point", at)
        return Point(self, centre=at)

    def circle(self, radius: float, at: Vector = (0.0, 0.0)) -> Circle:
        """A circle of the body."""
        check_vector(f"body[{self.name}].circle.at", at)
        check_positive(f"body[{self.name}].circle.radius", radius)
        return Circle(self, radius, at)

    def hollow(self, radius: float, at: Vector = (0.0, 0.0)) -> Hollow:
        """A circular hole, to be touched from inside."""
        check_vector(f"body[{self.name}].hollow.at", at)
        check_positive(f"body[{self.name}].hollow.radius", radius)
        return Hollow(self, radius, at)

    def line(self, normal: Vector, at: Vector = (0.0, 0.0)) -> Line:
        """A straight face with its outward normal."""
        check_vector(f"body[{self.name}].line.at", at)
        return Line(self, unit(f"body[{self.name}].line.normal", normal), at)

    def surface(self, shape: Surface, at: Vector = (0.0, 0.0)) -> Shaped:
        """A surface with a distance function of its own, such as ``Bowl(0.2)``."""
        where = f"body[{self.name}].surface"
        check_vector(f"{where}.at", at)
        check_kind(where, shape, (Surface,), "a surface such as Bowl(0.2)")
        shape.numbers(where)
        return Shaped(self, at, shape)

    def profile(self, *pieces: Arc | Segment, sectors: int = 0) -> Profile:
        """A profile of arcs and segments; with sectors it repeats around the centre."""
        where = f"body[{self.name}].profile"
        if not pieces:
            raise SpecError.at(where, 0, "expected at least one arc or segment")
        for i, piece in enumerate(pieces):
            place = f"{where}.pieces[{i}]"
            check_kind(place, piece, (Arc, Segment), "an Arc or a Segment")
            piece.check(place)
        check_joints(where, pieces)
        made = Profile(self, pieces, sectors)
        made.check(where)
        return made


IN_FRAME = ["10 mm", "0 mm"]
"""A place in the frame of a body, for examples."""


@statement
class Circle(Stated):
    """A disc, touched from outside."""

    body: Body
    radius: float = number(
        "How large the disc is, from its centre to its rim.",
        "m", positive=True, example="20 mm",
    )  # fmt: skip
    centre: Vector = pair(
        "Where the middle of the disc sits, in the frame of the body.",
        "m", IN_FRAME, default=(0.0, 0.0), key="position",
    )  # fmt: skip

    word: ClassVar[str] = "circle"
    chosen: ClassVar[str] = "a disc, touched from outside"


@statement
class Point(Circle):
    """A circle without radius."""

    radius: float = 0.0
    centre: Vector = pair(
        "Where the point sits, in the frame of the body.",
        "m", IN_FRAME, default=(0.0, 0.0), key="position",
    )  # fmt: skip

    word: ClassVar[str] = "point"
    chosen: ClassVar[str] = "a single point, such as a sharp corner"


@statement
class Hollow(Stated):
    """A circular hole, touched from inside."""

    body: Body
    radius: float = number(
        "How large the hole is, from its centre to its wall.",
        "m", positive=True, example="20.1 mm",
    )  # fmt: skip
    centre: Vector = pair(
        "Where the middle of the hole sits, in the frame of the body.",
        "m", IN_FRAME, default=(0.0, 0.0), key="position",
    )  # fmt: skip

    word: ClassVar[str] = "hollow"
    chosen: ClassVar[str] = "a circular hole, touched from inside"


@statement
class Line(Stated):
    """An endless straight face with its outward normal."""

    body: Body
    normal: Vector = pair(
        "Direction out of the material, in the frame of the body; its length does not "
        "matter.",
        "", [0.0, 1.0],
    )  # fmt: skip
    point: Vector = pair(
        "Any point that lies on the face, in the frame of the body.",
        "m", ["0 mm", "-10 mm"], default=(0.0, 0.0), key="position",
    )  # fmt: skip

    word: ClassVar[str] = "line"
    chosen: ClassVar[str] = "an endless straight face"


@statement
class Profile(Stated):
    """Arcs and segments of a body, repeated around its centre if it has teeth."""

    body: Body
    pieces: tuple[Arc | Segment, ...]
    sectors: int = number(
        "How often the profile repeats around the body's centre, as teeth do; 0 does "
        "not repeat it.",
        default=0, whole=True, high=MOST_SECTORS, example=24,
    )  # fmt: skip

    word: ClassVar[str] = "profile"
    chosen: ClassVar[str] = "arcs and straight lines in a row, such as a tooth"

    def reach(self) -> float:
        """Radius about the body's centre that holds the profile [m]."""
        return max(reach_of(piece) for piece in self.pieces)

    def seen(self) -> tuple[Arc | Segment, ...]:
        """The pieces a circle of one sector may touch, those of its neighbours too."""
        if self.sectors < 2:
            return self.pieces
        sector = 2.0 * math.pi / self.sectors
        found = list(self.pieces)
        for k in range(1, self.sectors):
            turn = k * sector if 2 * k <= self.sectors else (k - self.sectors) * sector
            copies = [piece.turned(turn) for piece in self.pieces]
            found += [piece for piece in copies if comes_within(piece, sector)]
        return tuple(found)


@dataclass(frozen=True)
class Shaped:
    """A surface of a body, stated by its distance function."""

    body: Body
    centre: Vector
    shape: Surface


Contour = Circle | Hollow | Line | Profile | Shaped


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


def coordinate_place(kind: str, body: Body, axis: str) -> str:
    """How messages call a coordinate that is driven or loaded."""
    check_kind(f"{kind}.body", body, (Body,), "a body")
    check_kind(f"{kind}[{body.name}]", axis, (str,), "x, y or angle")
    return f"{kind}[{body.name}.{axis[:60]}]"
