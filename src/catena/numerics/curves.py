"""Look-up in sampled curves: torque over speed, speed over time, tooth excitation."""

from __future__ import annotations

import math

from catena.jit import kernel
from catena.numerics.arrays import Floats


@kernel
def interval(x: Floats, first: int, last: int, at: float) -> int:
    """Index i with x[i] <= at <= x[i + 1], by bisection in first..last."""
    low = first
    high = last
    while high - low > 1:
        middle = (low + high) // 2
        if x[middle] <= at:
            low = middle
        else:
            high = middle
    return low


@kernel
def interpolated(x: Floats, y: Floats, first: int, last: int, at: float) -> float:
    """Straight line between the samples, constant beyond the two ends."""
    if last == first or at <= x[first]:
        return float(y[first])
    if at >= x[last]:
        return float(y[last])
    i = interval(x, first, last, at)
    # x[i] <= at < x[i + 1]: arguments that stand twice (a jump) are never divided
    share = (at - x[i]) / (x[i + 1] - x[i])
    return float(y[i] + share * (y[i + 1] - y[i]))


@kernel
def curve_value(curve: Floats, first: int, last: int, at: float) -> float:
    """Value of samples curve[1] over curve[0] at an argument."""
    return interpolated(curve[0], curve[1], first, last, at)


@kernel
def curve_slope(curve: Floats, first: int, last: int, at: float) -> float:
    """Slope just after an argument, zero beyond the two ends."""
    if not curve[0, first] <= at < curve[0, last]:
        return 0.0
    i = interval(curve[0], first, last, at)
    return float((curve[1, i + 1] - curve[1, i]) / (curve[0, i + 1] - curve[0, i]))


@kernel
def folded(at: float, start: float, period: float) -> float:
    """The argument brought into one period from the start; period 0 leaves it."""
    if period <= 0.0:
        return at
    # floor, not fmod: arguments before the start fold forwards as well
    return at - period * math.floor((at - start) / period)
