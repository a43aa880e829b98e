"""Torque at which a pulley slips under its belt or chain."""

from __future__ import annotations

import math

import numpy as np

from catena.drives.plan import Course
from catena.drives.variator.sheave_names import PULLEYS
from catena.numerics.arrays import Floats

USUAL_SAFETY = 1.3
"""Slip limit over load with which variators are often clamped."""
NEAR_LIMIT = 0.98
"""Share of its slip limit from which a pulley is said to slip."""
LARGE_SLIP = 0.03
"""Slip from which a pulley is said to slip; creep and gaps stay below 0.02."""


def slip_torque(mu: float, force: float, radius: float, wedge: float) -> float:
    """Torque at which all contacts of a pulley slide, 2 mu F r / cos(delta_0) [N m].

    Args:
        mu: Coefficient of friction.
        force: Axial force on a sheave [N].
        radius: Of the contacts with the sheaves [m].
        wedge: Half the angle of the groove [rad].
    """
    return 2.0 * mu * force * radius / math.cos(wedge)


def safety_words(torque: float, limit: float, force: float, pulley: str) -> str:
    """How far from slip a load is, and the clamping a usual distance would need.

    Args:
        torque: Load [N m].
        limit: Load at which the pulley slips [N m].
        force: Its clamping [N].
        pulley: Which one slips.
    """
    if torque == 0.0:
        return "no load"
    safety = limit / abs(torque)
    least = force * USUAL_SAFETY / safety
    return (
        f"{safety:.2f} against slip of the {pulley} pulley; {USUAL_SAFETY:g} would "
        f"need {least:.5g} N there, {least / force - 1.0:+.0%}"
    )


def later_load_words(load: Course, limit: float) -> str:
    """How far from slip a table of loads comes; nothing where it begins with the most.

    Args:
        load: Of the shaft, over time [N m].
        limit: Load at which a pulley slips with the forces of the start [N m].
    """
    size = np.abs(load.value)
    if not size.max() > size[0]:
        return ""
    return (
        f"; {limit / size.max():.2f} at {size.max():.4g} N m, the most of its table, "
        "if forces stay as at the start"
    )


def slip_warnings(
    subject: str, slip: Floats, torque: Floats, limits: Floats
) -> list[str]:
    """What is said of pulleys that slip or are about to; columns are pulleys."""
    found = []
    for p, name in enumerate(PULLEYS):
        near = abs(float(torque[p])) > NEAR_LIMIT * float(limits[p])  # 0 where open
        if near or abs(slip[p]) > LARGE_SLIP:
            found.append(
                f"the {name} pulley slips: on average {float(slip[p]):+.1%} against "
                f"the {subject}, with {abs(float(torque[p])):.4g} N m of at most "
                f"{float(limits[p]):.4g} N m at its present radius and axial force"
            )
    return found
