"""Unilateral contact with restitution: rigid bodies push, never pull or penetrate.

Source: [Cebulla2014] (2.36) for the law, [Pfeiffer1997] (10) for Newton's restitution,
Moreau's inequality form for several contacts at once.
Deviation: (2.36) is printed with gaps; for closed contacts it holds with gap rates and
percussions in their place, as (2.50) and (2.51) use it.

With the approach ``g_N_dot`` before and ``W_N u`` after the step, both forms read
``0 <= P_N``, ``0 <= xi``, ``P_N xi = 0`` with ``xi = W_N u + w_N + offset``; they
differ in the offset:

- Moreau: ``e_N g_N_dot`` whatever its sign;
- Newton: ``e_N min(g_N_dot, 0)``, so that a row that separates is not asked to
  return; both agree whenever no row separates before the impact.

Limits: 0 <= e_N <= 1. No impact creates energy when all rows touching each other
share one e_N, and with friction when also e_T = e_N or e_N = 0; with different
coefficients in one impact both forms can create energy (Kane's paradox), which
``integrators.impact_energy`` and ``solvers.acceleration_lcp.solve_impact`` take away.
"""

from __future__ import annotations

from typing import ClassVar

from catena.codes import NormalLaw
from catena.jit import kernel
from catena.laws.words import Normal
from catena.numerics.statement import choice, number, statement


@statement
class Unilateral(Normal):
    """Rigid: no penetration, no pull, restitution on impact."""

    restitution: float = number(
        "Rebound on impact, separation over approach speed, e_N: 0 stays in contact, 1 "
        "loses nothing.",
        default=0.0, column="e", high=1.0, example=0.5,
    )  # fmt: skip
    moreau: bool = choice(
        "Whether rebound follows Newton for each contact alone, or Moreau's "
        "inequality, which never gains energy when several close at once.",
        {"newton": False, "moreau": True}, default=False, key="form",
        expected="True or False",
    )  # fmt: skip

    word: ClassVar[str] = "unilateral"
    chosen: ClassVar[str] = "rigid, without penetration or pull, with rebound on impact"
    rigid: ClassVar[bool] = True

    def chosen_code(self) -> int:
        """Newton's form or Moreau's."""
        moreau, newton = NormalLaw.UNILATERAL_MOREAU, NormalLaw.UNILATERAL_NEWTON
        return int(moreau if self.moreau else newton)


@kernel
def prox_unilateral(x: float) -> float:
    """Nearest non-negative number: the projection of (2.36b)."""
    return 0.0 if x < 0.0 else x  # lets NaN through


@kernel
def moreau_offset(e_N: float, g_N_dot: float) -> float:
    """What Moreau's form adds to the gap rate after the impact [m/s]."""
    return e_N * g_N_dot


@kernel
def newton_offset(e_N: float, g_N_dot: float) -> float:
    """What Newton's form adds to the gap rate after the impact [m/s]."""
    return e_N * min(g_N_dot, 0.0)
