"""What a chain in space has beyond the planar one, in the user's words."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catena.drives.roller_chain.spec.guides import Pressure
from catena.spec.parts import Part
from catena.spec.quantities import (
    Acceleration,
    Damping,
    Inertia,
    Length,
    Mass,
    Number,
    RotationalSpeed,
    Speed,
    Stiffness,
    TorsionalStiffness,
)

Inertias = tuple[Inertia, Inertia, Inertia]


class SpatialRoller(Part):
    """The rollers, free to turn and to rattle on their bushes."""

    mass: Mass | None = Field(default=None, gt=0.0, lt=1e3, examples=["0.5 g"])
    """Mass of one roller; if not given, that of a steel tube between bush and roller
    diameter as long as the inner width."""
    spin_inertia: Inertia | None = Field(
        default=None, gt=0.0, lt=1e3, examples=["6.25e-9 kg m^2"]
    )
    """Moment of inertia about its own axis: how hard teeth set it spinning; if not
    given, that of the tube."""
    tilt_inertia: Inertia | None = Field(
        default=None, gt=0.0, lt=1e3, examples=["3.6e-9 kg m^2"]
    )
    """Moment of inertia across its axis, which its link has to turn with it; if not
    given, that of the tube."""
    bush_diameter: Length | None = Field(
        default=None, gt=0.0, lt=1.0, examples=["6 mm"]
    )
    """Outer diameter of the bush the roller turns on; if not given, halfway between pin
    and roller diameter."""
    clearance: Length = Field(default=1e-4, ge=2e-6, lt=1e-2, examples=["0.1 mm"])
    """Gap all round between roller and bush; the larger, the harder rollers strike and
    the stronger the tension ripples."""
    concentric: bool = Field(default=False, examples=[True])
    """Keeps every roller on the axis of its bush, without clearance: it turns by itself
    and no longer rattles. Cheaper, since larger steps are allowed; means and, once the
    swing of the start has faded, the ripple of the tension stay."""
    modulus: Pressure = Field(default=1.1374e11, gt=1e6, lt=1e13, examples=["114 GPa"])
    """Contact modulus E/(2(1 - nu^2)) of roller and bush in Johnson's law."""
    friction: Number = Field(default=0.1, ge=0.0, le=1.0, examples=[0.1])
    """Coulomb coefficient of roller on bush; it keeps the roller from turning freely
    while a tooth pushes it."""
    damping: Damping = Field(default=50.0, ge=0.0, lt=1e9, examples=["50 N s/m"])
    """Force of roller on bush per speed of approach; it takes energy out of the
    rattling."""


class SpatialJoint(Part):
    """What holds pin and bush links together sideways."""

    lateral_stiffness: Stiffness = Field(
        default=1e6, gt=0.0, lt=1e12, examples=["1e6 N/m"]
    )
    """Force per displacement of two neighbouring links along the pin."""
    twist_stiffness: TorsionalStiffness = Field(
        default=60.0, gt=0.0, lt=1e9, examples=["60 N m/rad"]
    )
    """Moment per angle with which two neighbouring links resist being twisted about the
    run of the chain."""
    bending_stiffness: TorsionalStiffness = Field(
        default=30.0, gt=0.0, lt=1e9, examples=["30 N m/rad"]
    )
    """Moment per angle with which two neighbouring links resist being bent sideways; it
    decides how much offset a chain survives."""
    damping_ratio: Number = Field(default=0.05, ge=0.0, le=2.0, examples=[0.05])
    """Share of critical damping of every elastic displacement and tilt of a joint,
    with the mass or inertia of a link."""
    slip_speed: Speed = Field(default=1e-3, gt=0.0, lt=10.0, examples=["1 mm/s"])
    """Sliding speed of pin in bush below which pin friction fades away."""


class SideContact(Part):
    """Plates beside teeth and on their tips: what guides the chain sideways."""

    stiffness: Stiffness = Field(default=5e6, ge=0.0, lt=1e12, examples=["5e6 N/m"])
    """Force per depth of a plate in the side of a tooth; 0 leaves this contact out, and
    an offset chain then runs off its teeth."""
    damping: Damping = Field(default=10.0, ge=0.0, lt=1e9, examples=["10 N s/m"])
    """Force of a plate on a tooth per speed of approach."""
    friction: Number = Field(default=0.12, ge=0.0, le=1.0, examples=[0.12])
    """Coulomb coefficient of plates on teeth: what misalignment costs."""
    reach: Length | None = Field(default=None, gt=0.0, lt=1.0, examples=["4.2 mm"])
    """How far plates reach from the line of pins towards the wheel; if not given, half
    the plate height, at most what the teeth leave free."""
    outer_width: Length | None = Field(
        default=None, gt=0.0, lt=1.0, examples=["5.5 mm"]
    )
    """Width between the plates of pin links; if not given, the inner width and two
    plate thicknesses."""


class SpatialPart(Part):
    """What only a chain in space knows; needs ``fidelity = "spatial"``."""

    scheme: Literal["implicit", "explicit"] = Field(
        default="implicit", examples=["explicit"]
    )
    """How time is stepped: linearly implicit Euler in steps of 20 us, or less where
    rollers are fast, stable at any stiffness, or the explicit reference scheme in steps
    of 1 us, which takes out no energy and knows set-valued friction."""
    inner_inertia: Inertias | None = Field(
        default=None, examples=[["2.5e-8 kg m^2", "8e-8 kg m^2", "7e-8 kg m^2"]]
    )
    """Moments of inertia of a bush link without its rollers about its length, its
    height and the direction of its pins; if not given, estimated from its mass."""
    outer_inertia: Inertias | None = Field(
        default=None, examples=[["3e-8 kg m^2", "1.2e-7 kg m^2", "1.1e-7 kg m^2"]]
    )
    """Moments of inertia of a pin link about its length, its height and its pins; if
    not given, estimated from its mass."""
    roller: SpatialRoller = SpatialRoller()
    """How heavy rollers are and how they sit on bushes: they spin and rattle by
    themselves."""
    joint: SpatialJoint = SpatialJoint()
    """What holds links together sideways."""
    side: SideContact = SideContact()
    """Plates beside teeth and on their tips."""
    load_speed: RotationalSpeed = Field(
        default=0.2, gt=0.0, lt=1e4, examples=["0.2 rad/s"]
    )
    """Speed of a loaded sprocket below which its load fades away, so that a load does
    not drive a sprocket at rest; a negative load drives, and does not fade."""
    gravity_z: Acceleration = Field(default=0.0, examples=["9.81 m/s^2"])
    """Acceleration of gravity along the axes of the sprockets."""
