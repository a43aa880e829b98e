"""Amplitudes by orders of a shaft: signals sampled anew over its angle.

A spectrum over time smears where the speed changes; over the angle, orders stay sharp.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.interpolate import CubicSpline

from catena.numerics.arrays import Floats
from catena.results.harmonics import Spectrum, amplitude_spectrum

LEAST_POINTS = 16
"""Samples in each turn, for orders."""
RESOLVED = 0.25
"""Highest order over the samples in each turn: the fastest turns have fewer."""
MOST_WINDOWS = 24
"""Of whole turns, for orders over the speed; each overlaps the next by half."""


class Turns(NamedTuple):
    """Whole turns of a shaft, cut into even steps of its angle."""

    angle: Floats
    """At the samples of the signals, rising [rad]."""
    whole: int
    """Number of turns."""
    points: int
    """Steps in each turn."""

    @property
    def highest(self) -> float:
        """The highest order that the samples resolve."""
        return RESOLVED * self.points

    @property
    def even(self) -> Floats:
        """Angles of all steps [rad]."""
        steps = np.arange(self.whole * self.points) / self.points
        return np.asarray(self.angle[0] + 2.0 * np.pi * steps)

    def sampled(self, values: Floats) -> Floats | None:
        """A signal at these steps; None where too little of it is finite."""
        known = np.isfinite(values)
        if known.sum() < LEAST_POINTS:
            return None
        return np.asarray(CubicSpline(self.angle[known], values[known])(self.even))

    def spectrum(self, values: Floats) -> Spectrum | None:
        """Amplitudes over orders, the mean left out; whole turns need no window."""
        even = self.sampled(values)
        if even is None:
            return None
        found = amplitude_spectrum(even, 1.0 / self.points)
        shown = (found.frequency > 0.0) & (found.frequency <= self.highest)
        return Spectrum(*(column[shown] for column in found))


class OrdersOverSpeed(NamedTuple):
    """How amplitudes of orders change with the speed."""

    speed: Floats
    """Mean speed of every window, rising [rad/s]."""
    order: Floats
    amplitude: Floats
    """Of every window and order."""

    def strongest(self, count: int) -> list[int]:
        """Columns of the orders with the largest amplitudes, by order."""
        by_size = np.argsort(-self.amplitude.max(axis=0), kind="stable")
        return sorted(int(i) for i in by_size[:count])


def turns_of(angle: Floats, least: int) -> Turns | None:
    """The whole turns of a shaft; None where they are few or coarse, or it turns back.

    Args:
        angle: At all samples [rad].
        least: Number of turns worth a spectrum.
    """
    if angle.size < LEAST_POINTS or not (np.diff(angle) > 0.0).all():
        return None
    count = int((angle[-1] - angle[0]) / (2.0 * np.pi))
    points = angle.size // count if count else 0
    if count < least or points < LEAST_POINTS:
        return None
    return Turns(angle, count, points)


def orders_over_speed(
    turns: Turns, time: Floats, values: Floats
) -> OrdersOverSpeed | None:
    """Half and whole orders in windows of an even number of turns; None of few."""
    even = turns.sampled(values)
    width = max(2, turns.whole // (MOST_WINDOWS + 1) * 2)
    if even is None or turns.whole < 3 * width:
        return None
    size, half = width * turns.points, width // 2 * turns.points
    when = np.interp(turns.even, turns.angle, time)
    speeds, rows = [], []
    for first in range(0, even.size - size, half):
        spectrum = amplitude_spectrum(even[first : first + size], 1.0 / turns.points)
        rows.append(spectrum.amplitude[:: width // 2])  # every half order
        speeds.append(2.0 * np.pi * width / (when[first + size] - when[first]))
    order = spectrum.frequency[:: width // 2]
    shown = (order > 0.0) & (order <= turns.highest)
    rising = np.argsort(speeds)
    return OrdersOverSpeed(
        np.array(speeds)[rising], order[shown], np.array(rows)[rising][:, shown]
    )
