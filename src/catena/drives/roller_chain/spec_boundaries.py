"""What turns or brakes a sprocket."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Number,
    RotationalSpeed,
    Time,
    Torque,
    TorsionalDamping,
)


def _check_history(what: str, history: list[tuple[float, float]]) -> None:
    """Refuse a history that does not begin at 0 or goes back in time."""
    times = [time for time, _ in history]
    if times and (times[0] != 0.0 or any(b <= a for a, b in pairwise(times))):
        raise ValueError(
            f"the times of a {what} history must begin with 0 and rise, found "
            f"{times[:5]}"
        )


class Irregularity(Part):
    """One order of the rotational irregularity."""

    order: Number = Field(gt=0.0, le=1000.0)
    """Periods per turn of the sprocket."""
    amplitude: Angle = Field(ge=0.0, lt=1.0)
    """Amplitude of the angle."""
    phase: Angle = 0.0
    """Phase of the sine."""


class TorqueOrder(Part):
    """One order of a torque over the angle of its sprocket."""

    order: Number = Field(gt=0.0, le=1000.0)
    """Periods per turn of the sprocket."""
    amplitude: Torque
    """Amplitude."""
    phase: Angle = 0.0
    """Phase of the cosine."""


class SpeedMotion(Part):
    """The sprocket turns at a given speed."""

    kind: Literal["speed"]
    speed: RotationalSpeed = Field(gt=0.0, lt=1e5)
    """Speed in the sense of travel."""
    ramp: Time = Field(default=0.0, ge=0.0)
    """Time from standstill to the speed; 0 starts in motion."""
    run_up: RotationalSpeed | None = Field(default=None, gt=0.0, lt=1e5)
    """Speed reached at the end of the run, rising evenly."""
    history: list[tuple[Time, RotationalSpeed]] = Field(default=[], max_length=100_000)
    """Speed over time as points, straight in between, instead of ramp and run-up;
    ``speed`` then only says what counts as nominal."""
    irregularity: list[Irregularity] = Field(default=[], max_length=100)
    """Orders of the crank's irregularity."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        _check_history("speed", self.history)
        if self.history and (self.ramp > 0.0 or self.run_up is not None):
            raise ValueError("a history of the speed leaves no room for ramp or run_up")
        if any(speed < 0.0 for _, speed in self.history):
            raise ValueError("the speed of a history must never be below 0")
        swing = sum(wave.order * wave.amplitude for wave in self.irregularity)
        if swing >= 1.0:
            raise ValueError(
                f"the irregularity swings by {swing:.3g} of the speed (order times "
                "amplitude in rad, summed); expected less than 1, or the sprocket "
                "would turn back"
            )
        return self

    @property
    def highest(self) -> float:
        """The largest speed of the run [rad/s]."""
        told = [speed for _, speed in self.history]
        return max(self.speed, self.run_up or 0.0, *told)


class OverAngle(Part):
    """A torque over the angle of its sprocket and over time."""

    orders: list[TorqueOrder] = Field(default=[], max_length=100)
    """Orders of the torque over the angle, such as those of a camshaft, of an engine or
    of pedals."""
    angles: list[Angle] = Field(default=[], max_length=10_000)
    """Angles of a table over one turn, evenly spaced from 0, end left out."""
    torques: list[Torque] = Field(default=[], max_length=10_000)
    """Torques of the table, added to the mean; its orders up to 64 count."""
    history: list[tuple[Time, Torque]] = Field(default=[], max_length=100_000)
    """Torque over time as points, straight in between, added to the mean."""

    @model_validator(mode="after")
    def _periodic(self) -> Self:
        _check_history("torque", self.history)
        if len(self.angles) != len(self.torques):
            raise ValueError(
                f"{len(self.angles)} angles but {len(self.torques)} torques"
            )
        if not self.angles:
            return self
        step = 2.0 * 3.141592653589793 / len(self.angles)
        even = all(abs(b - a - step) < 1e-6 for a, b in pairwise(self.angles))
        if abs(self.angles[0]) > 1e-9 or not even:
            raise ValueError(
                "the table must cover one turn in even steps from 0 and leave out its "
                f"end, here {len(self.angles)} angles of {57.29577951308232 * step:.4g}"
                " deg each, so that it is periodic"
            )
        return self


class Load(OverAngle):
    """A torque that brakes the sprocket."""

    kind: Literal["load"]
    torque: Torque
    """Mean torque; positive brakes."""


class DriveTorque(OverAngle):
    """A torque that drives the sprocket."""

    kind: Literal["torque"]
    torque: Torque
    """Mean torque in the sense of travel."""
    speed: RotationalSpeed | None = Field(default=None, ge=0.0, lt=1e5)
    """Speed at the start, where no sprocket has a given speed; one states it. 0 starts
    from rest."""
    droop: TorsionalDamping = Field(default=0.0, ge=0.0, lt=1e9)
    """By how much the torque falls for every rad/s above ``speed``, as that of a motor
    does."""

    @model_validator(mode="after")
    def _has_a_speed(self) -> Self:
        if self.droop > 0.0 and self.speed is None:
            raise ValueError("droop needs the speed at which the torque is as stated")
        return self


class Free(Part):
    """Nothing but its inertia: an idler."""

    kind: Literal["free"]
