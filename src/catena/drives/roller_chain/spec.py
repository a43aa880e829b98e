"""What a roller chain drive is made of, in the user's words."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from catena.drives.roller_chain.spec_boundaries import (
    DriveTorque,
    Free,
    Load,
    SpeedMotion,
)
from catena.drives.roller_chain.spec_guides import GuidePart
from catena.errors import SpecError
from catena.spec.parts import DriveSpec, Part
from catena.spec.quantities import (
    Acceleration,
    Damping,
    Force,
    Inertia,
    Length,
    Mass,
    Number,
    Speed,
    Stiffness,
    Time,
    TorsionalDamping,
)
from catena.standards import roller_chain

CHAIN_DATA = ("pitch", "roller_diameter", "pin_diameter", "link_mass", "stiffness")
MOST_SAMPLES = 2_000_000


class JointPart(Part):
    """The joint of pin and bush."""

    friction: Number = Field(default=0.1, ge=0.0, le=1.0)
    """Coulomb friction of pin against bush."""
    damping: TorsionalDamping = Field(default=1e-4, ge=0.0, lt=1.0)
    """Viscous moment per turning speed."""
    clearance: Length = Field(default=0.0, ge=0.0, lt=1e-2)
    """Radial clearance between pin and bush."""


class ChainPart(Part):
    """The chain: by its standard designation, by data, or both."""

    standard: str | None = Field(default=None, max_length=40)
    """Designation such as ``ISO 606 08B-1`` or ``ANSI 40``; fills all not given."""
    link_count: int | None = Field(default=None, ge=8, le=5000)
    """Number of links; the smallest even count that fits if not given."""
    pitch: Length | None = Field(default=None, gt=1e-4, lt=1.0)
    """Distance of neighbouring pins."""
    roller_diameter: Length | None = Field(default=None, gt=0.0, lt=1.0)
    """Diameter of the rollers, or of the bushes of a bush chain."""
    pin_diameter: Length | None = Field(default=None, gt=0.0, lt=1.0)
    """Diameter of the pins."""
    plate_height: Length | None = Field(default=None, gt=0.0, lt=1.0)
    """Height of the plates."""
    inner_width: Length | None = Field(default=None, gt=0.0, lt=1.0)
    """Width between the inner plates."""
    link_mass: Mass | None = Field(default=None, gt=0.0, lt=1e3)
    """Mass of one link."""
    link_inertia: Inertia | None = Field(default=None, gt=0.0, lt=1e3)
    """Central moment of inertia of one link; 0.225 m p^2 if not given."""
    stiffness: Stiffness | None = Field(default=None, gt=0.0, lt=1e12)
    """Stiffness of one pitch."""
    damping: Damping | None = Field(default=None, ge=0.0, lt=1e9)
    """Damping of one pitch; 2 % of critical if not given."""
    joint: JointPart = JointPart()
    """Friction and clearance of the joints."""
    uniform: bool = False
    """Gives every link the roller of its rear joint, instead of two to every inner
    link; an odd number of links always is uniform."""
    offset_link: bool = False
    """Allows an odd number of links."""

    @field_validator("standard")
    @classmethod
    def _known(cls, standard: str | None) -> str | None:
        if standard is None:
            return None
        try:
            roller_chain(standard.replace("606", "").strip())
        except SpecError as error:
            problem = error.problems[0]
            raise ValueError(
                f"found {standard!r}; expected {problem.expected} ({problem.hint})"
            ) from None
        return standard

    @model_validator(mode="after")
    def _complete(self) -> Self:
        missing = [name for name in CHAIN_DATA if getattr(self, name) is None]
        if self.standard is None and missing:
            raise ValueError(f"state a standard, or also {', '.join(missing)}")
        return self


class ToothForm(Part):
    """The form of the tooth gaps."""

    kind: Literal["ISO 606", "ANSI B29.1", "five segments"] = "ISO 606"
    """After which rule the gap is cut."""
    width: Number = Field(default=0.0, ge=0.0, le=1.0)
    """ISO 606: from 0, the smallest gap, to 1, the largest."""
    seating: Literal["root", "pitch"] = "root"
    """Whether a roller touches the root when it lies on the pitch circle, as the
    standards measure, or the seating arc is centred on the pitch circle."""


class SprocketPart(Part):
    """A toothed wheel."""

    name: str = Field(min_length=1, max_length=40)
    """How it is called."""
    tooth_count: int = Field(ge=6, le=1000)
    """Number of teeth."""
    centre: tuple[Length, Length]
    """Where it stands, x and y."""
    side: Literal["inside", "outside"] = "inside"
    """Whether it lies inside the loop of the chain or presses from outside."""
    inertia: Inertia = Field(default=0.0, ge=0.0, lt=1e6)
    """Moment of inertia of all that turns with it."""
    damping: TorsionalDamping = Field(default=0.0, ge=0.0, lt=1e6)
    """Viscous friction of its bearings."""
    tooth_form: ToothForm = ToothForm()
    """The form of its tooth gaps."""
    boundary: Annotated[
        SpeedMotion | Load | DriveTorque | Free, Field(discriminator="kind")
    ] = Free(kind="free")
    """What turns or brakes it."""

    @model_validator(mode="after")
    def _has_inertia(self) -> Self:
        if self.boundary.kind != "speed" and self.inertia <= 0.0:
            raise ValueError(
                f"sprocket {self.name!r} needs an inertia above 0, since only torques "
                "decide its speed"
            )
        return self


class ToothContact(Part):
    """Rollers on teeth."""

    stiffness: Stiffness | None = Field(default=None, gt=0.0, lt=1e12)
    """Contact stiffness; that of a link if not given."""
    damping: Damping = Field(default=100.0, ge=0.0, lt=1e9)
    """Contact damping."""
    friction: Number = Field(default=0.05, ge=0.0, le=1.0)
    """Coulomb friction. Rollers turn on their bushes, so take pin friction times bush
    over roller radius."""


class RailContact(Part):
    """Plates on guide rails."""

    stiffness: Stiffness = Field(default=5e6, gt=0.0, lt=1e12)
    """Contact stiffness per joint."""
    damping: Damping = Field(default=20.0, ge=0.0, lt=1e9)
    """Contact damping."""
    friction: Number = Field(default=0.1, ge=0.0, le=1.0)
    """Coulomb friction."""


class ContactPart(Part):
    """All contacts."""

    tooth: ToothContact = ToothContact()
    """Rollers on teeth."""
    rail: RailContact = RailContact()
    """Plates on guide rails."""


class SolvePart(Part):
    """How the motion is computed."""

    duration: Time = Field(default=0.5, gt=0.0, le=1e4)
    """Simulated time."""
    step: Time | None = Field(default=None, gt=0.0, le=1e-2)
    """Time step; chosen from the stiffnesses if not given."""
    friction: Literal["set-valued", "regularised"] = "set-valued"
    """Sticking and sliding, or a smooth function of the slip speed."""
    slip_speed: Speed = Field(default=0.01, gt=0.0, lt=10.0)
    """Slip speed over which regularised friction builds up."""
    tolerance: Force | None = Field(default=None, gt=0.0)
    """Of friction forces; 1 N or a thousandth of the tension if not given."""
    load_ramp: Time = Field(default=0.02, ge=0.0)
    """Time over which torques grow from zero."""
    settle: Time | None = Field(default=None, ge=0.0)
    """Time before which key numbers do not look; half the duration if not given."""
    sample_interval: Time | None = Field(default=None, gt=0.0)
    """Time between samples; a 16th of a tooth period if not given."""
    frame_count: int = Field(default=500, ge=2, le=5000)
    """Frames of the moving picture, at the end of the run."""
    gravity: tuple[Acceleration, Acceleration] = (0.0, 0.0)
    """Acceleration of gravity, x and y."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.settle is not None and self.settle >= self.duration:
            raise ValueError("settle must be before the end of the duration")
        interval = self.sample_interval
        if interval is not None and self.duration / interval > MOST_SAMPLES:
            raise ValueError(
                f"{self.duration / interval:.3g} samples; at most {MOST_SAMPLES:.0e}: "
                "raise sample_interval"
            )
        return self


