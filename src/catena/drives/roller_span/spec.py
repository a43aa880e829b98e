"""Two sprockets and the tight strand of a roller chain between them.

Source: [KimJohnson1993], table 3.1.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from catena.errors import SpecError
from catena.spec.parts import DriveSpec, Part
from catena.spec.quantities import (
    Angle,
    Inertia,
    Length,
    Mass,
    Number,
    RotationalSpeed,
    Time,
    Torque,
    TorsionalDamping,
    TorsionalStiffness,
)
from catena.standards import roller_chain

CHAIN_DATA = ("pitch", "roller_diameter", "pin_diameter", "link_mass", "link_inertia")
MOST_SAMPLES = 5_000_000
MOST_BREAKPOINTS = 10_000


class ChainPart(Part):
    """The chain: by its standard designation, by data, or both."""

    designation: str | None = Field(default=None, max_length=40)
    """ANSI or ISO 606 designation, such as ``ANSI 40`` or ``08B``; gives the rest."""
    pitch: Length | None = Field(default=None, gt=0.0, lt=10.0)
    """Pitch (p)."""
    roller_diameter: Length | None = Field(default=None, gt=0.0, lt=10.0)
    """Diameter of the roller (2 R_R)."""
    pin_diameter: Length | None = Field(default=None, gt=0.0, lt=10.0)
    """Diameter of the pin (2 R_p)."""
    link_mass: Mass | None = Field(default=None, gt=0.0, lt=1e6)
    """Mass of one link, mean of inner and outer links (m)."""
    link_inertia: Inertia | None = Field(default=None, gt=0.0, lt=1e6)
    """Central moment of inertia of one link (I_L)."""
    joint_damping: TorsionalDamping = Field(default=0.0, ge=0.0, lt=1e6)
    """Viscous friction of a joint (d_L)."""
    joint_friction: Number = Field(default=0.0, ge=0.0, le=1.0)
    """Coulomb friction between pin and bush (mu_PB)."""
    friction_softening: RotationalSpeed = Field(default=1.0, gt=0.0, lt=1e6)
    """Slip speed over which Coulomb friction builds up (eps)."""

    @field_validator("designation")
    @classmethod
    def _known(cls, designation: str | None) -> str | None:
        if designation is None:
            return None
        try:
            return roller_chain(designation).designation
        except SpecError as error:
            problem = error.problems[0]
            raise ValueError(
                f"found {designation!r}; expected {problem.expected} ({problem.hint})"
            ) from None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        missing = [name for name in CHAIN_DATA if getattr(self, name) is None]
        if self.designation is None and missing:
            raise ValueError(f"state a designation, or also {', '.join(missing)}")
        return self


class SprocketPart(Part):
    """A toothed wheel with what turns rigidly with it."""

    tooth_count: int = Field(ge=6, le=1000)
    """Number of teeth (z)."""
    inertia: Inertia = Field(gt=0.0, lt=1e9)
    """Moment of inertia (I)."""
    damping: TorsionalDamping = Field(default=0.0, ge=0.0, lt=1e9)
    """Viscous friction of the axle (d_A, d_B)."""
    pressure_angle: Angle | None = Field(default=None, gt=0.0, lt=1.5)
    """Pressure angle of the teeth; 35 deg - 120 deg / z if not given."""


class SpanPart(Part):
    """Where the sprockets stand: one of the two."""

    centre_distance: Length | None = Field(default=None, gt=0.0, lt=1e4)
    """Distance of the sprocket centres (L)."""
    tangent_pitches: Number | None = Field(default=None, ge=3.0, le=500.0)
    """Length of the common tangent in pitches."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.centre_distance is None) == (self.tangent_pitches is None):
            raise ValueError("state either centre_distance or tangent_pitches")
        return self


class ConstantSpeed(Part):
    """The driver turns at a constant speed."""

    kind: Literal["constant_speed"]
    speed: RotationalSpeed = Field(gt=0.0, lt=1e5)
    """Speed of the driver."""


