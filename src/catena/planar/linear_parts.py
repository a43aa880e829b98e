"""Linear bodies, and what acts between them and rigid ones, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catena.errors import SpecError
from catena.laws.bilateral import Bilateral
from catena.laws.words import Normal
from catena.numerics.arrays import Floats
from catena.numerics.ranges import array_of, check_finite, check_kind
from catena.numerics.statement import (
    Row,
    Stated,
    matrix,
    names,
    number,
    row,
    said,
    signed,
    statement,
    words_of,
)
from catena.planar.bodies import Body
from catena.planar.checks import check_mass, check_symmetric, direction_of

Matrix = Sequence[Sequence[float]] | Floats
"""Rows of numbers."""


@statement
class LinearBody(Stated):
    """A body given by constant matrices: M u' = f - D u - K q."""

    name: str
    coordinates: tuple[str, ...] = names(
        "Names of the coordinates, in the order of the matrix rows; if not given, "
        "those of the ``model``.",
        ["x", "phi"],
    )  # fmt: skip
    mass: Floats = matrix(
        "M, what accelerations meet: symmetric and positive definite, plain SI "
        "numbers; if not given, that of the ``model``.",
        [[2.0, 0.0], [0.0, 0.1]],
    )  # fmt: skip
    stiffness: Floats = matrix(
        "K, what displacements meet: symmetric, plain SI numbers; if not given, 0.",
        [[1e5, 0.0], [0.0, 200.0]],
    )  # fmt: skip
    damping: Floats = matrix(
        "D, what velocities meet, gyroscopic terms included, plain SI numbers; if not "
        "given, 0.",
        [[10.0, 0.0], [0.0, 0.1]],
    )  # fmt: skip
    force: Floats = row(
        "Constant force f on every coordinate, plain SI numbers; if not given, 0.",
        [9.81, 0.0],
    )  # fmt: skip
    at: Floats = row(
        "Where every coordinate stands at the start, plain SI numbers; if not given, "
        "0.",
        [0.01, 0.0], key="position",
    )  # fmt: skip
    velocity: Floats = row(
        "How fast every coordinate moves at the start, plain SI numbers; if not given, "
        "0.",
        [0.5, 0.0],
    )  # fmt: skip

    @classmethod
    def stated(
        cls, name: str, coordinates: Sequence[str], **given: object
    ) -> LinearBody:
        """The body, checked; what is not given is 0."""
        where = f"linear_body[{name}]"
        arrays: dict[str, Floats] = {}
        for own in said(cls):
            words, place = words_of(own), f"{where}.{own.name}"
            if isinstance(words, Row):
                value, n = given.get(own.name), len(coordinates)
                arrays[own.name] = words.read(place, value, n)
            else:
                words.check(place, coordinates)
        unknown = ", ".join(given.keys() - arrays.keys())
        if unknown:
            expected = f"expected one of {', '.join(arrays)}"
            raise SpecError.at(where, unknown, expected)
        check_mass(f"{where}.mass", arrays["mass"])
        check_symmetric(f"{where}.stiffness", arrays["stiffness"])
        return cls(name, tuple(coordinates), **arrays)


@statement
class TieSpring(Stated):
    """A spring with a damper from a coordinate of a linear body to one of a body.

    It is relaxed as both stand at the start.
    """

    stiffness: float = number(
        "Force or torque per stretch, a plain SI number.",
        column="k", example=2e4,
    )  # fmt: skip
    damping: float = number(
        "Force or torque per rate of stretch, a plain SI number.",
        default=0.0, column="d", example=15.0,
    )  # fmt: skip
    ratio: float = signed(
        "Motion of the rigid body per unit of the coordinate that leaves it "
        "unstretched; it is relaxed as both stand at the start.",
        default=1.0, column="ratio", example=-1.0,
    )  # fmt: skip

    def conflict(self) -> tuple[str, str] | None:
        """Both ends must move it."""
        return None if self.ratio else ("ratio", "expected motion per unit")


