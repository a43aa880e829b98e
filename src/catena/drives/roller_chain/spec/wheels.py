"""Sprockets: teeth, bearings, shafts, in the user's words."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from catena.drives.wheel_boundary.bearing import PlaneBearingPart
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Free, Load
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

    kind: Literal[
        "ISO 606", "ANSI B29.1", "five segments", "ideal", "drawn", "spline"
    ] = "ISO 606"
    """After which rule the tooth gap is cut; ``ideal`` holds every roller on the pitch
    circle without play, ``drawn`` joins the points by lines, ``spline`` by a smooth
    curve."""
    width: Number = Field(default=0.0, ge=0.0, le=1.0, examples=[0.5])
    """How wide the gap is between the limits of ISO 606: 0 the smallest, 1 the largest;
    rollers have more play in a wide one."""
    seating: Literal["root", "pitch"] = "root"
    """Whether a roller on the pitch circle touches the root of the gap, as the
    standards measure, or the seating arc has its centre on the pitch circle."""
    points: list[tuple[Length, Length]] = Field(
        default=[],
        max_length=500,
        examples=[[["0 mm", "-4.3 mm"], ["4.3 mm", "0 mm"], ["6 mm", "3 mm"]]],
    )
    """Half a tooth gap as drawn, from its middle to the middle of the tooth: way
    sideways and height above the pitch circle of each point. A spline that ends up to a
    quarter of a pitch before the middle of the tooth gets a flat tip."""

    @model_validator(mode="after")
    def _is_drawn(self) -> Self:
        if (self.kind in ("drawn", "spline")) != bool(self.points):
            raise ValueError(
                'points belong to kind = "drawn" or "spline", and only there'
            )
        return self


class BearingPart(PlaneBearingPart):
    """An elastic bearing: the axis moves in the plane; in space it may also tilt."""

    axial_stiffness: Stiffness | None = Field(
        default=None, gt=0.0, lt=1e13, examples=["20 kN/mm"]
    )
    """Force per displacement along the axis, in a chain in space; if not given, the
    axis does not move along itself."""
    axial_damping: Damping = Field(default=0.0, ge=0.0, lt=1e9, examples=["200 N s/m"])
    """Force per speed along the axis; needs ``axial_stiffness``."""
    tilt_stiffness: TorsionalStiffness | None = Field(
        default=None, gt=0.0, lt=1e12, examples=["20 kN m/rad"]
    )
    """Moment per angle by which the axis tilts out of its direction, in a chain in
    space: soft for a wheel far outside its bearings; if not given, it does not tilt."""
    tilt_damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e9, examples=["2 N m s/rad"]
    )
    """Moment per speed of tilting; needs ``tilt_stiffness``."""
    tilt_inertia: Inertia | None = Field(
        default=None, gt=0.0, lt=1e6, examples=["0.01 kg m^2"]
    )
    """Moment of inertia across the axis of all that tilts; if not given, half the
    inertia of the sprocket, as for a thin disc."""

    @model_validator(mode="after")
    def _has_springs(self) -> Self:
        for way in ("axial", "tilt"):
            damped, sprung = (
                getattr(self, f"{way}_{what}") for what in ("damping", "stiffness")
            )
            if damped and not sprung:
                raise ValueError(
                    f"{way}_damping needs {way}_stiffness: without it nothing moves "
                    "that could be damped"
                )
        return self


class ShaftPart(Part):
    """A shaft that twists between the sprocket and what drives or brakes it."""

    stiffness: TorsionalStiffness = Field(gt=0.0, lt=1e12, examples=["2 kN m/rad"])
    """Torque per angle of twist between the sprocket and what drives or brakes it; with
    the inertias it sets the torsional resonance."""
    damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e9, examples=["0.5 N m s/rad"]
    )
    """Torque per speed of twist, by which torsional vibration of the shaft dies out."""
    inertia: Inertia = Field(default=0.0, ge=0.0, lt=1e6, examples=["0.05 kg m^2"])
    """What turns at the far end of the shaft, such as a motor's rotor or the driven
    machine."""


class SprocketPart(Part):
    """A toothed wheel."""

    name: str = Field(min_length=1, max_length=40, examples=["driver"])
    """What other keys, messages and results call this sprocket."""
    tooth_count: int = Field(ge=6, le=1000, examples=[19])
    """Teeth of the wheel; with the pitch they set its size, the ratio, and how coarse
    its polygon is."""
    centre: tuple[Length, Length] = Field(examples=[["130 mm", "-35 mm"]])
    """Where the axis stands in the plane, x and y."""
    adjust: Angle | None = Field(default=None, examples=["0 deg"])
    """Direction from the x axis in which the sprocket is moved so that the chain has
    its stated slack or preload; if not given, it stays where it stands."""
    side: Literal["inside", "outside"] = "inside"
    """Whether the wheel lies within the loop of the chain or presses on the chain from
    outside, as idlers do."""
    inertia: Inertia = Field(default=0.0, ge=0.0, lt=1e6, examples=["0.02 kg m^2"])
    """Resistance of all that turns rigidly with the wheel against changes of its speed;
    needed wherever torques decide the speed."""
    damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e6, examples=["0.01 N m s/rad"]
    )
    """Braking torque per speed in the bearings of the wheel, lost as heat."""
    bearing: BearingPart | None = None
    """Lets the axis move in the plane on springs; if not given, the axis stands
    still."""
    eccentricity: Length = Field(default=0.0, ge=0.0, lt=0.1, examples=["0.1 mm"])
    """How far the middle of the teeth lies off the axis; the chain is then drawn
    unevenly once per turn."""
    mass: Mass | None = Field(default=None, gt=0.0, lt=1e5, examples=["1.2 kg"])
    """Mass of the wheel with its centre of gravity at the middle of the teeth, which
    makes an eccentric wheel an unbalance; if not given, only the teeth are off the
    axis."""
    eccentricity_angle: Angle = Field(default=0.0, examples=["90 deg"])
    """Direction of the eccentricity at the start, counted from the x axis."""
    shaft: ShaftPart | None = None
    """Elastic shaft between the wheel and its boundary; if not given, the boundary acts
    on the wheel itself."""
    tooth_form: ToothForm = ToothForm()
    """How the gaps between the teeth are cut, which decides how rollers engage and
    climb."""
    offset: Length = Field(default=0.0, gt=-1.0, lt=1.0, examples=["30 mm"])
    """How far the plane of its teeth lies along its axis from that of the others;
    needs ``fidelity = "spatial"``."""
    skew: tuple[Angle, Angle] = Field(
        default=(0.0, 0.0), examples=[["0.5 deg", "0 deg"]]
    )
    """By how much its axis leans out of square to the plane of the drive, turned about
    x and about y; needs ``fidelity = "spatial"``."""
    wobble: Angle = Field(default=0.0, gt=-0.2, lt=0.2, examples=["0.2 deg"])
    """By how much its teeth lean against its own axis, so that they run out sideways
    once per turn; needs ``fidelity = "spatial"``."""
    tooth_width: Length | None = Field(
        default=None, gt=0.0, lt=1.0, examples=["3.2 mm"]
    )
    """Thickness of its teeth between the plates, in a chain in space; if not given,
    0.93 of the inner width."""
    tooth_relief: Length | None = Field(
        default=None, ge=0.0, lt=1.0, examples=["0.76 mm"]
    )
    """How much each side of a tooth is taken back at its tip, in a chain in space, so
    that plates slide in; if not given, 0.06 of the pitch as in ISO 606."""
    boundary: Annotated[
        DriveSpeed | Load | DriveTorque | Free, Field(discriminator="kind")
    ] = Free(kind="free")
    """What the surroundings do with the wheel: turn it at a given speed, drive it,
    brake it, or leave it free."""

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
