"""What the verdicts of all variators share: checks, warnings, words, effort."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from catena.drives.variator.pulley_means import PulleyMeans
from catena.numerics.arrays import Floats
from catena.results.health import KeyNumber
from catena.run.settling import Settling
from catena.run.verdict import delivery_words

LARGEST_CLAMPING = 0.005
"""Axial force against a given clamping force."""
LARGEST_FALL = 0.01
"""Of the secondary speed over the kept revolutions."""


def ratio_numbers(means: PulleyMeans) -> list[KeyNumber]:
    """Thrust and speeds, primary over secondary, and both speeds."""
    return [
        KeyNumber("thrust_ratio", "thrust ratio, primary over secondary",
                  float(means.thrust_ratio[0]), "1"),
        KeyNumber("speed_ratio", "speed ratio, primary over secondary",
                  float(means.speed_ratio[0]), "1"),
        KeyNumber("speed_primary", "mean primary speed", float(means.speed[0, 0]),
                  "rad/s"),
        KeyNumber("speed_secondary", "mean secondary speed", float(means.speed[0, 1]),
                  "rad/s"),
    ]  # fmt: skip


def torque_ratio(shares: Floats, pulleys: Sequence[str]) -> KeyNumber:
    """Load over the slip limit of the pulley that is nearer to it.

    The share of a pulley that is not clamped is NaN.
    """
    nearer = int(np.where(np.isnan(shares), -np.inf, shares).argmax())
    words = (
        "torque ratio xi: over the slip limit of the "
        f"{pulleys[nearer]} pulley, which is nearer to it"
    )
    return KeyNumber("torque_ratio", words, float(shares[nearer]), "1")


def effort_numbers(steps: int, sweeps: int, coupled: int) -> list[KeyNumber]:
    """What the contacts cost, from counts of the whole run."""
    steps = max(1, steps)
    found = [KeyNumber("sweeps", "friction sweeps per step", sweeps / steps, "1")]
    if coupled:
        each = coupled / steps / 2.0
        found.append(KeyNumber("coupled", "active sets per sheave and step", each, "1"))
    return found


def clamping_off(axial: float, given: float, drag: float = 0.0) -> float:
    """Share by which the axial force misses a given clamping force.

    While the ratio shifts it carries the mean drag of the sheave, too [N].
    """
    return abs((axial - drag) / given - 1.0)


def groove_speed(signals: Mapping[str, Floats], late: slice) -> Floats:
    """Mean speed at which the groove of each pulley opens [m/s]."""
    time, groove = signals["time"][late], signals["groove"][late]
    return np.asarray((groove[-1] - groove[0]) / (time[-1] - time[0]))


def with_efficiency(words: str, found: Settling, whole: int) -> str:
    """A verdict with the efficiency; ``whole`` revolutions were kept."""
    words += delivery_words(found.stated)
    if not whole:
        words += "; not one whole revolution after the start"
    return found.told(f"{words}.")


def running_warnings(kind: str, speed: Floats) -> list[str]:
    """What the kept revolutions of a belt or chain leave open.

    Args:
        kind: The word for it.
        speed: Of the secondary pulley during them.
    """
    found = []
    quarter = max(1, speed.size // 4)
    fall = 1.0 - float(speed[-quarter:].mean() / speed[:quarter].mean())
    if fall > LARGEST_FALL:
        found.append(
            f"the secondary pulley slows down by {fall:.1%}: the {kind} slips, or the "
            "ratio is still changing"
        )
    return found
