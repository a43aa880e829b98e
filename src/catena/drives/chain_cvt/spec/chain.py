"""The rocker-pin chain, in the user's words."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import (
    BendingStiffness,
    Damping,
    Inertia,
    Length,
    Mass,
    Pressure,
    Stiffness,
    TorsionalDamping,
)

FEWEST_LINKS, MOST_LINKS = 20, 400


class ChainPart(Part):
    """An endless chain of links that meet in rocker pins."""

    link_count: int = Field(ge=FEWEST_LINKS, le=MOST_LINKS, examples=[63])
    """How many links the chain has, as many as pin pairs."""
    pitch: Length = Field(gt=1e-3, lt=0.2, examples=["9.4 mm"])
    """From pin to pin of a link without load; the short one of a mixed chain."""
    long_pitch: Length | None = Field(
        default=None, gt=1e-3, lt=0.2, examples=["10.6 mm"]
    )
    """Pitch of the long links of a mixed chain; if not given all links are alike."""
    pattern: str = Field(default="s", min_length=1, max_length=400, examples=["sslsl"])
    """Short (s) and long (l) links in the order of travel, repeated around the chain;
    mixing them spreads the tone of the passing pins."""
    model: Literal["lumped", "planar"] = "lumped"
    """Links as elastic bars between lumped pins with two coordinates each, or as bodies
    with three coordinates that meet in rocker joints."""
    link_mass: Mass = Field(gt=0.0, lt=10.0, examples=["22.4 g"])
    """Mass of one link with its share of the pins; of the short one in a mixed chain,
    long links are heavier in proportion."""
    link_inertia: Inertia | None = Field(default=None, gt=0.0, examples=["6e-7 kg m^2"])
    """Moment of inertia of one link about its centre, for planar links; if not given
    mass times a quarter of the pitch squared, that of two lumped pins."""
    link_stiffness: Stiffness = Field(gt=0.0, lt=1e12, examples=["5e8 N/m"])
    """Force per stretch of one link, plates, pins and rolling contacts together."""
    link_damping: Damping = Field(default=0.0, ge=0.0, lt=1e6, examples=["130 N s/m"])
    """Force per stretching speed of one link."""
    joint_damping: TorsionalDamping = Field(
        gt=0.0, lt=10.0, examples=["1e-4 N m s/rad"]
    )
    """Moment per turning speed of one link on the next; above zero, because strands
    without it never stop swinging."""
    rolling_radius: Length = Field(default=0.0, ge=0.0, lt=0.1, examples=["8 mm"])
    """Radius of the pin faces that roll on each other, for planar links; 0 is an ideal
    joint. Bent links overlap by radius times angle squared over four."""

    @model_validator(mode="after")
    def _pattern_is_known(self) -> Self:
        if set(self.pattern) - {"s", "l"}:
            raise ValueError(
                f"pattern {self.pattern!r}: expected letters s (short) and l (long)"
            )
        mixed = "l" in self.pattern
        if mixed != (self.long_pitch is not None):
            missing = "long_pitch is missing" if mixed else "pattern has no l"
            raise ValueError(f"long_pitch and the letter l belong together: {missing}")
        if self.long_pitch is not None and self.long_pitch <= self.pitch:
            raise ValueError(
                f"long_pitch {1e3 * self.long_pitch:g} mm must be above the pitch of "
                f"{1e3 * self.pitch:g} mm"
            )
        return self

    @model_validator(mode="after")
    def _rolls_with_bodies(self) -> Self:
        planar = self.model == "planar"
        if self.rolling_radius > 0.0 and not planar:
            raise ValueError('rolling_radius needs model = "planar"')
        if self.link_inertia is not None and not planar:
            raise ValueError('link_inertia needs model = "planar"')
        return self

    def pitches(self) -> list[float]:
        """Pitch of every link in the order of travel [m]."""
        long = self.pitch if self.long_pitch is None else self.long_pitch
        size = {"s": self.pitch, "l": long}
        count = len(self.pattern)
        return [size[self.pattern[k % count]] for k in range(self.link_count)]


class PinPart(Part):
    """A pair of rocker pins, one bolt between the sheaves."""

    length: Length = Field(gt=1e-3, lt=1.0, examples=["36.5 mm"])
    """From end to end of a pin pair without load."""
    axial_stiffness: Stiffness = Field(gt=0.0, lt=1e12, examples=["2.2e8 N/m"])
    """Force per shortening of a pin pair between the sheaves."""
    axial_damping: Damping = Field(default=0.0, ge=0.0, lt=1e6, examples=["20 N s/m"])
    """Force per speed of that shortening."""
    bending_stiffness: BendingStiffness = Field(
        default=2.9, gt=0.0, examples=["2.9 N m^2"]
    )
    """Young's modulus times second moment of area of one pin for bending along the
    travel; decides how plates share the tension."""
    end_radius: Length | None = Field(
        default=None, gt=1e-3, lt=10.0, examples=["150 mm"]
    )
    """Radius of the crowned ends, for their pressure on the sheaves (Hertz, a sphere on
    a plane); if not given, no pressure is stated."""
    young: Pressure = Field(default=2.1e11, gt=1e9, lt=1e12, examples=["210 GPa"])
    """Modulus of elasticity of pins and sheaves, with a Poisson's ratio of 0.3, for the
    pressure of the ends."""


class PlatePart(Part):
    """The plates of the links, for the force in the outermost one."""

    counts: list[int] = Field(default=[14, 13], min_length=1, max_length=12)
    """Plates side by side of one link after the other, repeated around the chain."""
    stiffness: Stiffness = Field(default=1e8, gt=0.0, examples=["1e8 N/m"])
    """Force per stretch of one plate."""
    thickness: Length = Field(default=1.1e-3, gt=0.0, lt=0.1, examples=["1.1 mm"])
    """Thickness of one plate; plates of two neighbouring links alternate on a pin."""

    @model_validator(mode="after")
    def _counts_are_plates(self) -> Self:
        few = [count for count in self.counts if not 2 <= count <= 100]
        if few:
            raise ValueError(f"counts holds {few[0]}; expected 2 to 100 plates")
        return self
