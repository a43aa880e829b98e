"""What is imposed on coordinates: loads and speeds, constant or by curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catena.errors import SpecError
from catena.numerics.ranges import LARGEST, check_not_negative
from catena.numerics.statement import Stated, flag, number, statement
from catena.tables.pairs import CurveArgument


@dataclass(frozen=True)
class Curve:
    """A sampled function; beyond its ends it is constant, or it repeats.

    A period longer than the samples holds the last one until the next begins.
    """

    x: Sequence[float]
    y: Sequence[float]
    period: float = 0.0

    def checked(self, where: str) -> Curve:
        """The same curve, refused if it cannot be looked up."""
        x, y = np.asarray(self.x), np.asarray(self.y)
        if not all(part.dtype.kind in "iuf" for part in (x, y) if part.size):
            raise SpecError.at(where, (self.x, self.y), "expected numbers")
        x, y = x.astype(float), y.astype(float)
        if x.ndim != 1 or x.shape != y.shape or x.size == 0:
            raise SpecError.at(where, (x.size, y.size), "expected as many x as y")
        if not all((np.abs(part) <= LARGEST).all() for part in (x, y)):
            words = f"expected finite samples of at most {LARGEST:g} in size"
            raise SpecError.at(where, None, words)
        if (np.diff(x) <= 0.0).any():
            raise SpecError.at(f"{where}.x", None, "expected growing values")
        check_not_negative(f"{where}.period", self.period)
        length = float(x[-1] - x[0])
        if 0.0 < self.period < length * (1.0 - 1e-12):
            expected = f"expected at least the length of the samples, {length:g}"
            raise SpecError.at(f"{where}.period", self.period, expected)
        return self


def constant(value: float) -> Curve:
    """A curve that is the same everywhere."""
    return Curve((0.0,), (value,))


@dataclass(frozen=True)
class Drive:
    """A prescribed speed of one coordinate."""

    name: str
    dof: int
    speed: Curve


@statement
class Load(Stated):
    """A force or torque on one coordinate."""

    name: str
    dof: int
    curve: Curve
    over: CurveArgument
    ramp: float = number(
        "How long the load takes to grow from zero, so that a run does not begin with "
        "a blow.",
        "s", default=0.0, example="20 ms",
    )  # fmt: skip
    follows: bool = flag(
        "Whether the axis is one of the body, so that the force turns with it; "
        "otherwise it keeps its direction.",
        default=False,
    )  # fmt: skip


@dataclass(frozen=True)
class Argument:
    """What a curve may run over, in the words of files."""

    key: str
    unit: str
    meaning: str
    example: object


@dataclass(frozen=True)
class Imposed:
    """A quantity that acts on coordinates, in the words of files.

    They state a constant, a table or a series; Python a number or a `Curve`.
    """

    key: str
    """Of a constant, and of the values in a table."""
    unit: str
    noun: str
    constant: str
    """What a constant means."""
    rows: str
    """What the values in a table mean."""
    example: str
    over: tuple[str, str]
    """What tables and series may run over, in words."""
    arguments: dict[CurveArgument, Argument]
    """What a table may run over."""
    round: Argument | None = None
    """How far one round of a series is, where it may go with the place."""


OTHER = "growing{}. If not given, another argument is tabulated."
TIME = Argument("time", "s", "Moments of the rows, " + OTHER.format(""), ["0 s", "1 s"])
MOMENTS = {
    CurveArgument.TIME: Argument(
        "time", "s", "Moments of the rows, growing; beyond the ends the value is held.",
        ["0 s", "1 s"],
    )
}  # fmt: skip
TORQUE = Imposed(
    "torque", "N m", "torque",
    "Moment that never changes, counter-clockwise positive",
    "Torque at each row of the argument", "5 N m",
    ("time, angle or spin of the body", "time or angle of the body"),
    {
        CurveArgument.TIME: TIME,
        CurveArgument.COORDINATE: Argument(
            "angle", "rad",
            "Angles of the body at the rows, "
            + OTHER.format(", for torques that go with its turn"),
            ["0 deg", "180 deg"],
        ),
        CurveArgument.VELOCITY: Argument(
            "speed", "rad/s",
            "Spins of the body at the rows, "
            + OTHER.format(", as on a motor's characteristic line"),
            ["0 rpm", "1500 rpm"],
        ),
    },
    Argument(
        "angle", "rad",
        "How far the body turns in one round, for a torque that goes with its turn.",
        "360 deg",
    ),
)  # fmt: skip
FORCE = Imposed(
    "force", "N", "force",
    "Push along the axis that never changes",
    "Force at each row of the argument", "50 N",
    ("time, place or speed of the body", "time or place of the body"),
    {
        CurveArgument.TIME: TIME,
        CurveArgument.COORDINATE: Argument(
            "position", "m",
            "Places of the body along the axis at the rows, "
            + OTHER.format(", as of a curved spring"),
            ["0 mm", "20 mm"],
        ),
        CurveArgument.VELOCITY: Argument(
            "speed", "m/s",
            "Speeds of the body along the axis at the rows, "
            + OTHER.format(", as of a curved damper"),
            ["0 m/s", "1 m/s"],
        ),
    },
    Argument(
        "length", "m",
        "How far the body moves in one round, for a force that goes with its place.",
        "50 mm",
    ),
)  # fmt: skip
SPIN = Imposed(
    "speed", "rad/s", "spin",
    "How fast the body is made to turn, counter-clockwise positive and unchanging",
    "How fast the body turns at each moment", "300 rpm", ("time", "time"), MOMENTS,
)  # fmt: skip
SPEED = Imposed(
    "speed", "m/s", "speed",
    "How fast the body is made to move along the axis, unchanging",
    "How fast the body moves along the axis at each moment", "0.2 m/s",
    ("time", "time"), MOMENTS,
)  # fmt: skip
LOADS = {"x": FORCE, "y": FORCE, "angle": TORQUE}
"""What loads impose, by axis."""
MOTORS = {"x": SPEED, "y": SPEED, "angle": SPIN}
"""What motors impose."""
