"""Curves through samples. SciPy's part for it loads slowly, so only when needed."""

from __future__ import annotations

from typing import Any

from catena.numerics.arrays import Floats


def hermite(times: Floats, q: Floats, v: Floats) -> Any:
    """The cubic through values and rates; call it with times (and a derivative)."""
    from scipy.interpolate import CubicHermiteSpline

    return CubicHermiteSpline(times, q, v, axis=0)


def periodic_spline(knots: Floats, values: Floats) -> Any:
    """The smooth periodic cubic through values; the last repeats the first."""
    from scipy.interpolate import CubicSpline

    return CubicSpline(knots, values, bc_type="periodic")
