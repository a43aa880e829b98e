"""Speed sweeps: resonance curve, waterfall and stability over one parameter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from catena.errors import CatenaError, InputError
from catena.numerics.arrays import Complexes, Floats
from catena.periodic.stability.chart import LARGEST_ENTRY, chart_values
from catena.periodic.steady import Method, steady_state
from catena.periodic.system import PeriodicSystem


@dataclass(frozen=True)
class Sweep:
    """Steady vibrations over a swept parameter; failed points are NaN and noted."""

    values: Floats  # (s,) the swept parameter
    frequency: Floats  # (s,) fundamental frequency [rad/s]
    mean: Floats  # (s, n)
    peak: Floats
    """(s, n) largest deviation from the mean."""
    rms: Floats
    """(s, n) root mean square of the deviation from the mean."""
    amplitudes: Floats
    """(s, H + 1, n) mean and harmonic amplitudes: the waterfall."""
    radius: Floats  # (s,) largest multiplier
    notes: tuple[str, ...]


def sweep_speed(
    system_at: Callable[[float], PeriodicSystem],
    values: Sequence[float] | Floats,
    *,
    harmonics: int = 64,
    tolerance: float = 1e-8,
    n: int = 1,
) -> Sweep:
    """Solve ``system_at(value)`` for every value, by Gauss steps.

    ``n`` tells how many coordinates there are where no value has a solution.
    """
    points = np.asarray(values, dtype=float)
    if points.ndim != 1 or not len(points) or not np.isfinite(points).all():
        raise InputError("sweep: expected a list of finite values")
    rows: list[_Row | None] = []
    notes: list[str] = []
    for value in points:
        try:
            rows.append(_point(system_at(float(value)), harmonics, tolerance))
        except CatenaError as error:
            rows.append(None)
            notes.append(f"at {value:g}: {error}")
    n = next((row[1].shape[1] for row in rows if row is not None), n)
    return _gathered(points, rows, (harmonics, n), tuple(notes))


_Row = tuple[float, Complexes, float, Floats]


def _point(system: PeriodicSystem, harmonics: int, tolerance: float) -> _Row:
    samples = max(512, 4 * harmonics)
    state = steady_state(system, Method("gauss", tolerance=tolerance), samples)
    spectrum = np.fft.rfft(state.q[:-1], axis=0)[: harmonics + 1] * (2.0 / samples)
    spectrum[0] *= 0.5
    # The vibration may need fewer steps than the multipliers do.
    found = chart_values([system], tolerance=tolerance)
    radius = float(np.minimum(found.radius[0], LARGEST_ENTRY))
    return system.frequency, spectrum, radius, state.q


def _gathered(
    points: Floats,
    rows: list[_Row | None],
    size: tuple[int, int],
    notes: tuple[str, ...],
) -> Sweep:
    count, (harmonics, n) = len(points), size
    frequency, radius = np.full(count, np.nan), np.full(count, np.nan)
    mean, peak, rms = (np.full((count, n), np.nan) for _ in range(3))
    amplitudes = np.full((count, harmonics + 1, n), np.nan)
    for i, row in enumerate(rows):
        if row is None:
            continue
        frequency[i], spectrum, radius[i], curve = row
        mean[i] = spectrum[0].real
        peak[i] = np.abs(curve - mean[i]).max(axis=0)
        rms[i] = np.sqrt(np.mean((curve - mean[i]) ** 2, axis=0))
        amplitudes[i] = np.abs(spectrum)
    return Sweep(points, frequency, mean, peak, rms, amplitudes, radius, notes)
