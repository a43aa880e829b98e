"""The variator and its sheaves, in the user's words."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.drives.variator.sheave_pair import check_sheaves
from catena.drives.variator.spec.groove import WedgeAngle
from catena.drives.variator.spec.influence import InfluencePart
from catena.drives.variator.spec.reference_parts import FilledPart
from catena.drives.wheel_boundary.bearing import PlaneBearingPart
from catena.spec.parts import Part
from catena.spec.quantities import (
    Damping,
    Inertia,
    Length,
    Mass,
    TorsionalDamping,
    TorsionalStiffness,
)


class VariatorPart(FilledPart):
    """Where the pulleys stand and how their grooves are cut."""

    reference: str | None = Field(default=None, max_length=40, examples=["24 mm"])
    """Name of a reference variator whose data fill all that the file leaves out: ``24
    mm``, ``30 mm`` or ``study``; if not given, everything is to be stated."""
    centre_distance: Length = Field(gt=1e-2, lt=5.0, examples=["155 mm"])
    """How far the two shafts stand apart, d_A; with the length of the ring it sets both
    running radii at a ratio."""
    wedge_angle: WedgeAngle = Field(examples=["11 deg"])
    """Half the angle between the sheaves of a groove, delta_0; a narrow one turns
    clamping into more normal force on the flanks."""


class SheavePart(FilledPart):
    """The two mirror-symmetric sheaves of one pulley (Section 6.1.1)."""

    inner_radius: Length = Field(gt=0.0, lt=5.0, examples=["22 mm"])
    """Where the flanks of the groove begin at the hub; elements that come further in
    leave them."""
    outer_radius: Length = Field(gt=0.0, lt=5.0, examples=["77 mm"])
    """Where the flanks of the groove end at the rim; elements that come further out
    leave them."""
    mass: Mass = Field(gt=0.0, lt=1e3, examples=["2.97 kg"])
    """What moves axially with one sheave when the groove opens and closes."""
    axial_damping: Damping = Field(default=0.0, ge=0.0, lt=1e6, examples=["500 N s/m"])
    """Force per speed that opposes the axial motion of one sheave, such as that of its
    oil chamber."""
    inertia: Inertia = Field(gt=0.0, lt=1e3, examples=["0.0135 kg m^2"])
    """Resistance of the whole pulley and all that turns with it against changes of its
    speed."""
    polar_inertia: Inertia = Field(
        default=0.0, ge=0.0, lt=1e3, examples=["0.0083 kg m^2"]
    )
    """Inertia of one sheave about its axis, which makes the gyroscopic moment when a
    turning sheave tilts; 0 leaves it out."""
    tilt_stiffness: TorsionalStiffness = Field(
        gt=0.0, lt=1e12, examples=["2e6 N m/rad"]
    )
    """Moment per angle with which one sheave resists tilting on its shaft; a soft one
    opens where the belt presses and lets it run inwards."""
    fixed_tilt_stiffness: TorsionalStiffness | None = Field(
        default=None, gt=0.0, lt=1e12, examples=["1e7 N m/rad"]
    )
    """The same of the fixed sheave where ``tilt_stiffness`` is that of the loose one;
    if not given both tilt alike."""
    tilt_inertia: Inertia = Field(gt=0.0, lt=1e3, examples=["0.0045 kg m^2"])
    """Resistance of one sheave against being tilted about an axis across its shaft."""
    tilt_damping: TorsionalDamping = Field(ge=0.0, lt=1e6, examples=["20 N m s/rad"])
    """Moment per speed that opposes the tilting of one sheave."""
    influence: InfluencePart
    """How one elastic sheave gives way under forces anywhere on it; used where
    ``enhancements.sheaves`` is "coupled"."""

    fixed_influence: InfluencePart | None = None
    """The same of the fixed sheave where ``influence`` is that of the loose one; if not
    given both bend alike."""
    bearing: PlaneBearingPart | None = Field(
        default=None,
        examples=[{"stiffness": "1e8 N/m", "damping": "5e3 N s/m", "mass": "6 kg"}],
    )
    """Elastic bearing of the shaft, in which the whole pulley moves in the plane of the
    belt; if not given, the shaft stays in place. Of planar belts only."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        check_sheaves(self)
        return self


class EnhancementPart(Part):
    """Which enhancements of the model are switched on."""

    saddle: Literal["unilateral", "bilateral"] = "unilateral"
    """Whether the ring may lift off the saddles, as it does in slack strands, or is
    held to them (Section 5.1)."""
    flank: Literal["extended", "simplified"] = "extended"
    """Whether each flank touches its sheave at two points, which resist pitching, or at
    one (Section 6.1.2)."""
    pin: Literal["play", "cones"] = "play"
    """Whether the pin has the same play however far it is in its hole, or pin and hole
    are cones: the play grows as elements part, walls push them apart, and a pin that
    has left its hole is free ((6.4) to (6.9))."""
    sheaves: Literal["rigid", "tilting", "coupled", "tilting and coupled"] = "tilting"
    """Whether the grooves keep their shape, tilt as a whole on their shafts, deform
    elastically by the coupled law (Section 5.2), or both."""
