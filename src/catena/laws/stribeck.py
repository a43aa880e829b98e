"""Stribeck friction: the coefficient falls from static to kinetic with speed.

``mu(v) = mu_k + (mu_s - mu_k) exp(-(v/v_s)^2)``, smooth through zero speed as in
``regularised_friction``.

Source: textbook form (Armstrong-Helouvry 1991).

Limits: as for regularised friction; the falling branch is negative damping and can
excite stick-slip, which is what it is for.
"""

from __future__ import annotations

import math
from typing import ClassVar

from catena.codes import FrictionLaw
from catena.jit import inline_kernel
from catena.laws.regularised_friction import SMOOTHING
from catena.laws.words import Friction
from catena.numerics.records import Rows
from catena.numerics.statement import number, statement, told

CODE = int(FrictionLaw.STRIBECK)


@statement
class Stribeck(Friction):
    """Single-valued friction falling from a static to a kinetic coefficient."""

    static_coefficient: float = number(
        "Friction force over normal force near rest.",
        column="mu_rest", key="static", example=0.4,
    )  # fmt: skip
    kinetic_coefficient: float = number(
        "Friction force over normal force when sliding is fast.",
        column="mu", key="kinetic", example=0.25,
    )  # fmt: skip
    stribeck_speed: float = number(
        "Sliding speed over which friction falls from ``static`` to ``kinetic``.",
        "m/s", column="fall", positive=True, example="0.1 m/s",
    )  # fmt: skip
    transition_speed: float = told(SMOOTHING)

    word: ClassVar[str] = "stribeck"
    chosen: ClassVar[str] = (
        "friction that falls from a high value near rest to a low one when sliding is "
        "fast, which can excite stick-slip"
    )
    code: ClassVar[int] = CODE


@inline_kernel
def ratio(groups: Rows, g: int, v: float) -> float:
    """Friction force per normal force and sliding speed [s/m]; v = sliding speed."""
    soft, mu_k = groups[g].soft, groups[g].mu
    mu = mu_k + (groups[g].mu_rest - mu_k) * math.exp(-((v / groups[g].fall) ** 2))
    return float(mu / math.sqrt(v * v + soft * soft))
