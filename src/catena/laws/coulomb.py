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

from catena.jit import kernel

PARAMETERS = ("coefficient", "breakaway_force", "tangential_restitution")
"""mu [-], force bound without any normal force [N], e_T [-]."""


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
