"""Contact laws in words: what a user writes, checked, with its code and numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, get_args

from catena.codes import FrictionLaw, NormalLaw
from catena.errors import SpecError
from catena.planar.checks import (
    check,
    check_kind,
    check_not_negative,
    check_positive,
    check_share,
)

HYSTERESIS = (
    NormalLaw.HUNT_CROSSLEY,
    NormalLaw.LANKARANI_NIKRAVESH,
    NormalLaw.FLORES,
)
"""Laws that damp a power law by hysteresis."""


@dataclass(frozen=True)
class Unilateral:
    """Rigid: no penetration, no pull, restitution on impact."""

    restitution: float = 0.0
    """Share of the approach speed kept after an impact, 0..1."""
    moreau: bool = False
    """Moreau's inequality form instead of Newton's law."""

    rigid: ClassVar[bool] = True

    def numbers(self, where: str) -> tuple[NormalLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        check_share(f"{where}.restitution", self.restitution)
        check_kind(f"{where}.moreau", self.moreau, (bool,), "True or False")
        moreau, newton = NormalLaw.UNILATERAL_MOREAU, NormalLaw.UNILATERAL_NEWTON
        return (moreau if self.moreau else newton), (self.restitution,)


@dataclass(frozen=True)
class Bilateral:
    """Rigid: never opens."""

    rigid: ClassVar[bool] = True

    def numbers(self, where: str) -> tuple[NormalLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        return NormalLaw.BILATERAL, ()


@dataclass(frozen=True)
class SpringDamper:
    """Elastic: Kelvin-Voigt, never pulls."""

    stiffness: float
    """[N/m]."""
    damping: float = 0.0
    """[N s/m]."""

    rigid: ClassVar[bool] = False

    def numbers(self, where: str) -> tuple[NormalLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        check_positive(f"{where}.stiffness", self.stiffness)
        check_not_negative(f"{where}.damping", self.damping)
        return NormalLaw.SPRING_DAMPER, (self.stiffness, self.damping)


@dataclass(frozen=True)
class Hertz:
    """Elastic: force K d^n, optionally with hysteresis damping."""

    stiffness: float
    """K [N/m^n]."""
    exponent: float = 1.5
    """n [-]."""
    restitution: float = 1.0
    """Restitution the hysteresis damping is made for; 1 = undamped.

    It rebounds faster, except by Flores' law: the table in docs/theory/laws.md."""
    damping_law: NormalLaw = NormalLaw.HUNT_CROSSLEY
    """Which hysteresis law: Hunt-Crossley, Lankarani-Nikravesh or Flores."""

    rigid: ClassVar[bool] = False

    def numbers(self, where: str) -> tuple[NormalLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        check_positive(f"{where}.stiffness", self.stiffness)
        check(f"{where}.exponent", self.exponent, 1.0, 10.0, "expected 1 to 10")
        check_share(f"{where}.restitution", self.restitution)
        if self.damping_law not in HYSTERESIS:
            words = "expected " + ", ".join(
                f"NormalLaw.{law.name}" for law in HYSTERESIS
            )
            raise SpecError.at(f"{where}.damping_law", self.damping_law, words)
        if self.restitution == 1.0:
            return NormalLaw.HERTZ, (self.stiffness, self.exponent)
        if self.damping_law is NormalLaw.FLORES:  # damps with (1 - e) / e
            check_positive(f"{where}.restitution", self.restitution)
        return self.damping_law, (self.stiffness, self.exponent, self.restitution)


@dataclass(frozen=True)
class Johnson:
    """Elastic: cylinder in cylinder, logarithmic, within its validity limit."""

    contact_modulus: float
    """E* [Pa]."""
    clearance: float
    """Difference of the radii [m]."""
    length: float
    """Length of the cylinders [m]."""
    damping: float = 0.0
    """[N s/m]."""

    rigid: ClassVar[bool] = False

    def numbers(self, where: str) -> tuple[NormalLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        check_positive(f"{where}.contact_modulus", self.contact_modulus)
        check_positive(f"{where}.clearance", self.clearance)
        check_positive(f"{where}.length", self.length)
        check_not_negative(f"{where}.damping", self.damping)
        numbers = (self.contact_modulus, self.clearance, self.length, self.damping)
        return NormalLaw.JOHNSON, numbers


@dataclass(frozen=True)
class Maxwell:
    """Elastic: shares the compliance of one body with the contacts of its group.

    The group and its influence matrix are stated by ``PlanarSystem.maxwell``.
    """

    rigid: ClassVar[bool] = False

    def numbers(self, where: str) -> tuple[NormalLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        return NormalLaw.MAXWELL, ()


@dataclass(frozen=True)
class Frictionless:
    """No tangential force."""

    set_valued: ClassVar[bool] = False
    static: ClassVar[float | None] = None

    def numbers(self, where: str) -> tuple[FrictionLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        return FrictionLaw.NONE, ()


@dataclass(frozen=True)
class Coulomb:
    """Set-valued dry friction."""

    coefficient: float = 0.0
    """mu [-]; of sliding, if a static one is given."""
    static: float | None = None
    """Coefficient while sticking, if larger."""
    breakaway_force: float = 0.0
    """Friction bound without any normal force [N]."""
    tangential_restitution: float = 0.0
    """Share of the sliding velocity reversed on impact, 0..1; unilateral law only."""

    set_valued: ClassVar[bool] = True

    def numbers(self, where: str) -> tuple[FrictionLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        check_not_negative(f"{where}.coefficient", self.coefficient)
        check_not_negative(f"{where}.breakaway_force", self.breakaway_force)
        check_share(f"{where}.tangential_restitution", self.tangential_restitution)
        if self.static is not None:
            expected = f"expected at least the coefficient, {self.coefficient}"
            check(f"{where}.static", self.static, self.coefficient, math.inf, expected)
        numbers = self.coefficient, self.breakaway_force, self.tangential_restitution
        return FrictionLaw.COULOMB, numbers


@dataclass(frozen=True)
class Regularised:
    """Single-valued friction, smooth through zero sliding speed."""

    coefficient: float
    """mu [-]."""
    transition_speed: float
    """Sliding speed by which friction has built up [m/s]."""

    set_valued: ClassVar[bool] = False
    static: ClassVar[float | None] = None

    def numbers(self, where: str) -> tuple[FrictionLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        check_not_negative(f"{where}.coefficient", self.coefficient)
        check_positive(f"{where}.transition_speed", self.transition_speed)
        return FrictionLaw.REGULARISED, (self.coefficient, self.transition_speed)


@dataclass(frozen=True)
class Stribeck:
    """Single-valued friction falling from a static to a kinetic coefficient."""

    static_coefficient: float
    kinetic_coefficient: float
    stribeck_speed: float
    """[m/s]."""
    transition_speed: float
    """[m/s]."""

    set_valued: ClassVar[bool] = False
    static: ClassVar[float | None] = None

    def numbers(self, where: str) -> tuple[FrictionLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        check_not_negative(f"{where}.static_coefficient", self.static_coefficient)
        check_not_negative(f"{where}.kinetic_coefficient", self.kinetic_coefficient)
        check_positive(f"{where}.stribeck_speed", self.stribeck_speed)
        check_positive(f"{where}.transition_speed", self.transition_speed)
        numbers = (
            self.static_coefficient,
            self.kinetic_coefficient,
            self.stribeck_speed,
            self.transition_speed,
        )
        return FrictionLaw.STRIBECK, numbers


Normal = Unilateral | Bilateral | SpringDamper | Hertz | Johnson | Maxwell
Friction = Frictionless | Coulomb | Regularised | Stribeck


def check_laws(where: str, normal: Normal | None, friction: Friction) -> None:
    """Refuse what is no law, and laws with numbers out of their range."""
    if normal is not None:
        words = "a normal law such as Unilateral() or Hertz(1e9)"
        check_kind(f"{where}.normal", normal, get_args(Normal), words)
        normal.numbers(f"{where}.normal")
    words = "a friction law such as Coulomb(0.3)"
    check_kind(f"{where}.friction", friction, get_args(Friction), words)
    friction.numbers(f"{where}.friction")
