"""Pulleys of a chain variator and their friction, in the user's words."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.drives.variator.grip.words import GripPart
from catena.drives.variator.sheave_pair import check_sheaves
from catena.drives.variator.spec.groove import WedgeAngle
from catena.drives.variator.spec.influence import InfluencePart
from catena.drives.wheel_boundary.bearing import PlaneBearingPart
from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Damping,
    Inertia,
    Length,
    Mass,
    Number,
    TorsionalDamping,
    TorsionalStiffness,
)


class VariatorPart(Part):
    """Where the pulleys stand and how their grooves are cut."""

    centre_distance: Length = Field(gt=1e-2, lt=5.0, examples=["145 mm"])
    """How far the shafts of both pulleys stand apart."""
    wedge_angle: WedgeAngle = Field(examples=["11 deg"])
    """Half the angle of the groove, delta_0."""
    sheaves: Literal["rigid", "tilting", "coupled", "tilting and coupled"] = "tilting"
    """How sheaves give way: not at all, as discs that tilt on their shaft, as elastic
    discs (Maxwell), or both. Rigid ones leave the thrust ratio within a band."""


class OrderPart(Part):
    """One order of the torsional excitation of a shaft."""

    order: Number = Field(gt=0.0, le=1e3, examples=[2])
    """How often it repeats in one turn of the pulley."""
    amplitude: Number = Field(gt=0.0, lt=1e6, examples=[0.002])
    """Size of the swing: in rad about the even turn where the speed of the shaft is
    given, in N m about the torque where the torque is given."""
    phase: Angle = Field(default=0.0, examples=["30 deg"])
    """Angle of the pulley by which the swing comes earlier."""


class PulleyPart(Part):
    """One pulley: a fixed and a loose sheave on a shaft."""

    inner_radius: Length = Field(gt=0.0, lt=5.0, examples=["22 mm"])
    """Where the flanks of the groove begin at the hub."""
    outer_radius: Length = Field(gt=0.0, lt=5.0, examples=["70 mm"])
    """Where the flanks of the groove end at the rim."""
    widest_groove: Length | None = Field(
        default=None, gt=0.0, lt=1.0, examples=["45 mm"]
    )
    """Widest opening between the sheaves at the rim, with the loose one at the end of
    its way; if not given, the radius of the rim."""
    inertia: Inertia = Field(default=0.015, gt=0.0, lt=1e3, examples=["0.015 kg m^2"])
    """Moment of inertia of the pulley and all that turns with it."""
    mass: Mass = Field(default=1.0, gt=0.0, lt=1e3, examples=["1 kg"])
    """Mass of the loose sheave, which moves axially."""
    axial_damping: Damping = Field(default=1e5, ge=0.0, lt=1e8, examples=["1e5 N s/m"])
    """Force per speed that opposes the axial motion of the loose sheave, that of its
    oil chamber above all; below critical damping on the pins the groove rings, which
    lowers the thrust ratio of small ratios."""
    tilt_stiffness: TorsionalStiffness = Field(
        default=2e6, gt=0.0, lt=1e12, examples=["2e6 N m/rad"]
    )
    """Moment per angle with which the loose sheave resists tilting on its shaft."""
    fixed_tilt_stiffness: TorsionalStiffness | None = Field(
        default=None, gt=0.0, lt=1e12, examples=["1e7 N m/rad"]
    )
    """The same of the fixed sheave; if not given it does not tilt."""
    tilt_inertia: Inertia = Field(
        default=4.5e-3, gt=0.0, lt=1e3, examples=["4.5e-3 kg m^2"]
    )
    """Moment of inertia of one sheave about an axis across its shaft."""
    tilt_damping: TorsionalDamping = Field(
        default=20.0, ge=0.0, lt=1e6, examples=["20 N m s/rad"]
    )
    """Moment per speed that opposes the tilting of one sheave."""
    influence: InfluencePart | None = None
    """How an elastic sheave gives way under forces anywhere on it, the loose one where
    the fixed one differs; needed where variator.sheaves says "coupled", and if not
    given the discs do not bend."""
    fixed_influence: InfluencePart | None = None
    """The same of the fixed sheave; if not given it gives way as ``influence`` says."""
    bearing: PlaneBearingPart | None = Field(
        default=None,
        examples=[{"stiffness": "1e8 N/m", "damping": "5e3 N s/m", "mass": "6 kg"}],
    )
    """Elastic bearing of the shaft, in which the whole pulley moves in the plane of the
    chain; if not given, the shaft stays in place."""
    excitation: list[OrderPart] = Field(
        default=[], max_length=40, examples=[[{"order": 2, "amplitude": 0.002}]]
    )
    """Orders by which an engine or a machine shakes the shaft; none leaves it even."""

    @property
    def widest(self) -> float:
        """Widest opening between the sheaves at the rim [m].

        The production chain of 75 links opens its groove to 0.69 of the rim's radius.
        """
        return self.widest_groove or self.outer_radius

    @model_validator(mode="after")
    def _fits(self) -> Self:
        check_sheaves(self)
        return self


class FrictionPart(Part):
    """Friction of pin ends on the sheaves."""

    primary: GripPart
    """How pin ends hold on the sheaves at the left."""
    secondary: GripPart
    """How pin ends hold on the sheaves at the right."""
