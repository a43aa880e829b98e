"""Where the search for a periodic orbit begins: a first path over one period."""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import InputError, shown
from catena.numerics.arrays import Floats
from catena.periodic.interpolation import hermite, periodic_spline
from catena.periodic.methods.steppers import GAUSS_NODES
from catena.periodic.orbits.orbit import Curve
from catena.periodic.orbits.rates import (
    MARCH_EVALUATIONS,
    DifferencedRates,
    Rates,
    TangentRates,
    by_radau,
    takes_columns,
)

FEWEST_STEPS = 128
STEPS_PER_CYCLE = 12
"""Of the highest harmonic that shows in the first path."""
SHOWS = 1e-3
"""Amplitude, beside the largest of its state, from which a harmonic shows."""
LARGEST_FIRST_STEPS = 4096
MARCHED_STATES = 512
CLOSED = 1e-6


class FirstPath(NamedTuple):
    """States at evenly spaced times over one period."""

    states: Floats  # (s + 1, d)
    scale: Floats  # (d,)
    columns: bool
    """The rates take many states at once, as columns."""
    notes: tuple[str, ...] = ()

    @property
    def closed(self) -> bool:
        """The path ends where it began."""
        miss = np.abs(self.states[-1] - self.states[0]) / self.scale
        return bool(miss.max() <= CLOSED)


def with_tangents(rates: Rates | TangentRates, path: FirstPath) -> TangentRates:
    """Rates with their derivative, by differences where they bring none."""
    if isinstance(rates, TangentRates):
        return rates
    return DifferencedRates(rates, path.scale, path.columns)


def first_path(
    rates: Rates | TangentRates,
    period: float,
    start: ArrayLike,
    scale: ArrayLike | None,
    columns: bool | None,
) -> FirstPath:
    """A given period as it is, or the motion from a given x(0) over one period."""
    given = np.array(start, dtype=float)
    if given.ndim not in (1, 2) or given.size == 0 or not np.isfinite(given).all():
        raise InputError(
            f"start: found {shown(start)}; expected finite states, (d,) at t = 0 or "
            "(s + 1, d) over one period"
        )
    if columns is None:
        known = isinstance(rates, TangentRates)
        columns = known or takes_columns(cast(Rates, rates), np.atleast_2d(given)[0])
    notes: tuple[str, ...] = ()
    states = given
    if given.ndim == 1:
        marched = _marched(rates, period, given, columns)
        if marched is None:
            notes = (
                "integrating over one period from the start, given up after "
                f"{MARCH_EVALUATIONS} evaluations or a failed step",
            )
            marched = np.tile(given, (MARCHED_STATES + 1, 1))
        states = marched
    return FirstPath(states, _scale(scale, states), columns, notes)


def _scale(scale: ArrayLike | None, states: Floats) -> Floats:
    d = states.shape[1]
    if scale is None:
        size = np.abs(states).max(axis=0)
        return np.where(size > 0.0, size, max(1e-12, float(size.max())))
    value = np.array(scale, dtype=float).ravel()
    if value.shape != (d,) or not (np.isfinite(value) & (value > 0.0)).all():
        raise InputError(f"scale: expected {d} positive sizes, one for each state")
    return value


def _marched(
    rates: Rates | TangentRates, period: float, start: Floats, columns: bool
) -> Floats | None:
    """The motion over one period by an implicit method, or None when it breaks off."""
    rate = cast(Rates, rates)

    def single(t: float, x: Floats) -> Floats:
        given = x[:, None] if columns else x
        found = np.asarray(rate(t, given), dtype=float)
        return found[:, 0] if columns else found

    times = np.linspace(0.0, period, MARCHED_STATES + 1)
    size = max(1e-9, float(np.abs(start).max()))
    found = by_radau(single, start, period, t_eval=times, rtol=1e-6, atol=1e-9 * size)
    if found is None or not np.isfinite(found[0].y).all():
        return None
    return np.asarray(found[0].y.T)


def resolution(path: FirstPath, steps: int) -> int:
    """Steps to begin with: enough for the harmonics that show, beside ``steps``.

    The number is ``steps`` halved or doubled, so that doubling it meets the stored
    times; where they are very many, they are interpolated.
    """
    body = path.states[:-1]
    spectrum = np.abs(np.fft.rfft(body - body.mean(axis=0), axis=0))
    largest = np.maximum(spectrum.max(axis=0), 1e-12 * path.scale * len(body))
    shown_ = np.nonzero((spectrum > SHOWS * largest).any(axis=1))[0]
    highest = int(shown_[-1]) if len(shown_) and path.closed else 1
    wanted = max(FEWEST_STEPS, min(STEPS_PER_CYCLE * highest, LARGEST_FIRST_STEPS))
    count = steps if steps <= 4 * LARGEST_FIRST_STEPS else FEWEST_STEPS
    while count < wanted:
        count *= 2
    while count % 2 == 0 and count // 2 >= wanted:
        count //= 2
    return count


def guessed_curve(
    rates: TangentRates, path: FirstPath, period: float, count: int
) -> Curve:
    """The first path at so many steps, with its slopes at the Gauss nodes."""
    times = np.linspace(0.0, period, len(path.states))
    if path.closed and len(times) > 3:
        states = path.states.copy()
        states[-1] = states[0]
        spline = periodic_spline(times, states)
    else:
        slopes = rates.tangents(times, path.states)[0]
        spline = hermite(times, path.states, slopes)
    h = period / count
    x = np.asarray(spline(np.linspace(0.0, period, count + 1)))
    x[-1] = x[0]
    nodes = h * np.add.outer(np.arange(count), GAUSS_NODES)
    k = np.asarray(spline(nodes.ravel(), 1)).reshape(count, 3, -1)
    return Curve(period, x, np.ascontiguousarray(k))
