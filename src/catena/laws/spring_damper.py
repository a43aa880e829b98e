"""Unilateral Kelvin-Voigt law: linear spring and damper in parallel, never pulling.

Source: [Pfeiffer1997] sec. 4.2 uses it for guides and teeth; textbook form.
``F = max(0, k delta + d delta_dot)`` with ``delta = -g_N > 0``, else 0.

Limits: the damper makes the force jump to ``d delta_dot`` when the contact closes;
the clipping avoids the pull that the plain law has while opening. The equivalent
restitution of the unclipped law is ``ln e = -pi zeta / sqrt(1 - zeta^2)``.
"""

from __future__ import annotations

import math

from catena.jit import kernel

PARAMETERS = ("stiffness", "damping")
"""k [N/m], d [N s/m]."""


@kernel
def spring_damper(g_N: float, g_N_dot: float, k: float, d: float) -> float:
    """Normal force [N]."""
    if g_N >= 0.0:
        return 0.0
    force = -k * g_N - d * g_N_dot
    return 0.0 if force < 0.0 else force  # lets NaN through


@kernel
def spring_energy(g_N: float, k: float) -> float:
    """Stored energy [J]."""
    return 0.5 * k * min(g_N, 0.0) ** 2


def damping_ratio(restitution: float) -> float:
    """Damping ratio of the linear contact that rebounds with ``restitution`` [-].

    Source: zeta = -ln e / sqrt(pi^2 + ln^2 e), exact for an unclipped half wave.
    """
    log_e = math.log(restitution)
    return -log_e / math.hypot(math.pi, log_e)
