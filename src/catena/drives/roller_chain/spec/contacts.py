"""Contacts of a chain with teeth and rails, in the user's words."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catena.drives.roller_chain.spec.guides import Pressure
from catena.spec.parts import Part
from catena.spec.quantities import Damping, Force, Length, Number, Stiffness


class ToothContact(Part):
    """Rollers on teeth."""

    stiffness: Stiffness | None = Field(
        default=None, gt=0.0, lt=1e12, examples=["10 kN/mm"]
    )
    """Force per depth by which a roller presses into its tooth; it decides how many
    teeth share the load. If not given, as stiff as one pitch of the chain."""
    damping: Damping = Field(default=100.0, ge=0.0, lt=1e9, examples=["100 N s/m"])
    """Force per approach speed while a roller presses on its tooth; it takes the
    rebound out of the impact when a link engages."""
    friction: Number = Field(default=0.05, ge=0.0, le=1.0)
    """Coulomb coefficient of roller on tooth. Rollers turn on their bushes rather than
    slide: take pin friction times bush radius over roller radius."""
    rollers: Literal["turn", "held", "free"] = "turn"
    """Whether rollers turn with the link that carries them, never turn at all, as some
    published models assume, or are ``free``: bodies that spin and rattle on their
    bushes by the data of ``spatial.roller``. Free rollers are heavier to compute (steps
    some ten times smaller) and want the dry ``friction`` of roller on tooth."""
    restitution: Number = Field(default=0.3, ge=0.0, le=1.0)
    """Rebound of a roller from a rigid tooth, separation over approach speed; only
    ``engine = "set-valued"`` uses it."""
    exponent: Number = Field(default=1.5, ge=1.0, le=3.0)
    """Power of the depth in the law of Hertz: 1.5 for point contact, towards 1 for line
    contact."""
    reference_force: Force = Field(default=100.0, gt=0.0, lt=1e7, examples=["100 N"])
    """Load at which the curved law of Hertz presses as deep as a linear one of
    ``stiffness``; choose about the usual tooth force."""
    contact_modulus: Pressure = Field(
        default=1.1374e11, gt=1e6, lt=1e13, examples=["113.7 GPa"]
    )
    """Elastic modulus of both materials together, E*, in Johnson's law for cylinders;
    the default is steel on steel."""
    contact_length: Length | None = Field(
        default=None, gt=0.0, lt=1.0, examples=["7 mm"]
    )
    """Length of roller that bears on the tooth, in Johnson's law; if not given, the
    free width between the inner plates."""
    seat_clearance: Length | None = Field(
        default=None, gt=0.0, lt=1e-2, examples=["40 um"]
    )
    """How much larger the radius of the tooth's seat is than that of the roller, in
    Johnson's law; if not given, from the tooth form."""


class RailContact(Part):
    """Plates on guide rails."""

    stiffness: Stiffness = Field(default=5e6, gt=0.0, lt=1e12, examples=["5 kN/mm"])
    """Force per depth by which the chain presses into a guide rail, for each joint that
    lies on it; plastic rails are soft."""
    damping: Damping = Field(default=20.0, ge=0.0, lt=1e9, examples=["20 N s/m"])
    """Force per approach speed of a joint on a guide rail; it calms the chain where it
    runs onto the rail."""
    friction: Number = Field(default=0.1, ge=0.0, le=1.0)
    """Coulomb coefficient of chain on guide rail; the tension grows along a bent rail
    by e to the power of it times the angle."""
    restitution: Number = Field(default=0.0, ge=0.0, le=1.0, examples=[0.2])
    """Rebound of the chain from a rigid rail, separation over approach speed; only
    ``engine = "set-valued"`` uses it."""
    on: Literal["plates", "rollers"] = "plates"
    """Which part of the chain slides along the rails: the edges of the plates, or the
    rollers."""


class ContactPart(Part):
    """All contacts."""

    engine: Literal["spring-damper", "hertz", "johnson", "set-valued"] = "spring-damper"
    """What answers to pressing: a spring and a damper, the laws of Hertz or Johnson for
    teeth, or rigid teeth and rails with restitution."""
    tooth: ToothContact = ToothContact()
    """Rollers in the tooth gaps of sprockets: how hard, how damped and how slippery."""
    rail: RailContact = RailContact()
    """Chain on guide rails: how hard, how damped and how slippery."""
