"""Loads and prescribed speeds as a file states them: constant, table, or series."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, ClassVar, Literal, Self, TypeVar

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Force,
    Length,
    RotationalSpeed,
    Speed,
    Time,
    Torque,
)

SomePart = TypeVar("SomePart", bound=Part)

MOST_ROWS = 200_000
Rows = Field(min_length=2, max_length=MOST_ROWS)
HIGHEST_ORDER = 200


class _Table(Part):
    """Rows of a curve; straight between them, constant beyond the ends."""

    OVER: ClassVar[tuple[str, ...]] = ("time",)
    """Keys of the possible arguments."""
    VALUE: ClassVar[str] = "speed"
    """Key of the values."""

    repeats: bool = Field(default=False, examples=[True])
    """Whether the table starts again after its last row, which then is the first of the
    next round; otherwise the end value is held."""

    @model_validator(mode="after")
    def _growing_argument_of_equal_length(self) -> Self:
        one_of(self, *self.OVER)
        over, x, y = self.columns()
        if len(x) != len(y):
            raise ValueError(f"{len(x)} rows of {over} for {len(y)} of {self.VALUE}")
        if any(later <= before for before, later in pairwise(x)):
            raise ValueError(f"{over} must grow from row to row")
        return self

    def columns(self) -> tuple[str, list[float], list[float]]:
        """What it is tabulated over, its arguments and its values."""
        over = next(name for name in self.OVER if getattr(self, name) is not None)
        return over, list(getattr(self, over)), list(getattr(self, self.VALUE))


class TorqueTable(_Table):
    """A torque over time, angle or rotational speed."""

    OVER = ("time", "angle", "speed")
    VALUE = "torque"

    torque: Annotated[list[Torque], Rows] = Field(examples=[["0 N m", "5 N m"]])
    """Torque at each row of the argument, straight lines in between."""
    time: Annotated[list[Time], Rows] | None = Field(
        default=None, examples=[["0 s", "1 s"]]
    )
    """Moments of the rows, growing. If not given, another argument is tabulated."""
    angle: Annotated[list[Angle], Rows] | None = Field(
        default=None, examples=[["0 deg", "180 deg"]]
    )
    """Angles of the body at the rows, growing, for torques that go with its turn. If
    not given, another argument is tabulated."""
    speed: Annotated[list[RotationalSpeed], Rows] | None = Field(
        default=None, examples=[["0 rpm", "1500 rpm"]]
    )
    """Spins of the body at the rows, growing, as on a motor's characteristic line. If
    not given, another argument is tabulated."""


class ForceTable(_Table):
    """A force over time, position or speed."""

    OVER = ("time", "position", "speed")
    VALUE = "force"

    force: Annotated[list[Force], Rows] = Field(examples=[["0 N", "50 N"]])
    """Force at each row of the argument, straight lines in between."""
    time: Annotated[list[Time], Rows] | None = Field(
        default=None, examples=[["0 s", "1 s"]]
    )
    """Moments of the rows, growing. If not given, another argument is tabulated."""
    position: Annotated[list[Length], Rows] | None = Field(
        default=None, examples=[["0 mm", "20 mm"]]
    )
    """Places of the body along the axis at the rows, growing, as of a curved spring. If
    not given, another argument is tabulated."""
    speed: Annotated[list[Speed], Rows] | None = Field(
        default=None, examples=[["0 m/s", "1 m/s"]]
    )
    """Speeds of the body along the axis at the rows, growing, as of a curved damper. If
    not given, another argument is tabulated."""


class SpinTable(_Table):
    """A rotational speed over time."""

    speed: Annotated[list[RotationalSpeed], Rows] = Field(
        examples=[["0 rpm", "300 rpm"]]
    )
    """How fast the body turns at each moment, straight lines in between."""
    time: Annotated[list[Time], Rows] = Field(examples=[["0 s", "1 s"]])
    """Moments of the rows, growing; beyond the ends the value is held."""


class SpeedTable(_Table):
    """A speed over time."""

    speed: Annotated[list[Speed], Rows] = Field(examples=[["0 m/s", "0.2 m/s"]])
    """How fast the body moves along the axis at each moment, straight lines in
    between."""
    time: Annotated[list[Time], Rows] = Field(examples=[["0 s", "1 s"]])
    """Moments of the rows, growing; beyond the ends the value is held."""


class _Term(Part):
    """One term of a series, amplitude cos(order 2 pi x / period + phase)."""

    order: int = Field(ge=1, le=HIGHEST_ORDER, examples=[1])
    """How many times this harmonic repeats per period."""
    phase: Angle = Field(default=0.0, examples=["90 deg"])
    """Where in its cosine this harmonic stands at the beginning of the period."""


class TorqueTerm(_Term):
    """A harmonic of a torque."""

    amplitude: Torque = Field(examples=["5 N m"])
    """Largest deviation from the mean torque by this harmonic."""


class ForceTerm(_Term):
    """A harmonic of a force."""

    amplitude: Force = Field(examples=["20 N"])
    """Largest deviation from the mean force by this harmonic."""


class SpinTerm(_Term):
    """A harmonic of a rotational speed."""

    amplitude: RotationalSpeed = Field(examples=["10 rpm"])
    """Largest deviation from the mean spin by this harmonic."""


class SpeedTerm(_Term):
    """A harmonic of a speed."""

    amplitude: Speed = Field(examples=["0.1 m/s"])
    """Largest deviation from the mean speed by this harmonic."""


Terms = Field(min_length=1, max_length=HIGHEST_ORDER)


class TorqueSeries(Part):
    """A torque as a Fourier series over time or angle."""

    mean: Torque = Field(default=0.0, examples=["10 N m"])
    """Constant part of the torque, about which the harmonics swing."""
    harmonic: list[TorqueTerm] = Terms
    """Fourier terms that swing about the mean."""
    period: Time | None = Field(default=None, gt=0.0, examples=["0.1 s"])
    """How long one round lasts, for a torque that goes with time. If not given, it goes
    with the ``angle``."""
    angle: Angle | None = Field(default=None, gt=0.0, examples=["360 deg"])
    """How far the body turns in one round, for a torque that goes with its turn. If not
    given, it goes with time."""

    @model_validator(mode="after")
    def _one_period(self) -> Self:
        return one_of(self, "period", "angle")


class ForceSeries(Part):
    """A force as a Fourier series over time or position."""

    mean: Force = Field(default=0.0, examples=["100 N"])
    """Constant part of the force, about which the harmonics swing."""
    harmonic: list[ForceTerm] = Terms
    """Fourier terms that swing about the mean."""
    period: Time | None = Field(default=None, gt=0.0, examples=["0.1 s"])
    """How long one round lasts, for a force that goes with time. If not given, it goes
    with the position."""
    length: Length | None = Field(default=None, gt=0.0, examples=["50 mm"])
    """How far the body moves in one round, for a force that goes with its place. If not
    given, it goes with time."""

    @model_validator(mode="after")
    def _one_period(self) -> Self:
        return one_of(self, "period", "length")


class SpinSeries(Part):
    """A rotational speed as a Fourier series over time."""

    mean: RotationalSpeed = Field(default=0.0, examples=["300 rpm"])
    """Constant part of the spin, about which the harmonics swing."""
    harmonic: list[SpinTerm] = Terms
    """Fourier terms that swing about the mean."""
    period: Time = Field(gt=0.0, examples=["0.1 s"])
    """How long one round of the series lasts, after which it repeats."""


class SpeedSeries(Part):
    """A speed as a Fourier series over time."""

    mean: Speed = Field(default=0.0, examples=["0.5 m/s"])
    """Constant part of the speed, about which the harmonics swing."""
    harmonic: list[SpeedTerm] = Terms
    """Fourier terms that swing about the mean."""
    period: Time = Field(gt=0.0, examples=["0.1 s"])
    """How long one round of the series lasts, after which it repeats."""


class TorqueLoad(Part):
    """A torque on a body."""

    body: str = Field(examples=["rocker"])
    """Name of the body that is pushed or turned, as stated where that body is
    listed."""
    axis: Literal["angle"]
    """Chooses the rotation of the body as what it acts on."""
    torque: Torque | None = Field(default=None, examples=["5 N m"])
    """Moment that never changes, counter-clockwise positive; if not given, a table or
    series states it."""
    table: TorqueTable | None = None
    """Values over time, angle or spin of the body; if not given, the torque is constant
    or a series."""
    fourier: TorqueSeries | None = None
    """Harmonics over time or angle of the body; if not given, the torque is constant or
    a table."""
    ramp: Time = Field(default=0.0, ge=0.0, examples=["20 ms"])
    """How long the load takes to grow from zero, so that a run does not begin with a
    blow."""

    @model_validator(mode="after")
    def _one_course(self) -> Self:
        return one_of(self, "torque", "table", "fourier")


class ForceLoad(Part):
    """A force on a body along x or y."""

    body: str = Field(examples=["rocker"])
    """Name of the body that is pushed or turned, as stated where that body is
    listed."""
    axis: Literal["x", "y"]
    """Chooses the direction along which it acts on the body."""
    force: Force | None = Field(default=None, examples=["50 N"])
    """Push along the axis that never changes; if not given, a table or series states
    it."""
    table: ForceTable | None = None
    """Values over time, place or speed of the body; if not given, the force is constant
    or a series."""
    fourier: ForceSeries | None = None
    """Harmonics over time or place of the body; if not given, the force is constant or
    a table."""
    ramp: Time = Field(default=0.0, ge=0.0, examples=["20 ms"])
    """How long the load takes to grow from zero, so that a run does not begin with a
    blow."""
    follows: bool = Field(default=False, examples=[True])
    """Whether the axis is one of the body, so that the force turns with it; otherwise
    it keeps its direction."""

    @model_validator(mode="after")
    def _one_course(self) -> Self:
        return one_of(self, "force", "table", "fourier")


class SpinMotor(Part):
    """A prescribed rotational speed, whatever torque it takes."""

    body: str = Field(examples=["rocker"])
    """Name of the body that is made to move, as stated where that body is listed."""
    axis: Literal["angle"]
    """Chooses the rotation of the body as what it acts on."""
    speed: RotationalSpeed | None = Field(default=None, examples=["300 rpm"])
    """How fast the body is made to turn, counter-clockwise positive and unchanging; if
    not given, a table or series states it."""
    table: SpinTable | None = None
    """Values over time; if not given, the spin is constant or a series."""
    fourier: SpinSeries | None = None
    """Harmonics over time; if not given, the spin is constant or a table."""

    @model_validator(mode="after")
    def _one_course(self) -> Self:
        return one_of(self, "speed", "table", "fourier")


class SpeedMotor(Part):
    """A prescribed speed along x or y, whatever force it takes."""

    body: str = Field(examples=["rocker"])
    """Name of the body that is made to move, as stated where that body is listed."""
    axis: Literal["x", "y"]
    """Chooses the direction along which it acts on the body."""
    speed: Speed | None = Field(default=None, examples=["0.2 m/s"])
    """How fast the body is made to move along the axis, unchanging; if not given, a
    table or series states it."""
    table: SpeedTable | None = None
    """Values over time; if not given, the motion is constant or a series."""
    fourier: SpeedSeries | None = None
    """Harmonics over time; if not given, the motion is constant or a table."""

    @model_validator(mode="after")
    def _one_course(self) -> Self:
        return one_of(self, "speed", "table", "fourier")


Load = Annotated[TorqueLoad | ForceLoad, Field(discriminator="axis")]
Motor = Annotated[SpinMotor | SpeedMotor, Field(discriminator="axis")]


def one_of(part: SomePart, *names: str) -> SomePart:
    """The part, if exactly one of its fields is stated."""
    stated = [n for n in names if getattr(part, n) is not None]
    if len(stated) != 1:
        words = f"found {', '.join(stated)}" if stated else "found none"
        raise ValueError(f"state exactly one of {', '.join(names)}; {words}")
    return part
