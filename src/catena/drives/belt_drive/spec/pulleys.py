"""Words of pulleys, arms and what sits on them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Free, Load
from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Inertia,
    Length,
    Mass,
    Torque,
    TorsionalDamping,
    TorsionalStiffness,
)


class TorsionalDamper(Part):
    """A ring on rubber that sits on the pulley."""

    inertia: Inertia = Field(gt=0.0, lt=1e3, examples=["0.004 kg m^2"])
    """Of the ring that swings against the pulley."""
    stiffness: TorsionalStiffness = Field(gt=0.0, lt=1e9, examples=["2 kN m/rad"])
    """Torque of the rubber per twist; with the inertia it sets the frequency the damper
    works at."""
    damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e6, examples=["0.5 N m s/rad"]
    )
    """Torque of the rubber per speed of twist, which takes the energy."""


class Decoupler(Part):
    """A spring between the rim and the shaft of a pulley, one-way or both ways."""

    stiffness: TorsionalStiffness = Field(gt=0.0, lt=1e9, examples=["30 N m/rad"])
    """Torque per twist between rim and shaft; soft springs keep irregularity from the
    machine."""
    damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e6, examples=["0.05 N m s/rad"]
    )
    """Torque per speed of twist."""
    rim_inertia: Inertia = Field(gt=0.0, lt=1e3, examples=["5e-4 kg m^2"])
    """Of what turns with the belt; the inertia of the pulley then counts for shaft and
    machine behind the spring."""
    one_way: bool = True
    """Whether the shaft may overrun the rim, as with a one-way clutch; else the spring
    works in both senses."""


class PulleyPart(Part):
    """A pulley."""

    name: str = Field(min_length=1, max_length=40, examples=["crank"])
    """What other keys, messages and results call this pulley."""
    diameter: Length = Field(gt=0.0, lt=100.0, examples=["160 mm"])
    """Outside diameter of the rim on which the belt runs."""
    centre: tuple[Length, Length] = Field(examples=[["0 mm", "0 mm"]])
    """Where the axis stands in the plane, x and y; of a pulley on an arm, where it
    stands at rest unless the length of the belt decides."""
    side: Literal["inside", "outside"] = "inside"
    """Whether the pulley lies within the loop or presses on the back of the belt."""
    grooved: bool | None = Field(default=None, examples=[True])
    """Whether the belt sits in grooves of this pulley; if not given, inside the loop
    for ribbed belts and V-belts and never on the back."""
    inertia: Inertia = Field(default=0.0, ge=0.0, lt=1e6, examples=["0.01 kg m^2"])
    """Of all that turns with the pulley; needed wherever torques decide the speed."""
    mass: Mass = Field(default=0.3, gt=0.0, lt=1e5, examples=["0.3 kg"])
    """Of a pulley on an arm; others stand still and need none."""
    damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e6, examples=["1e-4 N m s/rad"]
    )
    """Braking torque per speed in its bearings, lost as heat."""
    eccentricity: Length = Field(default=0.0, ge=0.0, lt=0.1, examples=["0.1 mm"])
    """How far the middle of the rim lies off the axis."""
    eccentricity_angle: Angle = Field(default=0.0, examples=["90 deg"])
    """Direction of the eccentricity at the start, counted from the x axis."""
    boundary: Annotated[
        DriveSpeed | Load | DriveTorque | Free, Field(discriminator="kind")
    ] = Free(kind="free")
    """What the surroundings do with the pulley, behind its decoupler where it has one:
    turn it at a given speed, drive it, brake it, or leave it free."""
    damper: TorsionalDamper | None = None
    """Torsional vibration damper on this pulley; if not given, none."""
    decoupler: Decoupler | None = None
    """Spring, with or without one-way clutch, between rim and shaft; if not given, both
    are one."""

    @model_validator(mode="after")
    def _can_turn(self) -> Self:
        driven = isinstance(self.boundary, DriveSpeed)
        if self.inertia == 0.0 and not driven:
            raise ValueError(
                f"pulley {self.name!r}: inertia is 0 or missing; torques decide its "
                "speed, so it needs one"
            )
        if 2.0 * self.eccentricity >= self.diameter:
            raise ValueError(
                f"pulley {self.name!r}: eccentricity {1e3 * self.eccentricity:g} mm is "
                f"not below its radius {500.0 * self.diameter:g} mm"
            )
        return self


class TensionerPart(Part):
    """A spring-loaded arm that carries a pulley."""

    pulley: str = Field(min_length=1, max_length=40, examples=["tensioner"])
    """Name of the pulley at the end of the arm."""
    pivot: tuple[Length, Length] = Field(examples=[["60 mm", "-90 mm"]])
    """Where the arm turns, x and y."""
    inertia: Inertia = Field(gt=0.0, lt=1e3, examples=["5e-4 kg m^2"])
    """Of the arm about its pivot, without the pulley."""
    torque: Torque | None = Field(default=None, gt=0.0, lt=1e6, examples=["15 N m"])
    """Moment with which the spring presses the pulley into the belt where ``centre``
    places it; if not given, what the stated tension of the belt needs."""
    stiffness: TorsionalStiffness = Field(ge=0.0, lt=1e9, examples=["30 N m/rad"])
    """How much the moment of the spring falls per angle as the arm moves into the
    belt."""
    damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e6, examples=["0.2 N m s/rad"]
    )
    """Moment per speed of the arm, by oil or rubber."""
    friction: Torque = Field(default=0.0, ge=0.0, lt=1e6, examples=["3 N m"])
    """Dry friction moment that holds the arm until it is overcome; it damps without
    lag."""
