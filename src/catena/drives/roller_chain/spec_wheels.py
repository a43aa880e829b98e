"""Sprockets: teeth, bearings, shafts, in the user's words."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from catena.drives.roller_chain.spec_boundaries import (
    DriveTorque,
    Free,
    Load,
    SpeedMotion,
)
from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Damping,
    Inertia,
    Length,
    Mass,
    Number,
    Stiffness,
    TorsionalDamping,
    TorsionalStiffness,
)


class ToothForm(Part):
    """The form of the tooth gaps."""

    kind: Literal["ISO 606", "ANSI B29.1", "five segments", "ideal", "drawn"] = (
        "ISO 606"
    )
    """After which rule the gap is cut; ``ideal`` holds every roller on the pitch circle
    without play, ``drawn`` takes the points."""
    width: Number = Field(default=0.0, ge=0.0, le=1.0)
    """ISO 606: from 0, the smallest gap, to 1, the largest."""
    seating: Literal["root", "pitch"] = "root"
    """Whether a roller touches the root when it lies on the pitch circle, as the
    standards measure, or the seating arc is centred on the pitch circle."""
    points: list[tuple[Length, Length]] = Field(default=[], max_length=500)
    """Half a gap as drawn, from its middle to that of the tooth: way sideways, height
    above the pitch circle."""

    @model_validator(mode="after")
    def _is_drawn(self) -> Self:
        if (self.kind == "drawn") != bool(self.points):
            raise ValueError('points belong to kind = "drawn", and only there')
        return self


class BearingPart(Part):
    """An elastic bearing: the axis moves in the plane."""

    stiffness: Stiffness = Field(gt=0.0, lt=1e13)
    """Stiffness in every direction."""
    damping: Damping = Field(default=0.0, ge=0.0, lt=1e9)
    """Damping in every direction."""
    mass: Mass = Field(gt=0.0, lt=1e5)
    """Mass that moves with the axis."""


class ShaftPart(Part):
    """A shaft that twists between the sprocket and what drives or brakes it."""

    stiffness: TorsionalStiffness = Field(gt=0.0, lt=1e12)
    """Torsional stiffness."""
    damping: TorsionalDamping = Field(default=0.0, ge=0.0, lt=1e9)
    """Torsional damping."""
    inertia: Inertia = Field(default=0.0, ge=0.0, lt=1e6)
    """Moment of inertia at the far end."""


class SprocketPart(Part):
    """A toothed wheel."""

    name: str = Field(min_length=1, max_length=40)
    """How it is called."""
    tooth_count: int = Field(ge=6, le=1000)
    """Number of teeth."""
    centre: tuple[Length, Length]
    """Where it stands, x and y."""
    adjust: Angle | None = None
    """Direction from the x axis in which it is moved so that the chain has its stated
    slack or preload; it stays where it is if not given."""
    side: Literal["inside", "outside"] = "inside"
    """Whether it lies inside the loop of the chain or presses from outside."""
    inertia: Inertia = Field(default=0.0, ge=0.0, lt=1e6)
    """Moment of inertia of all that turns with it."""
    damping: TorsionalDamping = Field(default=0.0, ge=0.0, lt=1e6)
    """Viscous friction of its bearings."""
    bearing: BearingPart | None = None
    """Elastic bearing; rigid if not given."""
    eccentricity: Length = Field(default=0.0, ge=0.0, lt=0.1)
    """Distance of the centre of the teeth from the axis."""
    mass: Mass | None = Field(default=None, gt=0.0, lt=1e5)
    """Its mass, with the centre of gravity where the teeth have their centre: an
    unbalance. Without it only the teeth are off the axis."""
    eccentricity_angle: Angle = 0.0
    """Direction of the eccentricity at the start, from the x axis."""
    shaft: ShaftPart | None = None
    """Shaft between it and its boundary; rigid if not given."""
    tooth_form: ToothForm = ToothForm()
    """The form of its tooth gaps."""
    boundary: Annotated[
        SpeedMotion | Load | DriveTorque | Free, Field(discriminator="kind")
    ] = Free(kind="free")
    """What turns or brakes it."""

    @model_validator(mode="after")
    def _is_unbalanced(self) -> Self:
        if self.mass is None:
            return self
        if self.eccentricity == 0.0:
            raise ValueError(
                f"sprocket {self.name!r}: a mass only acts with an eccentricity; state "
                "one, or leave the mass out"
            )
        if self.bearing is not None and self.mass > self.bearing.mass:
            raise ValueError(
                f"sprocket {self.name!r}: its mass {self.mass:g} kg is part of the "
                f"mass of the bearing, found {self.bearing.mass:g} kg there"
            )
        least = self.mass * self.eccentricity**2
        if 0.0 < self.inertia <= least:
            raise ValueError(
                f"sprocket {self.name!r}: inertia {self.inertia:g} kg m^2 about the "
                f"axis, expected more than mass times eccentricity squared, {least:.3g}"
            )
        return self

    @model_validator(mode="after")
    def _has_inertia(self) -> Self:
        driven = self.boundary.kind == "speed"
        if (not driven or self.shaft is not None) and self.inertia <= 0.0:
            raise ValueError(
                f"sprocket {self.name!r} needs an inertia above 0, since only torques "
                "decide its speed"
            )
        if self.shaft is not None and not driven and self.shaft.inertia <= 0.0:
            raise ValueError(
                f"the shaft of sprocket {self.name!r} needs an inertia above 0 at its "
                "far end, since only torques decide its speed"
            )
        return self
