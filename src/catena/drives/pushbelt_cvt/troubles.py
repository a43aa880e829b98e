"""Why a run of a pushbelt cannot go on, in words."""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt.layout import Layout
from catena.drives.pushbelt_cvt.places import running_radii
from catena.drives.pushbelt_cvt.rolling import rolling_of
from catena.errors import SolverError
from catena.pushbelt.samples import K_X, K_Y, P_AXIAL, P_SPEED, P_TORQUE, TIME, Samples
from catena.pushbelt.tables import Trouble

GROSS_SLIP = 0.25
"""Share of the belt's speed by which the secondary pulley may fall behind."""

WORDS = {
    Trouble.NOT_FINITE: ("numbers are no longer finite; try a smaller solve.step"),
    Trouble.ELEMENT_ORDER: (
        "an element has passed through its neighbour: the order of the elements is "
        "lost; try a smaller solve.step or stiffer contacts"
    ),
    Trouble.LEFT_PULLEY: (
        "the belt has left the sheaves between hub and rim: it jumped out of a "
        "pulley; check clamping forces, end stop and ratio"
    ),
    Trouble.COUPLED_LAW: (
        "the coupled law of the sheaves has no solution; check the influence "
        "coefficients"
    ),
}


def trouble_text(trouble: Trouble, at: float, step: float) -> str:
    """What happened, when, and what may help."""
    return f"pushbelt: at {at:.6g} s with steps of {step:.3g} s {WORDS[trouble]}"


def refuse_gross_slip(placed: Layout, samples: Samples) -> None:
    """End a run whose secondary pulley no longer follows the belt.

    Raises:
        SolverError: names slip, transmitted torque and clamping force.
    """
    if placed.data.secondary_boundary.turning == "speed":
        return
    speed = samples.pulley[:, P_SPEED].mean(axis=0)
    distance = placed.data.centre_distance
    radii = running_radii(distance, samples.ring[:, K_X], samples.ring[:, K_Y])
    ratio = float(rolling_of(placed).speed_ratio(radii.mean(axis=0)))
    slip = 1.0 - ratio * speed[1] / speed[0] if speed[0] > 0.0 else 0.0
    if not np.isfinite(slip) or slip > GROSS_SLIP:
        torque = samples.pulley[:, P_TORQUE, 1].mean()
        clamp = samples.pulley[:, P_AXIAL, 1].mean()
        raise SolverError(
            f"pushbelt: gross slip at {samples.total[-1, TIME]:.6g} s: the secondary "
            f"pulley is {slip:.0%} behind the belt; it transmits {torque:.4g} N m at a "
            f"clamping force of {clamp:.5g} N; clamp harder or load less"
        )
