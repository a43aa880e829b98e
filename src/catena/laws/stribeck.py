"""Stribeck friction: the coefficient falls from static to kinetic with speed.

``mu(v) = mu_k + (mu_s - mu_k) exp(-(v/v_s)^2)``, smooth through zero speed as in
``regularised_friction``.

Source: textbook form (Armstrong-Helouvry 1991).

Limits: as for regularised friction; the falling branch is negative damping and can
excite stick-slip, which is what it is for.
"""

from __future__ import annotations

import math

from catena.jit import kernel

PARAMETERS = (
    "static_coefficient",
    "kinetic_coefficient",
    "stribeck_speed",
    "transition_speed",
)
"""mu_s [-], mu_k [-], v_s [m/s], v_eps [m/s]."""


@kernel
def stribeck_ratio(
    v: float, mu_s: float, mu_k: float, v_s: float, v_eps: float
) -> float:
    """Friction force per normal force and sliding speed [s/m]; v = sliding speed."""
    mu = mu_k + (mu_s - mu_k) * math.exp(-((v / v_s) ** 2))
    return mu / math.sqrt(v * v + v_eps * v_eps)
