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

from catena.jit import inline_kernel

V_MIN = 1e-4
"""Smallest approach speed the damping factor is related to [m/s]."""


@inline_kernel
def hysteresis_factor(chi: float, rate: float, v_0: float) -> float:
    """What hysteresis makes of an elastic force while the gap opens at a rate [-]."""
    factor = 1.0 - chi * rate / max(v_0, V_MIN)
    return 0.0 if factor < 0.0 else factor  # lets NaN through


def hunt_crossley_factor(e: float) -> float:
    """Damping factor chi of Hunt and Crossley [-]."""
    return 1.5 * (1.0 - e)


def lankarani_nikravesh_factor(e: float) -> float:
    """Damping factor chi of Lankarani and Nikravesh [-]."""
    return 0.75 * (1.0 - e * e)


def flores_factor(e: float) -> float:
    """Damping factor chi of Flores et al. [-]."""
    return 1.6 * (1.0 - e) / e
