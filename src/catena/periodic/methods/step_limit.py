"""How many steps an explicit or conditionally stable method needs.

The coefficients are frozen at many times of the period; every decaying or neutral
frozen eigenvalue must lie inside the stability region of the method.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from catena.errors import SolverError
from catena.numerics.arrays import Floats
from catena.periodic.methods.steppers import Newmark
from catena.periodic.system import PeriodicSystem


def smallest_step_count_rk4(system: PeriodicSystem) -> int:
    """Least number of equal steps per period inside the stability region of RK4."""
    values = system.frozen_eigenvalues.ravel()
    values = values[(values.real <= 1e-9 * np.abs(values)) & (np.abs(values) > 0.0)]
    if not len(values):
        return 1
    limit = np.interp(np.abs(np.angle(values)), *_rk4_boundary())
    return int(np.ceil(system.period * np.max(np.abs(values) / limit)))


def smallest_step_count_newmark(system: PeriodicSystem, method: Newmark) -> int:
    """Least number of equal steps per period for this (beta, gamma); 1 when any do.

    The limit of the undamped oscillator: ``h w <= 1 / sqrt(gamma/2 - beta)``.
    """
    slack = 0.5 * max(method.gamma, 0.5) - method.beta
    if slack <= 0.0:
        return 1
    fastest = np.abs(system.frozen_eigenvalues).max()
    return int(np.ceil(system.period * fastest * np.sqrt(slack)))


def refuse_unstable_step(method: str, steps: int, least: int) -> None:
    """Raise when fewer steps than the stability limit are asked for."""
    if steps < least:
        raise SolverError(
            f"{method}: {steps} steps per period are unstable for the fastest "
            f"vibration of this system; use at least {least} steps, or the A-stable "
            "methods 'gauss' and 'newmark' with beta = 1/4, gamma = 1/2"
        )


@cache
def _rk4_boundary() -> tuple[Floats, Floats]:
    """Border of the stability region: angles and radii.

    From the imaginary to the negative real axis, the radius where
    ``|1 + z + z^2/2 + z^3/6 + z^4/24|`` first exceeds 1.
    """
    angles = np.linspace(0.5 * np.pi, np.pi, 181)
    radii = np.linspace(0.0, 4.0, 8001)[1:]
    z = np.exp(1j * angles)[:, None] * radii
    growth = np.abs(1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0))))
    outside = growth > 1.0 + 1e-12
    return angles, radii[np.argmax(outside, axis=1)]
