"""Contact laws as a file states them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import (
    Damping,
    Force,
    Length,
    Number,
    Speed,
    Stiffness,
    Unit,
)

Pressure = Annotated[float, Unit("Pa", "a pressure such as '115 GPa'")]
Share = Annotated[Number, Field(ge=0.0, le=1.0)]
Coefficient = Annotated[Number, Field(ge=0.0)]


class Unilateral(Part):
    """Rigid: no penetration, no pull, restitution on impact."""

    law: Literal["unilateral"]
    restitution: Share = 0.0
    """Share of the approach speed kept after an impact (e_N)."""
    form: Literal["newton", "moreau"] = "newton"
    """Newton's law, or Moreau's inequality form for several contacts at once."""


class Bilateral(Part):
    """Rigid: never opens."""

    law: Literal["bilateral"]


class SpringDamper(Part):
    """Elastic: Kelvin-Voigt, never pulls."""

    law: Literal["spring_damper"]
    stiffness: Stiffness = Field(gt=0.0)
    """Force per penetration."""
    damping: Damping = Field(default=0.0, ge=0.0)
    """Force per approach speed."""


class Hertz(Part):
    """Elastic: force K d^n, with hysteresis damping for a restitution below 1."""

    law: Literal["hertz"]
    stiffness: Number = Field(gt=0.0)
    """K in SI units, N/m^n."""
    exponent: Number = Field(default=1.5, ge=1.0, le=10.0)
    """n."""
    restitution: Share = 1.0
    """Restitution the damping is made for; 1 = undamped."""
    damping: Literal["hunt_crossley", "lankarani_nikravesh", "flores"] = "hunt_crossley"
    """Which hysteresis law damps."""


class Johnson(Part):
    """Elastic: cylinder in cylinder, logarithmic, within its validity limit."""

    law: Literal["johnson"]
    contact_modulus: Pressure = Field(gt=0.0)
    """E*."""
    clearance: Length = Field(gt=0.0)
    """Difference of the radii."""
    length: Length = Field(gt=0.0)
    """Length of the cylinders."""
    damping: Damping = Field(default=0.0, ge=0.0)
    """Force per approach speed."""


class Maxwell(Part):
    """Elastic: shares one body with the other contacts of a ``maxwell`` group."""

    law: Literal["maxwell"]


class Coulomb(Part):
    """Set-valued dry friction: sticks or slides."""

    law: Literal["coulomb"]
    coefficient: Coefficient
    """mu; of sliding, if a static one is given."""
    static: Coefficient | None = None
    """mu while sticking, at least the coefficient."""
    breakaway_force: Force = Field(default=0.0, ge=0.0)
    """Friction bound without any normal force."""
    tangential_restitution: Share = 0.0
    """Share of the sliding velocity reversed on impact."""

    @model_validator(mode="after")
    def _static_is_larger(self) -> Self:
        if self.static is not None and self.static < self.coefficient:
            raise ValueError(
                f"static ({self.static:g}) must be at least the coefficient of "
                f"sliding ({self.coefficient:g})"
            )
        return self


class Regularised(Part):
    """Single-valued friction, smooth through zero sliding speed."""

    law: Literal["regularised"]
    coefficient: Coefficient
    """mu."""
    transition_speed: Speed = Field(gt=0.0)
    """Sliding speed by which friction has built up."""


class Stribeck(Part):
    """Single-valued friction falling from a static to a kinetic coefficient."""

    law: Literal["stribeck"]
    static: Coefficient
    """mu near rest."""
    kinetic: Coefficient
    """mu of fast sliding."""
    stribeck_speed: Speed = Field(gt=0.0)
    """Speed of the fall."""
    transition_speed: Speed = Field(gt=0.0)
    """Sliding speed by which friction has built up."""


Normal = Annotated[
    Unilateral | Bilateral | SpringDamper | Hertz | Johnson | Maxwell,
    Field(discriminator="law"),
]
Friction = Annotated[Coulomb | Regularised | Stribeck, Field(discriminator="law")]
