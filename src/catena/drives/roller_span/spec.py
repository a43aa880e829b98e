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
from catena.spec.start import FromRun
from catena.standards import roller_chain

CHAIN_DATA = ("pitch", "roller_diameter", "pin_diameter", "link_mass", "link_inertia")
MOST_SAMPLES = 5_000_000
MOST_BREAKPOINTS = 10_000


class ChainPart(Part):
    """The chain: by its standard designation, by data, or both."""

    designation: str | None = Field(default=None, max_length=40, examples=["ANSI 40"])
    """Chain of a standard, ANSI or ISO 606; it fills dimensions and masses that the
    file leaves out. If not given, those must be stated."""
    pitch: Length | None = Field(default=None, gt=0.0, lt=10.0, examples=["12.7 mm"])
    """Distance from pin to pin, p; the length of a link and, with the teeth, the size
    of the wheels. If not given, that of the standard."""
    roller_diameter: Length | None = Field(
        default=None, gt=0.0, lt=10.0, examples=["7.92 mm"]
    )
    """Diameter of what meets the teeth, 2 R_R. If not given, that of the standard."""
    pin_diameter: Length | None = Field(
        default=None, gt=0.0, lt=10.0, examples=["3.96 mm"]
    )
    """Diameter at which pin and bush rub, 2 R_p, hence the lever of joint friction. If
    not given, that of the standard."""
    link_mass: Mass | None = Field(default=None, gt=0.0, lt=1e6, examples=["8 g"])
    """Mass of a link, inner and outer averaged, m; it decides the momentum with which
    rollers strike. If not given, that of the standard."""
    link_inertia: Inertia | None = Field(
        default=None, gt=0.0, lt=1e6, examples=["2.9e-7 kg m^2"]
    )
    """Resistance of a link against being turned about its own centre of gravity, I_L.
    If not given, that of the standard."""
    joint_damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e6, examples=["1e-4 N m s/rad"]
    )
    """Moment per speed that opposes the bending of a joint, d_L, as of oil or
    grease."""
    joint_friction: Number = Field(default=0.0, ge=0.0, le=1.0, examples=[0.1])
    """Coulomb coefficient of pin in bush, mu_PB; it opposes the bending of joints under
    tension."""
    friction_softening: RotationalSpeed = Field(default=1.0, gt=0.0, lt=1e6)
    """Slip speed of a joint over which its friction builds up, eps; smaller is closer
    to Coulomb and stiffer to compute."""

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

    tooth_count: int = Field(ge=6, le=1000, examples=[24])
    """Teeth of the wheel, z; with the pitch they set its size, the ratio, and how
    coarse its polygon is."""
    inertia: Inertia = Field(gt=0.0, lt=1e9, examples=["0.01 kg m^2"])
    """Resistance of the wheel and what turns rigidly with it against changes of speed,
    I; it takes the blow of engaging rollers."""
    damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e9, examples=["0.01 N m s/rad"]
    )
    """Braking torque per speed in the bearings of the axle, d_A or d_B."""
    pressure_angle: Angle | None = Field(
        default=None, gt=0.0, lt=1.5, examples=["27 deg"]
    )
    """Slope of the tooth flank against which an engaging roller strikes; if not given,
    35 deg - 120 deg / z."""


class SpanPart(Part):
    """Where the sprockets stand: one of the two."""

    centre_distance: Length | None = Field(
        default=None, gt=0.0, lt=1e4, examples=["400 mm"]
    )
    """How far the two axes stand apart, L. If not given, it follows from
    ``tangent_pitches``."""
    tangent_pitches: Number | None = Field(
        default=None, ge=3.0, le=500.0, examples=[20]
    )
    """Length of the free strand from wheel to wheel, counted in pitches; whether it is
    whole decides the phase of both polygons. If not given, it follows from
    ``centre_distance``."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.centre_distance is None) == (self.tangent_pitches is None):
            raise ValueError("state either centre_distance or tangent_pitches")
        return self


class ConstantSpeed(Part):
    """The driver turns at a constant speed."""

    kind: Literal["constant_speed"]
    """Chooses this drive: the driver turns evenly, whatever torque that takes."""
    speed: RotationalSpeed = Field(gt=0.0, lt=1e5, examples=["300 rpm"])
    """How fast the driving wheel turns throughout."""


class SpeedRamp(Part):
    """The speed of the driver rises or falls evenly between two times."""

    kind: Literal["speed_ramp"]
    """Chooses this drive: the driver speeds up or slows down evenly between two
    times."""
    start: RotationalSpeed = Field(gt=0.0, lt=1e5, examples=["100 rpm"])
    """How fast the driver turns before the ramp."""
    stop: RotationalSpeed = Field(gt=0.0, lt=1e5, examples=["1000 rpm"])
    """How fast the driver turns after the ramp."""
    start_time: Time = Field(default=0.0, ge=0.0, lt=1e6, examples=["0.2 s"])
    """Moment at which the driver begins to change its speed."""
    stop_time: Time = Field(gt=0.0, lt=1e6, examples=["2 s"])
    """Moment at which the driver has its new speed."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.stop_time <= self.start_time:
            raise ValueError("stop_time must be after start_time")
        return self


