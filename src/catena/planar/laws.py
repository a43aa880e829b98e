"""Contact laws in words: what a user writes, checked, with its code and numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from catena.codes import FrictionLaw, NormalLaw
from catena.errors import SpecError
from catena.numerics.arrays import Floats


def check(where: str, value: float, low: float, high: float, words: str) -> None:
    """Refuse a value outside low <= value <= high, or not finite."""
    if not (math.isfinite(value) and low <= value <= high):
        raise SpecError.at(where, value, words)


def check_positive(where: str, value: float) -> None:
    """Refuse a value that is not finite and greater than zero."""
    if not (math.isfinite(value) and value > 0.0):
        raise SpecError.at(where, value, "expected a finite number greater than 0")


def check_not_negative(where: str, value: float) -> None:
    """Refuse a value that is not finite and at least zero."""
    check(where, value, 0.0, math.inf, "expected a finite number of at least 0")


def check_share(where: str, value: float) -> None:
    """Refuse a value outside 0..1."""
    check(where, value, 0.0, 1.0, "expected a number between 0 and 1")


def check_influence(where: str, matrix: Floats) -> None:
    """Refuse a matrix that Maxwell's theorem or the energy of the body excludes."""
    size = float(np.max(np.abs(matrix), initial=0.0))
    asymmetry = float(np.max(np.abs(matrix - matrix.T), initial=0.0))
    if asymmetry > 1e-12 * size:
        raise SpecError.at(
            where,
            asymmetry,
            "is not symmetric; expected a matrix equal"
            " to its transpose (off by the value found)",
        )
    lowest = float(np.linalg.eigvalsh(matrix)[0])
    if lowest < -1e-12 * size:
        raise SpecError.at(
            where,
            lowest,
            "is the lowest eigenvalue; expected none below zero:"
            " the body would give away energy when pressed",
        )


def check_stiffness(where: str, matrix: Floats) -> None:
    """Refuse also a matrix without an inverse."""
    check_influence(where, matrix)
    lowest = float(np.linalg.eigvalsh(matrix)[0])
    if lowest <= 1e-14 * float(np.max(np.abs(matrix), initial=0.0)):
        raise SpecError.at(
            where,
            lowest,
            "is the lowest eigenvalue; expected a positive definite matrix, since its"
            " inverse is needed (a body that can move freely has no influence matrix)",
        )


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
    """Restitution the hysteresis damping is made for; 1 = undamped."""
    damping_law: NormalLaw = NormalLaw.HUNT_CROSSLEY
    """Which hysteresis law: Hunt-Crossley, Lankarani-Nikravesh or Flores."""

    rigid: ClassVar[bool] = False

    def numbers(self, where: str) -> tuple[NormalLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        check_positive(f"{where}.stiffness", self.stiffness)
        check(f"{where}.exponent", self.exponent, 1.0, 10.0, "expected 1 to 10")
        check_share(f"{where}.restitution", self.restitution)
        if self.restitution == 1.0:
            return NormalLaw.HERTZ, (self.stiffness, self.exponent)
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
    """Share of the sliding velocity reversed on impact, 0..1."""

    set_valued: ClassVar[bool] = True

    def numbers(self, where: str) -> tuple[FrictionLaw, tuple[float, ...]]:
        """Code and parameters, checked."""
        check_not_negative(f"{where}.coefficient", self.coefficient)
        check_not_negative(f"{where}.breakaway_force", self.breakaway_force)
        check_share(f"{where}.tangential_restitution", self.tangential_restitution)
        if self.static is not None and not self.static >= self.coefficient:
            expected = f"expected at least the coefficient, {self.coefficient}"
            raise SpecError.at(f"{where}.static", self.static, expected)
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
