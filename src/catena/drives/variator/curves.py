"""Quotients, moving means and orders of recorded signals."""

from __future__ import annotations

import numpy as np

from catena.drives.variator.revolutions import running_integral
from catena.numerics.arrays import Floats


def over(a: Floats, b: Floats) -> Floats:
    """Quotient of two signals; NaN where the second is zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio: Floats = np.where(b != 0.0, a / b, np.nan)
    return ratio


def smoothed(time: Floats, values: Floats, width: float) -> Floats:
    """Moving mean over a width of time; near an end that of its last whole width."""
    total = running_integral(time, values)
    width = min(width, float(time[-1] - time[0]))
    early = np.clip(time - 0.5 * width, time[0], time[-1] - width)
    late = early + width
    between = np.interp(late, time, total) - np.interp(early, time, total)
    mean: Floats = between / (late - early)
    return mean


def one_way(place: Floats, values: Floats) -> tuple[Floats, Floats]:
    """One element's values over its way, in the order of the way."""
    order = np.argsort(place, kind="stable")
    return place[order], np.asarray(values[order], dtype=np.float64)
