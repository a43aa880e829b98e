"""Couplings and contacts as a file states them."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from catena.drives.system.bodies import Name, Place, Row
from catena.drives.system.laws import Coulomb, Friction, Normal
from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Damping,
    Force,
    Length,
    Number,
    Stiffness,
    TorsionalDamping,
    TorsionalStiffness,
)


class _Between(Part):
    """A coupling between points of two bodies."""

    name: Name
    """How results call it."""
    a: str
    """The first body."""
    b: str
    """The second body; ``ground`` never moves."""
    point_a: Place = (0.0, 0.0)
    """Where, in the frame of a."""
    point_b: Place = (0.0, 0.0)
    """Where, in the frame of b."""


class Spring(_Between):
    """A spring with a damper along the line between two points."""

    stiffness: Stiffness = Field(ge=0.0)
    """Force per length."""
    damping: Damping = Field(default=0.0, ge=0.0)
    """Force per speed."""
    rest_length: Length = Field(default=0.0, ge=0.0)
    """Length without force."""


class Journal(_Between):
    """An elastic bearing: a pin in a bush."""

    stiffness: Stiffness = Field(gt=0.0)
    """Radial stiffness."""
    damping: Damping = Field(default=0.0, ge=0.0)
    """Radial damping."""
    clearance: Length = Field(default=0.0, ge=0.0)
    """Radial play."""
    turn_damping: TorsionalDamping = Field(default=0.0, ge=0.0)
    """Torque per relative spin."""
    pin_radius: Length | None = Field(default=None, gt=0.0)
    """Radius at which friction acts; needed with friction."""
    friction: Friction | None = None
    """Friction at the pin."""


class Pin(_Between):
    """A rigid revolute joint between two points."""


class TorsionBar(Part):
    """A spring with a damper between the angles of two bodies; also a pair of gears."""

    name: Name
    """How results call it."""
    a: str
    """The first body."""
    b: str
    """The second body."""
    stiffness: TorsionalStiffness = Field(ge=0.0)
    """Torque per angle, at b."""
    damping: TorsionalDamping = Field(default=0.0, ge=0.0)
    """Torque per relative spin, at b."""
    rest_angle: Angle | None = None
    """Angle of b minus ratio times angle of a without torque, in the middle of the
    play; as at the start when omitted."""
    ratio: Number = Field(default=1.0)
    """Turns of b per turn of a: 1 is a shaft, -0.5 a pair of gears that halves."""
    play: Angle = Field(default=0.0, ge=0.0)
    """Free angle of b from flank to flank: backlash."""

    @model_validator(mode="after")
    def _geared(self) -> Self:
        if self.ratio == 0.0:
            raise ValueError("ratio: found 0; expected turns of b per turn of a")
        return self


class Contact(Part):
    """Two contours that may touch."""

    name: Name
    """How results call it."""
    a: str
    """A point or circle."""
    b: str
    """A contour of another body."""
    normal: Normal
    """How it answers to its gap."""
    friction: Friction | None = None
    """How it answers to sliding; nothing = smooth."""
    group: str = Field(default="", max_length=60)
    """Contacts of a group share one account of losses."""


class Press(Part):
    """A point pressed axially on the face of a body: friction in the plane."""

    name: Name
    """How results call it."""
    a: str
    """The body with the point."""
    face: str
    """The body with the face."""
    point_a: Place = (0.0, 0.0)
    """Where, in the frame of a."""
    force: Force = Field(ge=0.0)
    """Axial force."""
    friction: Coulomb
    """Friction of the face."""


class Maxwell(Part):
    """Contacts that share the compliance of one elastic body; SI."""

    name: Name
    """How messages call it."""
    contacts: list[str] = Field(min_length=1, max_length=1000)
    """Contacts and gaps whose normal law is ``maxwell``."""
    influence: list[Row] | None = None
    """Displacement of each contact per force on each, in m/N: symmetric, without
    negative eigenvalues. Zeros are rigid contacts."""
    stiffness: list[Row] | None = None
    """Its inverse, in N/m, instead."""


class Gap(Part):
    """A contact whose gap is linear in the coordinates of a linear body; SI."""

    name: Name
    """How results call it."""
    body: str
    """The linear body."""
    gap: Length
    """Gap at q = 0."""
    normal_direction: Row
    """Change of the gap with each coordinate."""
    tangent_direction: Row | None = None
    """Sliding per velocity of each coordinate; needed with friction."""
    normal: Normal
    """How it answers to its gap."""
    friction: Friction | None = None
    """How it answers to sliding."""
