"""What turns or brakes a wheel, in the words of a file."""

from __future__ import annotations

import math
from collections.abc import Iterable
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

    order: Number = Field(gt=0.0, le=1000.0, examples=[2])
    """Which harmonic of the turn: 2 swings twice per turn, as four-cylinder engines
    do."""
    amplitude: Angle = Field(ge=0.0, lt=1.0, examples=["0.5 deg"])
    """How far the wheel runs ahead of even rotation and falls behind it in this
    order."""
    phase: Angle = Field(default=0.0, examples=["90 deg"])
    """Where in its sine this order stands at the start; it decides how several orders
    add up."""


class TorqueOrder(Part):
    """One order of a torque over the angle of its sprocket."""

    order: Number = Field(gt=0.0, le=1000.0, examples=[4])
    """Which harmonic of the turn: 4 pulses four times per turn, as a camshaft of four
    cylinders does."""
    amplitude: Torque = Field(examples=["8 N m"])
    """Largest deviation from the mean torque by this order."""
    phase: Angle = Field(default=0.0, examples=["45 deg"])
    """Where in its cosine this order stands when the wheel is at its angle at the
    start."""


class DriveSpeed(Part):
    """The sprocket turns at a given speed."""

    kind: Literal["speed"]
    """Chooses this boundary: the wheel turns at a given speed, whatever torque that
    takes."""
    speed: RotationalSpeed = Field(
        gt=0.0,
        lt=1e5,
        examples=["600 rpm"],
        json_schema_extra={"cure": "from standstill, state a ramp or a history"},
    )
    """How fast the wheel turns, in the sense of travel."""
    ramp: Time = Field(default=0.0, ge=0.0, examples=["0.1 s"])
    """How long the wheel takes from standstill to its speed; 0 starts in full
    motion."""
    run_up: RotationalSpeed | None = Field(
        default=None, gt=0.0, lt=1e5, examples=["6000 rpm"]
    )
    """Speed reached at the end of the run, rising evenly through all resonances on the
    way; if not given, the speed stays."""
    history: list[tuple[Time, RotationalSpeed]] = Field(
        default=[],
        max_length=100_000,
        examples=[[["0 s", "600 rpm"], ["0.5 s", "900 rpm"]]],
    )
    """Points of time and speed, joined by straight lines, in place of ``ramp`` and
    ``run_up``; ``speed`` then only says what counts as nominal."""
    irregularity: list[Irregularity] = Field(default=[], max_length=100)
    """Swings about even rotation by orders of the turn, as a crankshaft has them."""

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
    """Harmonics of the torque over the angle of the wheel, such as those of a camshaft,
    of an engine or of pedals."""
    angles: list[Angle] = Field(
        default=[], max_length=10_000, examples=[["0 deg", "120 deg", "240 deg"]]
    )
    """Angles of a table of the torque over one turn, evenly spaced from 0 and without
    its end."""
    torques: list[Torque] = Field(
        default=[], max_length=10_000, examples=[["0 N m", "5 N m", "-5 N m"]]
    )
    """Values at ``angles``, added to the mean torque; the harmonics of the table up to
    order 64 act."""
    history: list[tuple[Time, Torque]] = Field(
        default=[],
        max_length=100_000,
        examples=[[["0 s", "0 N m"], ["0.2 s", "10 N m"]]],
    )
    """Points of time and torque, joined by straight lines and added to the mean, for
    load changes and pulses."""

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
    """Chooses this boundary: a torque that brakes the wheel."""
    torque: Torque = Field(examples=["12 N m"])
    """Mean braking torque, what the drive has to deliver; a negative one drives, as on
    overrun."""


class DriveTorque(OverAngle):
    """A torque that drives the sprocket."""

    kind: Literal["torque"]
    """Chooses this boundary: a torque that drives the wheel, whose speed then follows
    from the motion."""
    torque: Torque = Field(examples=["12 N m"])
    """Mean driving torque in the sense of travel, at ``speed`` where it droops."""
    speed: RotationalSpeed | None = Field(
        default=None, ge=0.0, lt=1e5, examples=["1450 rpm"]
    )
    """Speed of the wheel at the start, 0 from rest; exactly one sprocket states it
    where none has a prescribed speed. If not given, the start follows from that one."""
    droop: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e9, examples=["0.4 N m s/rad"]
    )
    """How much the torque falls for every rad/s above ``speed``, as on the
    characteristic line of a motor; 0 gives the same torque at any speed."""

    @model_validator(mode="after")
    def _has_a_speed(self) -> Self:
        if self.droop > 0.0 and self.speed is None:
            raise ValueError("droop needs the speed at which the torque is as stated")
        return self


class Free(Part):
    """Nothing but its inertia: an idler."""

    kind: Literal["free"]
    """Chooses this boundary: nothing but inertia and bearing friction, as of an
    idler."""


def changes_after(boundaries: Iterable[object], start: float) -> bool:
    """Whether speeds or torques are made to change after a time [s]."""
    ends = [0.0]
    for boundary in boundaries:
        if isinstance(boundary, DriveSpeed | OverAngle):
            ends += [time for time, _ in boundary.history]
        if isinstance(boundary, DriveSpeed):
            ends.append(boundary.ramp if boundary.run_up is None else math.inf)
    return max(ends) > start
