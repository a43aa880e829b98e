"""Pieces of profiles: arcs and segments, and how they join."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from catena.errors import SpecError
from catena.numerics.ranges import (
    check,
    check_finite,
    check_kind,
    check_positive,
    check_vector,
)
from catena.numerics.statement import Stated, flag, number, pair, signed, statement

Vector = tuple[float, float]
JOINED = 1e-6
"""Distance of two ends that meet, as a share of the profile."""
LOOKS = 32
"""Intervals of a piece whose ends are tested against a sector."""


@statement
class Arc(Stated):
    """An arc of a profile, material inside it, or outside if it is hollow."""

    centre: Vector = pair(
        "Where the circle of the arc has its middle, in the frame of the body.",
        "m", ["0 mm", "0 mm"],
    )  # fmt: skip
    radius: float = number(
        "How strongly the arc is bent: distance of its surface from its centre.",
        "m", positive=True, example="8 mm",
    )  # fmt: skip
    start: float = signed(
        "Direction from the arc's centre to one of its ends, counted counter-clockwise "
        "from the x axis of the body.",
        "rad", example="30 deg",
    )  # fmt: skip
    span: float = number(
        "How far the arc goes on counter-clockwise from its start.",
        "rad", positive=True, high=2.0 * math.pi, example="60 deg",
    )  # fmt: skip
    hollow: bool = flag(
        "Whether the material lies outside the circle, so that the arc is touched from "
        "inside, as a tooth root.",
        default=False,
    )  # fmt: skip

    word: ClassVar[str] = "arc"
    chosen: ClassVar[str] = "a part of a circle"

    def check(self, where: str) -> None:
        """Refuse an invalid arc."""
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


@statement
class Segment(Stated):
    """A straight piece of a profile, material to the right of its direction."""

    start: Vector = pair(
        "Where the line begins, in the frame of the body.",
        "m", ["0 mm", "0 mm"],
    )  # fmt: skip
    end: Vector = pair(
        "Where the line ends, in the frame of the body; the material lies to the right "
        "on the way there.",
        "m", ["10 mm", "5 mm"],
    )  # fmt: skip

    word: ClassVar[str] = "segment"
    chosen: ClassVar[str] = (
        "a straight line, with the material to the right of its direction"
    )

    def check(self, where: str) -> None:
        """Refuse a segment without length."""
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


def check_joints(where: str, pieces: Sequence[Arc | Segment]) -> None:
    """Refuse neighbours with material on opposite sides: one must lead to the other."""
    begins = np.array([complex(*piece.travel()[0]) for piece in pieces])
    ends = np.array([complex(*piece.travel()[1]) for piece in pieces])
    near = JOINED * max(reach_of(piece) for piece in pieces)
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


def _turned(place: Vector, angle: float) -> Vector:
    (x, y), c, s = place, math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y


def comes_within(piece: Arc | Segment, angle: float) -> bool:
    """Whether a piece reaches into a sector about the x axis."""
    places = [piece.at(k / LOOKS) for k in range(LOOKS + 1)]
    return any(abs(math.atan2(y, x)) <= angle for x, y in places)


def reach_of(piece: Arc | Segment) -> float:
    """Radius about the body's centre that holds a piece [m]."""
    if isinstance(piece, Segment):
        return max(math.hypot(*piece.start), math.hypot(*piece.end))
    return math.hypot(*piece.centre) + piece.radius
