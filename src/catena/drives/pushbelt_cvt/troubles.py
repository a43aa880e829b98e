"""Why a run of a pushbelt cannot go on, in words."""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.layout.rolling import rolling_of
from catena.drives.variator.places import running_radii
from catena.integrators.steps.pushbelt_samples import (
    K_X,
    K_Y,
    P_AXIAL,
    P_SPEED,
    P_TORQUE,
    TIME,
    Samples,
)
from catena.integrators.steps.pushbelt_tables import Trouble

GROSS_SLIP = 0.25
"""Difference between secondary pulley and belt, over the faster of the two."""
GROSS_TURN = 0.1
"""By how much more the pulley turns against the belt than play and elasticity let it
[rad]."""

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


class SlipWatch:
    """Looks whether the secondary pulley still follows the belt.

    It may lag or lead for a moment: play between the elements closes, and a belt that
    is set in motion winds up. Gross slip lasts.
    """

    def __init__(self, placed: Layout) -> None:
        self.rolling = rolling_of(placed)
        self.distance = placed.data.centre_distance
        self.slid = np.zeros(1)
        """Turn of the secondary pulley against the belt since gross slip began; in an
        array, as a checkpoint keeps it [rad]."""

    def look(self, samples: Samples, seconds: float) -> str:
        """Look at the samples of so many seconds.

        Gross slip gives the words a run ends with: slip, transmitted torque and
        clamping force.
        """
        speed = samples.pulley[:, P_SPEED].mean(axis=0)
        radii = running_radii(self.distance, samples.ring[:, K_X], samples.ring[:, K_Y])
        follows = speed[0] / float(self.rolling.speed_ratio(radii.mean(axis=0)))
        behind = follows - speed[1]
        slip = abs(behind) / max(abs(follows), abs(speed[1]), np.finfo(float).tiny)
        if slip <= GROSS_SLIP:
            self.slid[0] = 0.0
            return ""
        self.slid[0] += abs(behind) * seconds
        if self.slid[0] <= GROSS_TURN:
            return ""
        torque = samples.pulley[:, P_TORQUE, 1].mean()
        clamp = samples.pulley[:, P_AXIAL, 1].mean()
        return (
            f"pushbelt: gross slip at {samples.total[-1, TIME]:.6g} s: the "
            f"secondary pulley turns with {speed[1]:.4g} rad/s, {slip:.0%} "
            f"{'slower' if behind > 0.0 else 'faster'} than the belt; it transmits "
            f"{torque:.4g} N m at a clamping force of {clamp:.5g} N; clamp harder, "
            "load less, or state speeds that fit the ratio"
        )
