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

    repeats: bool = False
    """Whether the last row is the first of the next round."""

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

    torque: list[Torque] = Rows
    """The values."""
    time: Annotated[list[Time], Rows] | None = None
    """Over time."""
    angle: Annotated[list[Angle], Rows] | None = None
    """Over the angle of the body."""
    speed: Annotated[list[RotationalSpeed], Rows] | None = None
    """Over the rotational speed of the body."""


class ForceTable(_Table):
    """A force over time, position or speed."""

    OVER = ("time", "position", "speed")
    VALUE = "force"

    force: list[Force] = Rows
    """The values."""
    time: Annotated[list[Time], Rows] | None = None
    """Over time."""
    position: Annotated[list[Length], Rows] | None = None
    """Over the position of the body along the axis."""
    speed: Annotated[list[Speed], Rows] | None = None
    """Over the speed of the body along the axis."""


class SpinTable(_Table):
    """A rotational speed over time."""

    speed: list[RotationalSpeed] = Rows
    """The values."""
    time: Annotated[list[Time], Rows]
    """When."""


class SpeedTable(_Table):
    """A speed over time."""

    speed: list[Speed] = Rows
    """The values."""
    time: Annotated[list[Time], Rows]
    """When."""


class _Term(Part):
    """One term of a series, amplitude cos(order 2 pi x / period + phase)."""

    order: int = Field(ge=1, le=HIGHEST_ORDER)
    """How many times per period."""
    phase: Angle = 0.0
    """Phase."""


class TorqueTerm(_Term):
    """A harmonic of a torque."""

    amplitude: Torque
    """Amplitude."""


class ForceTerm(_Term):
    """A harmonic of a force."""

    amplitude: Force
    """Amplitude."""


class SpinTerm(_Term):
    """A harmonic of a rotational speed."""

    amplitude: RotationalSpeed
    """Amplitude."""


class SpeedTerm(_Term):
    """A harmonic of a speed."""

    amplitude: Speed
    """Amplitude."""


Terms = Field(min_length=1, max_length=HIGHEST_ORDER)


class TorqueSeries(Part):
    """A torque as a Fourier series over time or angle."""

    mean: Torque = 0.0
    """Mean value."""
    harmonic: list[TorqueTerm] = Terms
    """Its terms."""
    period: Time | None = Field(default=None, gt=0.0)
    """Over time: how long one period lasts."""
    angle: Angle | None = Field(default=None, gt=0.0)
    """Over the angle of the body: how far one period goes, such as '360 deg'."""

    @model_validator(mode="after")
    def _one_period(self) -> Self:
        return one_of(self, "period", "angle")


class ForceSeries(Part):
    """A force as a Fourier series over time or position."""

    mean: Force = 0.0
    """Mean value."""
    harmonic: list[ForceTerm] = Terms
    """Its terms."""
    period: Time | None = Field(default=None, gt=0.0)
    """Over time: how long one period lasts."""
    length: Length | None = Field(default=None, gt=0.0)
    """Over the position of the body: how far one period goes."""

    @model_validator(mode="after")
    def _one_period(self) -> Self:
        return one_of(self, "period", "length")


class SpinSeries(Part):
    """A rotational speed as a Fourier series over time."""

    mean: RotationalSpeed = 0.0
    """Mean value."""
    harmonic: list[SpinTerm] = Terms
    """Its terms."""
    period: Time = Field(gt=0.0)
    """How long one period lasts."""


class SpeedSeries(Part):
    """A speed as a Fourier series over time."""

    mean: Speed = 0.0
    """Mean value."""
    harmonic: list[SpeedTerm] = Terms
    """Its terms."""
    period: Time = Field(gt=0.0)
    """How long one period lasts."""


class TorqueLoad(Part):
    """A torque on a body."""

    body: str
    """The body."""
    axis: Literal["angle"]
    torque: Torque | None = None
    """A constant torque,"""
    table: TorqueTable | None = None
    """or a table,"""
    fourier: TorqueSeries | None = None
    """or a series."""
    ramp: Time = Field(default=0.0, ge=0.0)
    """Time over which it grows from zero."""

    @model_validator(mode="after")
    def _one_course(self) -> Self:
        return one_of(self, "torque", "table", "fourier")


class ForceLoad(Part):
    """A force on a body along x or y."""

    body: str
    """The body."""
    axis: Literal["x", "y"]
    force: Force | None = None
    """A constant force,"""
    table: ForceTable | None = None
    """or a table,"""
    fourier: ForceSeries | None = None
    """or a series."""
    ramp: Time = Field(default=0.0, ge=0.0)
    """Time over which it grows from zero."""

    @model_validator(mode="after")
    def _one_course(self) -> Self:
        return one_of(self, "force", "table", "fourier")


class SpinMotor(Part):
    """A prescribed rotational speed, whatever torque it takes."""

    body: str
    """The body."""
    axis: Literal["angle"]
    speed: RotationalSpeed | None = None
    """A constant speed,"""
    table: SpinTable | None = None
    """or a table over time,"""
    fourier: SpinSeries | None = None
    """or a series over time."""

    @model_validator(mode="after")
    def _one_course(self) -> Self:
        return one_of(self, "speed", "table", "fourier")


class SpeedMotor(Part):
    """A prescribed speed along x or y, whatever force it takes."""

    body: str
    """The body."""
    axis: Literal["x", "y"]
    speed: Speed | None = None
    """A constant speed,"""
    table: SpeedTable | None = None
    """or a table over time,"""
    fourier: SpeedSeries | None = None
    """or a series over time."""

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