class SpeedTable(Part):
    """The speed of the driver follows a table, straight between its points."""

    kind: Literal["speed_table"]
    """Chooses this drive: the speed of the driver follows a table, straight between its
    points."""
    times: list[Time] = Field(
        min_length=2, max_length=MOST_BREAKPOINTS, examples=[["0 s", "0.5 s"]]
    )
    """Moments of the table, rising from 0."""
    speeds: list[Annotated[RotationalSpeed, Field(gt=0.0, lt=1e5)]] = Field(
        examples=[["300 rpm", "600 rpm"]]
    )
    """How fast the driver turns at each of the times."""

    @model_validator(mode="after")
    def _matching(self) -> Self:
        _check_table(self.times, self.speeds, "speeds")
        return self


class ConstantTorque(Part):
    """A constant torque; for the driver with the speed to start from."""

    kind: Literal["constant_torque"]
    """Chooses a torque that never changes; for the driver it needs
    ``run.initial_speed``."""
    torque: Torque = Field(ge=0.0, lt=1e9, examples=["20 N m"])
    """How hard the driver is driven, or how hard the driven wheel is braked."""


class TorqueTable(Part):
    """A torque that follows a table, straight between its points."""

    kind: Literal["torque_table"]
    """Chooses a torque that follows a table, straight between its points."""
    times: list[Time] = Field(
        min_length=2, max_length=MOST_BREAKPOINTS, examples=[["0 s", "0.5 s"]]
    )
    """Moments of the table, rising from 0."""
    torques: list[Annotated[Torque, Field(ge=0.0, lt=1e9)]] = Field(
        examples=[["0 N m", "20 N m"]]
    )
    """How hard the wheel is driven or braked at each of the times."""

    @model_validator(mode="after")
    def _matching(self) -> Self:
        _check_table(self.times, self.torques, "torques")
        return self


class TorsionBar(Part):
    """A torsion bar to a gear of constant speed: the four-square rig, (3.1)."""

    kind: Literal["torsion_bar"]
    """Chooses an elastic bar to a gear of constant speed, as in a four-square test rig
    (3.1)."""
    stiffness: TorsionalStiffness = Field(gt=0.0, lt=1e12, examples=["500 N m/rad"])
    """Torque per angle of twist of the bar, k; with the wheel's inertia it sets the
    resonance of the rig."""
    torque: Torque = Field(ge=0.0, lt=1e9, examples=["20 N m"])
    """Load locked into the rig at the start, by twisting the bar by this over its
    stiffness."""


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
    """Rebound of a roller from the tooth it strikes, separation over approach speed, e;
    0 is the inelastic model with a single impact."""
    roller_friction: Number = Field(default=0.1, ge=0.0, le=1.0)
    """Coulomb coefficient of roller on tooth, mu_RS; it decides whether a strike can
    push along the flank."""
    completion_limit: Number = Field(default=0.05, ge=1e-4, le=1.0)
    """A collision slower than this share of the driver's speed is the last of its
    series and the roller is seated."""
    max_collisions: int = Field(default=10_000, ge=1, le=1_000_000)
    """After how many strikes a roller that never comes to rest stops the run with an
    error."""
    joint_moment_in_release: bool = Field(default=False, examples=[True])
    """Lets joint friction act also on the link that leaves a tooth, which equation
    (2.32) leaves out."""


class RunPart(Part):
    """How long to run and what to keep."""

    duration: Time = Field(default=1.0, gt=0.0, le=1e5, examples=["1 s"])
    """How much time of the drive is simulated."""
    sample_interval: Time = Field(default=2e-4, ge=1e-8, le=1.0, examples=["0.2 ms"])
    """Time from one recorded sample of speeds, tensions and torques to the next."""
    frame_interval: Time = Field(default=2e-3, ge=1e-8, le=10.0, examples=["2 ms"])
    """Time from one stored shape of the strand to the next, for the moving picture."""
    settle: Time | None = Field(default=None, ge=0.0, examples=["0.5 s"])
    """Time that means and peaks leave out, so that the start does not count; if not
    given, half the duration."""
    initial_speed: RotationalSpeed | None = Field(
        default=None, gt=0.0, lt=1e5, examples=["300 rpm"]
    )
    """How fast the driver turns at the start; needed where torques drive. If not given,
    the prescribed speed."""
    tolerance: Number = Field(default=1e-8, ge=1e-13, le=1e-3)
    """Local error of a step of the integrator, relative to speeds and pitch angle;
    smaller costs time."""

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


class StartPart(FromRun):
    """From where the run starts, if not from a straight strand."""


class Spec(DriveSpec):
    """The tight strand of a roller chain between two sprockets."""

    drive: Literal["roller_span"]
    """Names this kind of drive, the engaging strand of a roller chain, and so decides
    what all other keys mean."""
    chain: ChainPart
    """The chain, by its designation, by its own data, or both."""
    driver: SprocketPart
    """The wheel that pulls the strand."""
    driven: SprocketPart
    """The wheel that the strand pulls."""
    span: SpanPart
    """How far the wheels stand apart, by distance or by pitches of free strand."""
    motor: Motor
    """What turns the driver: a speed, a torque, or an elastic bar of a test rig."""
    load: Load
    """What brakes the driven wheel: a torque, or an elastic bar of a test rig."""
    engagement: EngagementPart = EngagementPart()
    """How rollers strike the teeth, rebound, come to rest and leave."""
    start: StartPart = StartPart()
    """From where the run starts, if not from a straight strand that moves as the
    kinematic model does."""
    run: RunPart = RunPart()
    """How long the drive runs and what of it is kept."""

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
