"""Coulomb friction, set-valued: planar (interval) and two-dimensional (disc).

Source: [Cebulla2014] (2.38). With the bound ``R = mu |P_N| + R_T`` the percussion
stays in the interval or disc of radius R, is free where the contact sticks, and
opposes the sliding velocity with full size where it slides.

``R_T`` is the part of the bound that is not an unknown: ``mu la_N dt`` of a
single-valued normal law and the break-away force of a seal or a preloaded guide.

The restitution along the tangent acts on ``xi_T = W_T u + w_T + e_T g_T_dot``, in
impacts of unilateral contacts only; zero for all dry contacts, equal to e_N for an
impact that provably loses energy.

Limits: one coefficient for sticking and sliding; isotropic.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from catena.codes import FrictionLaw
from catena.jit import kernel
from catena.laws.words import Friction
from catena.numerics.statement import number, statement


@dataclass(frozen=True)
class Frictionless(Friction):
    """No tangential force; files say so by stating no friction."""

    word: ClassVar[str] = ""
    code: ClassVar[int] = int(FrictionLaw.NONE)


@statement
class Coulomb(Friction):
    """Set-valued dry friction: sticks or slides."""

    coefficient: float = number(
        "Largest friction force over normal force, mu; that of sliding, where "
        "``static`` is stated too.",
        default=0.0, column="mu", example=0.3, required=True,
    )  # fmt: skip
    static: float | None = number(
        "Largest friction force over normal force while sticking, at least "
        "``coefficient``; if not given, the same as when sliding.",
        default=None, optional=True, example=0.4,
    )  # fmt: skip
    breakaway_force: float = number(
        "Friction that remains without any normal force, such as that of a seal.",
        "N", default=0.0, column="breakaway", example="2 N",
    )  # fmt: skip
    tangential_restitution: float = number(
        "Share of the sliding speed that an impact turns around, as of a rubber ball.",
        default=0.0, column="e_T", high=1.0, example=0.2,
    )  # fmt: skip

    word: ClassVar[str] = "coulomb"
    chosen: ClassVar[str] = "set-valued dry friction, which truly sticks or slides"
    code: ClassVar[int] = int(FrictionLaw.COULOMB)
    set_valued: ClassVar[bool] = True

    def conflict(self) -> tuple[str, str] | None:
        """Sticking holds at least what sliding does."""
        if self.static is not None and self.static < self.coefficient:
            sliding = f"the coefficient of sliding ({self.coefficient:g})"
            return "static", f"expected at least {sliding}"
        return None


@kernel
def prox_interval(x: float, R: float) -> float:
    """Nearest number in [-R, R]: the projection of (2.38b) with one tangent."""
    if x < -R:
        return -R
    return R if x > R else x  # lets NaN through


@kernel
def prox_disc(x: float, y: float, R: float) -> tuple[float, float]:
    """Nearest point of the disc of radius R: the projection of (2.38b)."""
    length = math.hypot(x, y)
    if length <= R:
        return x, y
    return x / length * R, y / length * R  # R / length may underflow
