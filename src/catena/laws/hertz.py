"""Elastic power law of Hertz: ``F = K delta^n``.

Source: Hertz 1882, as used in [Omar2016]; ``n = 3/2`` for point contact of curved
bodies, n = 1 reproduces a linear spring.

Limits: no damping; small contact patch against the radii, frictionless half-spaces.
"""

from __future__ import annotations

import math
from typing import ClassVar

from catena.codes import NormalLaw
from catena.jit import inline_kernel
from catena.laws.hysteresis_damping import (
    flores_factor,
    hunt_crossley_factor,
    lankarani_nikravesh_factor,
)
from catena.laws.words import Normal
from catena.numerics.records import Rows
from catena.numerics.statement import choice, number, statement

CODE = int(NormalLaw.HERTZ)
FACTORS = {
    NormalLaw.HUNT_CROSSLEY: hunt_crossley_factor,
    NormalLaw.LANKARANI_NIKRAVESH: lankarani_nikravesh_factor,
    NormalLaw.FLORES: flores_factor,
}
"""Damping factor of each hysteresis law over the restitution."""


@statement
class Hertz(Normal):
    """Elastic: force K d^n, with hysteresis damping for a restitution below 1."""

    stiffness: float = number(
        "K, the force at a depth of 1 m in N/m^n; it follows from curvature and "
        "elastic modulus of both bodies.",
        column="k", positive=True, example=1e9,
    )  # fmt: skip
    exponent: float = number(
        "Power n of the depth: 1.5 for point contact, towards 1 for line contact.",
        default=1.5, column="p", low=1.0, high=10.0,
    )  # fmt: skip
    restitution: float = number(
        "Rebound the hysteresis is to give, separation over approach speed; 1 is "
        "undamped.",
        default=1.0, high=1.0, example=0.8,
    )  # fmt: skip
    damping_law: NormalLaw = choice(
        "After which author hysteresis takes energy out, all aiming at "
        "``restitution``.",
        {law.name.lower(): law for law in FACTORS}, default=NormalLaw.HUNT_CROSSLEY,
        key="damping", expected=", ".join(f"NormalLaw.{law.name}" for law in FACTORS),
    )  # fmt: skip

    word: ClassVar[str] = "hertz"
    chosen: ClassVar[str] = (
        "force K d^n growing faster than the depth d, with damping by hysteresis"
    )
    code: ClassVar[int] = CODE

    def derived(self) -> dict[str, float]:
        """Factor of the hysteresis."""
        if self.restitution == 1.0:
            return {}
        return {"chi": float(FACTORS[self.damping_law](self.restitution))}

    def conflict(self) -> tuple[str, str] | None:
        """Flores' law damps with (1 - e) / e."""
        if self.damping_law is NormalLaw.FLORES and self.restitution == 0.0:
            return "restitution", "expected a number greater than 0 with Flores' law"
        return None


@inline_kernel
def press(groups: Rows, g: int, depth: float) -> float:
    """Elastic part of the normal force [N]."""
    return float(groups[g].k * math.pow(depth, groups[g].p))


@inline_kernel
def energy(groups: Rows, g: int, depth: float) -> float:
    """Stored energy [J]."""
    n = groups[g].p
    return float(groups[g].k * math.pow(depth, n + 1.0) / (n + 1.0))


def contact_modulus(E_1: float, nu_1: float, E_2: float, nu_2: float) -> float:
    """E* of two materials [Pa]: 1/E* = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2."""
    return 1.0 / ((1.0 - nu_1**2) / E_1 + (1.0 - nu_2**2) / E_2)


def sphere_pressure(force: float, E_star: float, R: float) -> float:
    """Largest pressure of a sphere on a plane [Pa]: (6 F E*^2 / (pi^3 R^2))^(1/3)."""
    return math.cbrt(6.0 * force * E_star**2 / (math.pi**3 * R**2))