class Spec(DriveSpec):
    """A roller chain drive."""

    drive: Literal["roller_chain"]
    travel: Literal["counter-clockwise", "clockwise"] = "counter-clockwise"
    """How the chain runs around the loop; the parts are listed in this order."""
    chain: ChainPart
    """The chain."""
    sprocket: list[SprocketPart] = Field(min_length=2, max_length=50)
    """The sprockets in the order in which the chain passes them."""
    guide: list[GuidePart] = Field(default=[], max_length=50)
    """Guide rails."""
    contact: ContactPart = ContactPart()
    """Stiffness, damping and friction of the contacts."""
    solve: SolvePart = SolvePart()
    """How the motion is computed."""

    @model_validator(mode="after")
    def _driven(self) -> Self:
        names = [part.name for part in self.sprocket]
        names += [guide.name for guide in self.guide]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two parts are called {name!r}")
        kinds = [part.boundary.kind for part in self.sprocket]
        if kinds.count("speed") != 1:
            raise ValueError(
                f"{kinds.count('speed')} sprockets have a boundary of kind 'speed'; "
                "expected exactly one, it drives the chain"
            )
        for guide in self.guide:
            if guide.after not in names or guide.after == guide.name:
                raise ValueError(
                    f"guide {guide.name!r} comes after {guide.after!r}, which is not "
                    f"there; known: {', '.join(names)}"
                )
        return self