class SpeedRamp(Part):
    """The speed of the driver rises or falls evenly between two times."""

    kind: Literal["speed_ramp"]
    start: RotationalSpeed = Field(gt=0.0, lt=1e5)
    """Speed before the ramp."""
    stop: RotationalSpeed = Field(gt=0.0, lt=1e5)
    """Speed after the ramp."""
    start_time: Time = Field(default=0.0, ge=0.0, lt=1e6)
    """When the ramp begins."""
    stop_time: Time = Field(gt=0.0, lt=1e6)
    """When it ends."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.stop_time <= self.start_time:
            raise ValueError("stop_time must be after start_time")
        return self


class SpeedTable(Part):
    """The speed of the driver follows a table, straight between its points."""

    kind: Literal["speed_table"]
    times: list[Time] = Field(min_length=2, max_length=MOST_BREAKPOINTS)
    """Rising times, the first is 0."""
    speeds: list[Annotated[RotationalSpeed, Field(gt=0.0, lt=1e5)]]
    """Speed of the driver at these times."""

    @model_validator(mode="after")
    def _matching(self) -> Self:
        _check_table(self.times, self.speeds, "speeds")
        return self


class ConstantTorque(Part):
    """A constant torque; for the driver with the speed to start from."""

    kind: Literal["constant_torque"]
    torque: Torque = Field(ge=0.0, lt=1e9)
    """Torque: drives the driver, brakes the driven sprocket."""


class TorqueTable(Part):
    """A torque that follows a table, straight between its points."""

    kind: Literal["torque_table"]
    times: list[Time] = Field(min_length=2, max_length=MOST_BREAKPOINTS)
    """Rising times, the first is 0."""
    torques: list[Annotated[Torque, Field(ge=0.0, lt=1e9)]]
    """Torque at these times."""

    @model_validator(mode="after")
    def _matching(self) -> Self:
        _check_table(self.times, self.torques, "torques")
        return self


class TorsionBar(Part):
    """A torsion bar to a gear of constant speed: the four-square rig, (3.1)."""

    kind: Literal["torsion_bar"]
    stiffness: TorsionalStiffness = Field(gt=0.0, lt=1e12)
    """Stiffness of the bar (k)."""
    torque: Torque = Field(ge=0.0, lt=1e9)
    """Torque locked in at the start; the bar is twisted by torque / stiffness."""


def _check_table(times: list[float], values: list[float], name: str) -> None:
    if len(times) != len(values):
        raise ValueError(f"{len(times)} times but {len(values)} {name}")
    if times[0] != 0.0:
        raise ValueError("the first of the times must be 0")
    if any(b <= a for a, b in pairwise(times)):
        raise ValueError("the times must rise")


Motor = Annotated[
    ConstantSpeed | SpeedRamp | SpeedTable | ConstantTorque | TorqueTable | TorsionBar,
    Field(discriminator="kind"),
]
Load = Annotated[ConstantTorque | TorqueTable | TorsionBar, Field(discriminator="kind")]


class EngagementPart(Part):
    """How rollers meet and leave the teeth."""

    restitution: Number = Field(default=0.75, ge=0.0, le=1.0)
    """Restitution of roller against sprocket (e); 0 is the inelastic model."""
    roller_friction: Number = Field(default=0.1, ge=0.0, le=1.0)
    """Friction of roller against sprocket (mu_RS)."""
    completion_limit: Number = Field(default=0.05, ge=1e-4, le=1.0)
    """Cut-off: the collision slower than this share of the driver speed is the last."""
    max_collisions: int = Field(default=10_000, ge=1, le=1_000_000)
    """Collisions after which a series counts as endless and stops the run."""
    joint_moment_in_release: bool = False
    """Adds the joint friction, which (2.32) leaves out, to the release of a link."""


class RunPart(Part):
    """How long to run and what to keep."""

    duration: Time = Field(default=1.0, gt=0.0, le=1e5)
    """Simulated time."""
    sample_interval: Time = Field(default=2e-4, ge=1e-8, le=1.0)
    """Time between two samples of the signals."""
    frame_interval: Time = Field(default=2e-3, ge=1e-8, le=10.0)
    """Time between two stored shapes of the strand."""
    settle: Time | None = Field(default=None, ge=0.0)
    """Time before which key numbers do not look; half the duration if not given."""
    initial_speed: RotationalSpeed | None = Field(default=None, gt=0.0, lt=1e5)
    """Speed of the driver at the start; needed where torques drive."""
    tolerance: Number = Field(default=1e-8, ge=1e-13, le=1e-3)
    """Local error of a step, relative to the speeds and the pitch angle."""

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if self.duration / self.sample_interval > MOST_SAMPLES:
            raise ValueError(
                f"{self.duration / self.sample_interval:.3g} samples; at most "
                f"{MOST_SAMPLES:.0e}: raise sample_interval"
            )
        if self.sample_interval > self.duration:
            raise ValueError("sample_interval must not exceed the duration")
        if self.settle is not None and self.settle >= self.duration:
            raise ValueError("settle must be before the end of the duration")
        return self


class Spec(DriveSpec):
    """The tight strand of a roller chain between two sprockets."""

    drive: Literal["roller_span"]
    chain: ChainPart
    """The chain."""
    driver: SprocketPart
    """The sprocket that pulls."""
    driven: SprocketPart
    """The sprocket that is pulled."""
    span: SpanPart
    """Where the sprockets stand."""
    motor: Motor
    """What turns the driver."""
    load: Load
    """What brakes the driven sprocket."""
    engagement: EngagementPart = EngagementPart()
    """How rollers meet and leave the teeth."""
    run: RunPart = RunPart()
    """How long to run and what to keep."""

    @model_validator(mode="after")
    def _start_known(self) -> Self:
        driven_by_torque = self.motor.kind in (
            "constant_torque",
            "torque_table",
            "torsion_bar",
        )
        if driven_by_torque and self.run.initial_speed is None:
            raise ValueError(
                f"run.initial_speed is required where motor.kind is {self.motor.kind!r}"
            )
        return self
