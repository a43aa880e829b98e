"""Unilateral Kelvin-Voigt law: linear spring and damper in parallel, never pulling.

Source: [Pfeiffer1997] sec. 4.2 uses it for guides and teeth; textbook form.
``F = max(0, k delta + d delta_dot)`` with ``delta = -g_N > 0``, else 0.

Limits: the damper makes the force jump to ``d delta_dot`` when the contact closes;
the clipping avoids the pull that the plain law has while opening. The equivalent
restitution of the unclipped law is ``ln e = -pi zeta / sqrt(1 - zeta^2)``.
"""

from __future__ import annotations

import math
from typing import ClassVar

from catena.codes import NormalLaw
from catena.jit import inline_kernel
from catena.laws.words import Normal
from catena.numerics.records import Rows
from catena.numerics.statement import number, statement

CODE = int(NormalLaw.SPRING_DAMPER)


@statement
class SpringDamper(Normal):
    """Elastic: Kelvin-Voigt, never pulls."""

    stiffness: float = number(
        "Force per depth of penetration.",
        "N/m", column="k", positive=True, example="1 kN/mm",
    )  # fmt: skip
    damping: float = number(
        "Force per approach speed while in contact, which takes energy out of the "
        "rebound.",
        "N s/m", default=0.0, column="d", example="50 N s/m",
    )  # fmt: skip

    word: ClassVar[str] = "spring_damper"
    chosen: ClassVar[str] = "a linear spring and damper that never pull (Kelvin-Voigt)"
    code: ClassVar[int] = CODE


@inline_kernel
def press(groups: Rows, g: int, depth: float) -> float:
    """Elastic part of the normal force [N]."""
    return float(groups[g].k * depth)


@inline_kernel
def energy(groups: Rows, g: int, depth: float) -> float:
    """Stored energy [J]."""
    return float(0.5 * groups[g].k * depth**2)


def damping_ratio(restitution: float) -> float:
    """Damping ratio of the linear contact that rebounds with ``restitution`` [-].

    Source: zeta = -ln e / sqrt(pi^2 + ln^2 e), exact for an unclipped half wave.
    """
    log_e = math.log(restitution)
    return -log_e / math.hypot(math.pi, log_e)
