"""Contacts of a chain with teeth and rails, in the user's words."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catena.drives.roller_chain.spec_guides import Pressure
from catena.spec.parts import Part
from catena.spec.quantities import Damping, Force, Length, Number, Stiffness


class ToothContact(Part):
    """Rollers on teeth."""

    stiffness: Stiffness | None = Field(default=None, gt=0.0, lt=1e12)
    """Contact stiffness; that of a link if not given."""
    damping: Damping = Field(default=100.0, ge=0.0, lt=1e9)
    """Contact damping."""
    friction: Number = Field(default=0.05, ge=0.0, le=1.0)
    """Coulomb friction. Rollers turn on their bushes, so take pin friction times bush
    over roller radius."""
    rollers: Literal["turn", "held"] = "turn"
    """Whether rollers turn with the link that carries them, or never turn at all, as
    some models have it; they then slide all the way round."""
    restitution: Number = Field(default=0.3, ge=0.0, le=1.0)
    """Rebound of rigid teeth, normal speed after over before an impact."""
    exponent: Number = Field(default=1.5, ge=1.0, le=3.0)
    """Power of the depth in the law of Hertz."""
    reference_force: Force = Field(default=100.0, gt=0.0, lt=1e7)
    """Force at which the law of Hertz is as deep as a spring of ``stiffness``."""
    contact_modulus: Pressure = Field(default=1.1374e11, gt=1e6, lt=1e13)
    """Of both materials, in Johnson's law; steel on steel if not given."""
    contact_length: Length | None = Field(default=None, gt=0.0, lt=1.0)
    """Length of the roller that touches, in Johnson's law; the inner width if not
    given."""
    seat_clearance: Length | None = Field(default=None, gt=0.0, lt=1e-2)
    """Radius of the seat minus that of the roller, in Johnson's law; from the tooth
    form if not given."""


class RailContact(Part):
    """Plates on guide rails."""

    stiffness: Stiffness = Field(default=5e6, gt=0.0, lt=1e12)
    """Contact stiffness per joint."""
    damping: Damping = Field(default=20.0, ge=0.0, lt=1e9)
    """Contact damping."""
    friction: Number = Field(default=0.1, ge=0.0, le=1.0)
    """Coulomb friction."""
    restitution: Number = Field(default=0.0, ge=0.0, le=1.0)
    """Rebound of rigid rails."""
    on: Literal["plates", "rollers"] = "plates"
    """What slides on the rails."""


class ContactPart(Part):
    """All contacts."""

    engine: Literal["spring-damper", "hertz", "johnson", "set-valued"] = "spring-damper"
    """What answers to pressing: a spring and a damper, the laws of Hertz or Johnson for
    teeth, or rigid teeth and rails with restitution."""
    tooth: ToothContact = ToothContact()
    """Rollers on teeth."""
    rail: RailContact = RailContact()
    """Plates on guide rails."""
