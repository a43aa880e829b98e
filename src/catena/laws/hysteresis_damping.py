"""Power law with hysteresis damping: Hunt-Crossley and its relatives.

``F = K delta^n (1 + chi delta_dot / v_0)`` with the approach speed ``v_0`` when the
contact closed. The force starts and ends at zero, unlike a linear damper's.

Source: Hunt and Crossley 1975, chi = 3/2 (1 - e); Lankarani and Nikravesh 1990,
chi = 3/4 (1 - e^2); Flores et al. 2011, chi = 8/5 (1 - e)/e.

Limits: the first two were derived for e near 1 and rebound too fast below e = 0.7;
Flores' factor holds down to e = 0.1 and is undefined at e = 0. Where the factor
would turn the force into a pull it is cut off at zero. ``v_0`` below ``V_MIN`` is
taken as ``V_MIN``, so a contact that closes at rest stays finite.
"""

from __future__ import annotations

import math

from catena.jit import kernel

PARAMETERS = ("stiffness", "exponent", "restitution")
"""K [N/m^n], n [-], e [-]."""

V_MIN = 1e-4
"""Smallest approach speed the damping factor is related to [m/s]."""


@kernel
def hysteresis_force(
    g_N: float, g_N_dot: float, v_0: float, K: float, n: float, chi: float
) -> float:
    """Normal force with damping factor ``chi`` [N]."""
    if g_N >= 0.0:
        return 0.0
    factor = 1.0 - chi * g_N_dot / max(v_0, V_MIN)
    if factor < 0.0:
        return 0.0
    return K * math.pow(-g_N, n) * factor


@kernel
def hunt_crossley_factor(e: float) -> float:
    """Damping factor chi of Hunt and Crossley [-]."""
    return 1.5 * (1.0 - e)


@kernel
def lankarani_nikravesh_factor(e: float) -> float:
    """Damping factor chi of Lankarani and Nikravesh [-]."""
    return 0.75 * (1.0 - e * e)


@kernel
def flores_factor(e: float) -> float:
    """Damping factor chi of Flores et al. [-]."""
    return 1.6 * (1.0 - e) / e
