"""Friction of one row with one direction, whose largest impulse is known."""

from __future__ import annotations

import math

from catena.codes import FrictionLaw
from catena.jit import inline_kernel


@inline_kernel
def boxed_impulse(
    law: int, bound: float, slip: float, old: float, hold: float, s: float
) -> float:
    """The impulse by its law, at a slip speed that has the present one; NaN: no law.

    ``hold`` takes one unit of slip speed away, ``slip`` is the impulse per slip speed
    of the softened law, taken at the end of the step.
    """
    if law == FrictionLaw.REGULARISED:
        return float(-slip * (s * hold - old) / (hold + slip))
    if law == FrictionLaw.COULOMB_DISC:
        return float(min(max(old - s * hold, -bound), bound))
    return math.nan
