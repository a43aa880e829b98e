"""Elastic power law of Hertz: ``F = K delta^n``.

Source: Hertz 1882, as used in [Omar2016]; ``n = 3/2`` for point contact of curved
bodies, n = 1 reproduces a linear spring.

Limits: no damping; small contact patch against the radii, frictionless half-spaces.
"""

from __future__ import annotations

import math

from catena.jit import kernel

PARAMETERS = ("stiffness", "exponent")
"""K [N/m^n], n [-]."""


@kernel
def hertz(g_N: float, K: float, n: float) -> float:
    """Normal force [N]."""
    if g_N >= 0.0:
        return 0.0
    return K * math.pow(-g_N, n)


@kernel
def hertz_energy(g_N: float, K: float, n: float) -> float:
    """Stored energy [J]."""
    if g_N >= 0.0:
        return 0.0
    return K * math.pow(-g_N, n + 1.0) / (n + 1.0)


def contact_modulus(E_1: float, nu_1: float, E_2: float, nu_2: float) -> float:
    """E* of two materials [Pa]: 1/E* = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2."""
    return 1.0 / ((1.0 - nu_1**2) / E_1 + (1.0 - nu_2**2) / E_2)


def sphere_stiffness(E_star: float, R_1: float, R_2: float = math.inf) -> float:
    """K of two spheres [N/m^1.5]: 4/3 E* sqrt(R) with 1/R = 1/R_1 + 1/R_2.

    A negative radius is a hollow; an infinite one is a plane.
    """
    return 4.0 / 3.0 * E_star * math.sqrt(1.0 / (1.0 / R_1 + 1.0 / R_2))