@dataclass(frozen=True)
class Tie:
    """A spring, and the coordinates it ties together."""

    name: str
    body: LinearBody
    coordinate: str
    other: Body
    axis: str
    spring: TieSpring

    def check(self, where: str) -> None:
        """Refuse a coordinate that is not there, and numbers no spring can have."""
        if self.coordinate not in self.body.coordinates:
            words = f"expected one of {', '.join(self.body.coordinates)}"
            raise SpecError.at(f"{where}.coordinate", self.coordinate, words)
        check_kind(f"{where}.spring", self.spring, (TieSpring,), "TieSpring(2e4)")
        self.spring.check(where)


@statement
class Partner(Stated):
    """A rigid body that a gap of a linear body opens and closes with.

    For small turns: its motion since the start counts along fixed directions.
    """

    body: Body
    normal: Sequence[float] | Floats = row(
        "How much the gap opens per x, y and angle of that body since the start, plain "
        "SI numbers; for small turns. Must be given with ``other``; if not given, "
        "there is none.",
        [0.0, 1.0, 0.0], size=3, key="other_direction",
    )  # fmt: skip
    tangent: Sequence[float] | Floats | None = row(
        "How fast the surfaces slide per unit of its speeds, plain SI numbers; if not "
        "given, its motion slides nothing.",
        [1.0, 0.0, 0.02], default=None, size=3, key="other_tangent",
    )  # fmt: skip

    def checked(self, where: str, normal: Normal) -> Partner:
        """The same, with its directions as arrays."""
        check_kind(f"{where}.other", self.body, (Body,), "a body")
        if self.body.index == 0:
            raise SpecError.at(f"{where}.other", "ground", "expected a moving body")
        if isinstance(normal, Bilateral):
            words = "expected an elastic or unilateral law between two bodies, or a tie"
            raise SpecError.at(f"{where}.normal", "bilateral", words)
        return Partner(self.body, *directions_of(self, where, 3))


@statement
class Gap(Stated):
    """A gap g_0 + w q, linear in the coordinates of a linear body.

    With a partner also in the motion of a rigid body since the start.
    """

    g_0: float = signed(
        "How far the contact is open when all coordinates are 0; negative where it "
        "then overlaps.",
        "m", key="gap", example="0.1 mm",
    )  # fmt: skip
    normal: Sequence[float] | Floats = row(
        "How much the gap opens per unit of each coordinate, plain SI numbers.",
        [1.0, 0.0], key="normal_direction", required=True,
    )  # fmt: skip
    tangent: Sequence[float] | Floats | None = row(
        "How fast the surfaces slide per unit speed of each coordinate, plain SI "
        "numbers; needed with friction. If not given, nothing slides.",
        [0.0, 0.05], default=None, key="tangent_direction",
    )  # fmt: skip
    partner: Partner | None = None

    def checked(self, where: str, body: LinearBody, normal: Normal) -> Gap:
        """The same, with its directions as arrays."""
        check_finite(f"{where}.gap", self.g_0)
        along, slide = directions_of(self, where, len(body.coordinates))
        partner = self.partner
        if partner is not None:
            check_kind(f"{where}.other", partner, (Partner,), "a Partner")
            partner = partner.checked(where, normal)
        return Gap(self.g_0, along, slide, partner)


def directions_of(part: Gap | Partner, where: str, n: int) -> tuple[Floats, Floats]:
    """How a gap opens, and how its surfaces slide; checked."""
    normal, tangent = (f"{where}.{words_of(own).key}" for own in said(part)[-2:])
    along = direction_of(normal, part.normal, (n,))
    return along, array_of(tangent, part.tangent, (n,))


def check_linear(where: str, body: LinearBody, known: Sequence[LinearBody]) -> None:
    """Refuse what is no linear body of this system."""
    check_kind(f"{where}.body", body, (LinearBody,), "a linear body")
    if not any(body is own for own in known):
        words = "expected a linear body of this system"
        raise SpecError.at(f"{where}.body", body.name, words)
