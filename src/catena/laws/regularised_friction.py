"""Coulomb friction made smooth: full size only well above a transition speed.

``F_T = -mu N v / sqrt(v^2 + v_eps^2)`` along the sliding velocity.

Source: the continuous approximation mentioned in [Pfeiffer1997] sec. 3.3.

Limits: never sticks, a loaded contact creeps; explicit steps need
``v_eps > mu N dt / (2 m_eff)``. Good for roller chains, biased for CVT thrust; take
the set-valued law there.
"""

from __future__ import annotations

import math

from catena.jit import kernel

PARAMETERS = ("coefficient", "transition_speed")
"""mu [-], v_eps [m/s]."""


@kernel
def regularised_ratio(v: float, mu: float, v_eps: float) -> float:
    """Friction force per normal force and sliding speed [s/m]; v = sliding speed."""
    return mu / math.sqrt(v * v + v_eps * v_eps)
