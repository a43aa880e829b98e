"""The chain of a drive, in the user's words."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from catena.errors import SpecError
from catena.spec.parts import Part
from catena.spec.quantities import (
    Damping,
    Force,
    Inertia,
    Length,
    Mass,
    Number,
    Stiffness,
    TorsionalDamping,
)
from catena.standards import roller_chain

CHAIN_DATA = ("pitch", "roller_diameter", "pin_diameter", "link_mass", "stiffness")


class JointPart(Part):
    """The joint of pin and bush."""

    friction: Number = Field(default=0.1, ge=0.0, le=1.0)
    """Coulomb friction of pin against bush."""
    damping: TorsionalDamping = Field(default=1e-4, ge=0.0, lt=1.0)
    """Viscous moment per turning speed."""
    clearance: Length = Field(default=0.0, ge=0.0, lt=1e-2)
    """Radial clearance between pin and bush."""


class VariationPart(Part):
    """Wear, pitch errors and scatter of the links; the seed makes them repeatable."""

    wear: Number = Field(default=0.0, ge=0.0, le=0.05)
    """Elongation by wear, share of the length. Worn joints lengthen the pin links
    alone, from roller to roller; in a uniform chain all links."""
    pitch_error: Length = Field(default=0.0, ge=0.0, lt=1e-2)
    """Standard deviation of the pitch of single links."""
    pitch_errors: list[Length] = Field(default=[], max_length=5000)
    """Pitch error of every link, added to the rest; as many as links, or none."""
    stiffness_scatter: Number = Field(default=0.0, ge=0.0, le=0.3)
    """Standard deviation of the stiffness of single joints, share of the mean."""
    seed: int = Field(default=1, ge=0, le=2**31)
    """Of the random numbers."""


class ChainPart(Part):
    """The chain: by its standard designation, by data, or both."""

    standard: str | None = Field(default=None, max_length=40)
    """Designation such as ``ISO 606 08B-1`` or ``ANSI 40``; fills all not given."""
    link_count: int | None = Field(default=None, ge=8, le=5000)
    """Number of links; the smallest even count that fits if not given."""
    slack: Length | None = Field(default=None, ge=0.0, lt=1.0)
    """Length to spare; the sprocket with ``adjust`` is moved until it has it."""
    preload: Force | None = Field(default=None, ge=0.0, lt=1e7)
    """Tension at rest without load; the sprocket with ``adjust`` is moved likewise."""
    pitch: Length | None = Field(default=None, gt=1e-4, lt=1.0)
    """Distance of neighbouring pins."""
    roller_diameter: Length | None = Field(default=None, gt=0.0, lt=1.0)
    """Diameter of the rollers, or of the bushes of a bush chain."""
    pin_diameter: Length | None = Field(default=None, gt=0.0, lt=1.0)
    """Diameter of the pins."""
    plate_height: Length | None = Field(default=None, gt=0.0, lt=1.0)
    """Height of the plates."""
    inner_width: Length | None = Field(default=None, gt=0.0, lt=1.0)
    """Width between the inner plates."""
    link_mass: Mass | None = Field(default=None, gt=0.0, lt=1e3)
    """Mass of one link."""
    link_inertia: Inertia | None = Field(default=None, gt=0.0, lt=1e3)
    """Central moment of inertia of one link; 0.225 m p^2 if not given."""
    stiffness: Stiffness | None = Field(default=None, gt=0.0, lt=1e12)
    """Stiffness of one pitch."""
    damping: Damping | None = Field(default=None, ge=0.0, lt=1e9)
    """Damping of one pitch; 2 % of critical if not given."""
    inner_mass: Mass | None = Field(default=None, gt=0.0, lt=1e3)
    """Mass of a bush link with its rollers; as ``link_mass`` if not given."""
    outer_mass: Mass | None = Field(default=None, gt=0.0, lt=1e3)
    """Mass of a pin link; as ``link_mass`` if not given."""
    inner_inertia: Inertia | None = Field(default=None, gt=0.0, lt=1e3)
    """Central moment of inertia of a bush link; as ``link_inertia`` if not given."""
    outer_inertia: Inertia | None = Field(default=None, gt=0.0, lt=1e3)
    """Central moment of inertia of a pin link; as ``link_inertia`` if not given."""
    masses: Literal["equal", "by parts"] = "equal"
    """Whether all links weigh the same, or bush and pin links are estimated from
    plates, bushes, rollers and pins, with ``link_mass`` as their mean."""
    variation: VariationPart = VariationPart()
    """How the links differ from one another."""
    joint: JointPart = JointPart()
    """Friction and clearance of the joints."""
    uniform: bool = False
    """Gives every link the roller of its rear joint, instead of two to every inner
    link; an odd number of links always is uniform."""
    offset_link: bool = False
    """Allows an odd number of links."""

    @field_validator("standard")
    @classmethod
    def _known(cls, standard: str | None) -> str | None:
        if standard is None:
            return None
        try:
            roller_chain(standard.replace("606", "").strip())
        except SpecError as error:
            problem = error.problems[0]
            raise ValueError(
                f"found {standard!r}; expected {problem.expected} ({problem.hint})"
            ) from None
        return standard

    @model_validator(mode="after")
    def _complete(self) -> Self:
        missing = [name for name in CHAIN_DATA if getattr(self, name) is None]
        if self.standard is None and missing:
            raise ValueError(f"state a standard, or also {', '.join(missing)}")
        if self.slack is not None and self.preload is not None:
            raise ValueError("state slack or preload; a chain cannot have both")
        return self
