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
    """Chooses this law: rigid, without penetration or pull, with rebound on impact."""
    restitution: Share = Field(default=0.0, examples=[0.5])
    """Rebound on impact, separation over approach speed, e_N: 0 stays in contact, 1
    loses nothing."""
    form: Literal["newton", "moreau"] = "newton"
    """Whether rebound follows Newton for each contact alone, or Moreau's inequality,
    which never gains energy when several close at once."""


class Bilateral(Part):
    """Rigid: never opens."""

    law: Literal["bilateral"]
    """Chooses this law: rigid in both directions, a contact that never opens."""


class SpringDamper(Part):
    """Elastic: Kelvin-Voigt, never pulls."""

    law: Literal["spring_damper"]
    """Chooses this law: a linear spring and damper that never pull (Kelvin-Voigt)."""
    stiffness: Stiffness = Field(gt=0.0, examples=["1 kN/mm"])
    """Force per depth of penetration."""
    damping: Damping = Field(default=0.0, ge=0.0, examples=["50 N s/m"])
    """Force per approach speed while in contact, which takes energy out of the
    rebound."""


class Hertz(Part):
    """Elastic: force K d^n, with hysteresis damping for a restitution below 1."""

    law: Literal["hertz"]
    """Chooses this law: force K d^n growing faster than the depth d, with damping by
    hysteresis."""
    stiffness: Number = Field(gt=0.0, examples=[1e9])
    """K, the force at a depth of 1 m in N/m^n; it follows from curvature and elastic
    modulus of both bodies."""
    exponent: Number = Field(default=1.5, ge=1.0, le=10.0)
    """Power n of the depth: 1.5 for point contact, towards 1 for line contact."""
    restitution: Share = Field(default=1.0, examples=[0.8])
    """Rebound the hysteresis is to give, separation over approach speed; 1 is
    undamped."""
    damping: Literal["hunt_crossley", "lankarani_nikravesh", "flores"] = "hunt_crossley"
    """After which author hysteresis takes energy out, all aiming at ``restitution``."""


class Johnson(Part):
    """Elastic: cylinder in cylinder, logarithmic, within its validity limit."""

    law: Literal["johnson"]
    """Chooses this law: a cylinder in a slightly larger hollow one, with a logarithmic
    answer, within its limit of validity."""
    contact_modulus: Pressure = Field(gt=0.0, examples=["115 GPa"])
    """Elastic modulus of both materials together, E*."""
    clearance: Length = Field(gt=0.0, examples=["40 um"])
    """How much larger the radius of the hollow is than that of the cylinder; a tight
    fit is stiffer."""
    length: Length = Field(gt=0.0, examples=["10 mm"])
    """How long the cylinders touch across the plane of motion."""
    damping: Damping = Field(default=0.0, ge=0.0, examples=["50 N s/m"])
    """Force per approach speed while in contact."""


class Maxwell(Part):
    """Elastic: shares one body with the other contacts of a ``maxwell`` group."""

    law: Literal["maxwell"]
    """Chooses this law: elastic, together with the other contacts of a ``maxwell``
    group on the same body."""


class Coulomb(Part):
    """Set-valued dry friction: sticks or slides."""

    law: Literal["coulomb"]
    """Chooses this law: set-valued dry friction, which truly sticks or slides."""
    coefficient: Coefficient = Field(examples=[0.3])
    """Largest friction force over normal force, mu; that of sliding, where ``static``
    is stated too."""
    static: Coefficient | None = Field(default=None, examples=[0.4])
    """Largest friction force over normal force while sticking, at least
    ``coefficient``; if not given, the same as when sliding."""
    breakaway_force: Force = Field(default=0.0, ge=0.0, examples=["2 N"])
    """Friction that remains without any normal force, such as that of a seal."""
    tangential_restitution: Share = Field(default=0.0, examples=[0.2])
    """Share of the sliding speed that an impact turns around, as of a rubber ball."""

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
    """Chooses this law: friction as a smooth function of sliding speed, which creeps
    instead of sticking."""
    coefficient: Coefficient = Field(examples=[0.3])
    """Friction force over normal force once sliding is fast, mu."""
    transition_speed: Speed = Field(gt=0.0, examples=["1 mm/s"])
    """Sliding speed over which friction builds up from zero; smaller is closer to
    sticking and needs smaller steps."""


class Stribeck(Part):
    """Single-valued friction falling from a static to a kinetic coefficient."""

    law: Literal["stribeck"]
    """Chooses this law: friction that falls from a high value near rest to a low one
    when sliding is fast, which can excite stick-slip."""
    static: Coefficient = Field(examples=[0.4])
    """Friction force over normal force near rest."""
    kinetic: Coefficient = Field(examples=[0.25])
    """Friction force over normal force when sliding is fast."""
    stribeck_speed: Speed = Field(gt=0.0, examples=["0.1 m/s"])
    """Sliding speed over which friction falls from ``static`` to ``kinetic``."""
    transition_speed: Speed = Field(gt=0.0, examples=["1 mm/s"])
    """Sliding speed over which friction builds up from zero; smaller is closer to
    sticking and needs smaller steps."""


Normal = Annotated[
    Unilateral | Bilateral | SpringDamper | Hertz | Johnson | Maxwell,
    Field(discriminator="law"),
]
Friction = Annotated[Coulomb | Regularised | Stribeck, Field(discriminator="law")]
