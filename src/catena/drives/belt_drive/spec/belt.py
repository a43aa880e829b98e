"""Words of the belt and of its contact with the pulleys."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    BendingStiffness,
    Force,
    Length,
    LineMass,
    Number,
    Speed,
    Time,
    Torque,
    Unit,
)

LineStiffness = Annotated[
    float, Unit("N/m^2", "a stiffness per length such as '300 N/mm^2'")
]
Curvature = Annotated[float, Unit("1/m", "a curvature such as '2 1/m'")]


class BeltPart(Part):
    """The belt."""

    kind: Literal["flat", "v_ribbed", "v"] = "flat"
    """Shape of the belt; ribs and wedges sit in grooves and grip the more the sharper
    the groove, flat belts and all backs run on plain rims."""
    length: Length | None = Field(default=None, gt=0.0, le=1e3, examples=["1.2 m"])
    """Length of the unstretched belt along its cord; with it the tension at rest
    follows. If not given, it follows from the tension."""
    tension: Force | None = Field(default=None, gt=0.0, lt=1e7, examples=["400 N"])
    """Tension of the belt at rest, without load; with it the length follows. If
    not given, it follows from the length or from a spring-loaded arm."""
    axial_stiffness: Force = Field(gt=0.0, lt=1e9, examples=["80 kN"])
    """Pull that would double the length if the belt stayed elastic (EA); it decides how
    much the belt creeps under load."""
    bending_stiffness: BendingStiffness = Field(
        default=0.0, ge=0.0, lt=1e6, examples=["0.01 N m^2"]
    )
    """Moment per curvature (EI); it stiffens short spans against transverse
    vibration."""
    mass_per_length: LineMass = Field(gt=0.0, lt=1e3, examples=["0.1 kg/m"])
    """Mass of a metre of belt; with speed and tension it sets the centrifugal pull and
    the frequencies of the spans."""
    cord_height: Length = Field(default=0.0, gt=-0.1, lt=0.1, examples=["1 mm"])
    """From the running surface, or from the outside diameter of grooved pulleys, to the
    cord that keeps its length; it adds to the radius of pulleys inside the loop. Below
    0 for a V-belt whose cord lies within its groove."""
    back_height: Length = Field(default=0.0, ge=0.0, lt=0.1, examples=["1.5 mm"])
    """From the cord to the back of the belt; it adds to the radius of pulleys that run
    on the back."""
    damping: Time = Field(default=2e-6, ge=0.0, lt=1.0, examples=["5 us"])
    """Time by which the pull lags the stretch, by which longitudinal vibration dies
    out."""
    bending_damping: Time = Field(default=2e-5, ge=0.0, lt=1.0, examples=["20 us"])
    """Time by which the bending moment lags the curvature: the hysteresis that warms a
    belt running around pulleys, and damps its spans."""

    hysteresis_moment: Torque = Field(
        default=0.0, ge=0.0, lt=1e4, examples=["0.02 N m"]
    )
    """Moment that resists every change of curvature by dry friction between cords and
    plies, at any speed; a passage around a pulley of radius R loses about twice this
    over R per length of belt."""
    hysteresis_curvature: Curvature | None = Field(
        default=None, gt=0.0, lt=1e6, examples=["1 1/m"]
    )
    """Curvature over which that moment builds up after a reversal; if not given, a
    twentieth of the curvature of the smallest pulley. Smaller ones let vibration cost
    as much as bending."""

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if self.length is not None and self.tension is not None:
            raise ValueError("state length or tension, not both: one follows")
        if self.kind == "flat" and self.cord_height < 0.0:
            raise ValueError(
                f"cord_height {1e3 * self.cord_height:g} mm is below 0: the cord of a "
                "flat belt lies above the rim; V-belts and ribs sit in grooves"
            )
        return self


class FrictionPart(Part):
    """Friction between belt and pulleys."""

    coefficient: Number = Field(default=0.5, ge=0.0, le=5.0, examples=[0.5])
    """Friction force over contact pressure on the material itself; the groove angle is
    counted on top."""
    curve: list[tuple[Speed, Number]] = Field(
        default=[], max_length=1000, examples=[[["0 m/s", 0.6], ["0.5 m/s", 0.4]]]
    )
    """Coefficient over sliding speed, joined by straight lines, in place of
    ``coefficient``: falling for squeal, rising from 0 for friction that needs creep."""
    back: Number | None = Field(default=None, ge=0.0, le=5.0, examples=[0.3])
    """Coefficient of the back of the belt; if not given, that of the front."""
    groove_angle: Angle | None = Field(
        default=None, gt=0.05, lt=math.pi, examples=["40 deg"]
    )
    """Full angle between the flanks of a groove; friction grows by one over the sine of
    its half. If not given, 40 deg for V-ribbed belts and 38 deg for V-belts."""

    @model_validator(mode="after")
    def _rises(self) -> Self:
        speeds = [speed for speed, _ in self.curve]
        if speeds and (speeds[0] != 0.0 or any(b <= a for a, b in pairwise(speeds))):
            raise ValueError(
                f"sliding speeds of a friction curve must begin with 0 and rise, found "
                f"{speeds[:5]}"
            )
        if any(mu < 0.0 for _, mu in self.curve):
            raise ValueError("a coefficient of friction must not be below 0")
        return self


class ContactPart(Part):
    """How belt and pulleys answer to pressing and sliding."""

    stiffness: LineStiffness = Field(
        default=5e8, gt=0.0, lt=1e14, examples=["500 N/mm^2"]
    )
    """Radial force per length of belt and per compression against a pulley; a soft belt
    sinks in and runs on a smaller radius."""
    damping_ratio: Number = Field(default=0.1, ge=0.0, le=2.0, examples=[0.1])
    """Damping of a piece of belt bouncing on a pulley, over the critical one."""
    friction: FrictionPart = FrictionPart()
    """How much force the pulleys take over before the belt slides on them."""
