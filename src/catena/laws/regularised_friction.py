"""Coulomb friction made smooth: full size only well above a transition speed.

``F_T = -mu N v / sqrt(v^2 + v_eps^2)`` along the sliding velocity.

Source: the continuous approximation mentioned in [Pfeiffer1997] sec. 3.3.

Limits: never sticks, a loaded contact creeps; explicit steps need
``v_eps > mu N dt / (2 m_eff)``. Good for roller chains, biased for CVT thrust; take
the set-valued law there.
"""

from __future__ import annotations

import math
from typing import ClassVar

from catena.codes import FrictionLaw
from catena.jit import inline_kernel
from catena.laws.words import Friction
from catena.numerics.records import Rows
from catena.numerics.statement import Number, number, statement, told

CODE = int(FrictionLaw.REGULARISED)
SMOOTHING = Number(
    "Sliding speed over which friction builds up from zero; smaller is closer to "
    "sticking and needs smaller steps.",
    "m/s", column="soft", positive=True, example="1 mm/s",
)  # fmt: skip


@statement
class Regularised(Friction):
    """Single-valued friction, smooth through zero sliding speed."""

    coefficient: float = number(
        "Friction force over normal force once sliding is fast, mu.",
        column="mu", example=0.3,
    )  # fmt: skip
    transition_speed: float = told(SMOOTHING)

    word: ClassVar[str] = "regularised"
    chosen: ClassVar[str] = (
        "friction as a smooth function of sliding speed, which creeps instead of "
        "sticking"
    )
    code: ClassVar[int] = CODE


@inline_kernel
def ratio(groups: Rows, g: int, v: float) -> float:
    """Friction force per normal force and sliding speed [s/m]; v = sliding speed."""
    soft = groups[g].soft
    return float(groups[g].mu / math.sqrt(v * v + soft * soft))
