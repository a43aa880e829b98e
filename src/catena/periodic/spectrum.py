"""Harmonics of periodic vibrations: amplitudes, parity, sidebands."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.errors import InputError, shown
from catena.numerics.arrays import Complexes, Floats
from catena.periodic.interpolation import hermite
from catena.periodic.methods.solution import PeriodicSolution


def harmonics_of(
    solution: PeriodicSolution, *, rate: bool = False, highest: int | None = None
) -> Complexes:
    """Complex amplitudes (H + 1, n): ``q(t) = Re sum_k A_k exp(i k w t)``.

    Args:
        solution: one period.
        rate: take q' instead of q.
        highest: highest order; by default half the number of stored states.
    """
    values = _uniform(solution, rate)
    half = (len(values) - 1) // 2
    kept = half if highest is None else min(int(highest), half)
    spectrum = np.fft.rfft(values, axis=0)[: kept + 1] * (2.0 / len(values))
    spectrum[0] *= 0.5
    return spectrum


def _uniform(solution: PeriodicSolution, rate: bool) -> Floats:
    """The curve at equally spaced times without the end, interpolated if need be."""
    values = solution.v if rate else solution.q
    count = len(solution.times) - 1
    times = np.arange(count) * (solution.period / count)
    if np.allclose(solution.times[:-1], times, rtol=0.0, atol=1e-9 * solution.period):
        return values[:-1]
    curve = hermite(solution.times, solution.q, solution.v)
    return np.asarray(curve(times, 1 if rate else 0))


class Parity(NamedTuple):
    """Largest amplitude among the even (without mean) and the odd harmonics, (n,)."""

    even: Floats
    odd: Floats


def parity(spectrum: Complexes) -> Parity:
    """How a spectrum (H + 1, n) divides into even and odd harmonics."""
    size = np.abs(spectrum)
    return Parity(
        size[2::2].max(axis=0, initial=0.0), size[1::2].max(axis=0, initial=0.0)
    )


class Sidebands(NamedTuple):
    """Lines around a carrier."""

    orders: np.ndarray[tuple[int], np.dtype[np.int64]]
    """Harmonic orders, lower sidebands first, without the carrier."""
    amplitudes: Floats
    carrier: float
    """Amplitude of the carrier."""
    ratio: float
    """Root of the summed squares of the sidebands relative to the carrier."""


def sidebands(
    amplitudes: Floats, carrier: int, *, spacing: int = 1, count: int = 6
) -> Sidebands:
    """Sidebands of one coordinate's amplitudes (H + 1,) around harmonic ``carrier``."""
    shifts = np.array([s for s in range(-count, count + 1) if s != 0])
    orders = carrier + spacing * shifts
    if carrier < 1 or orders.min() < 0 or orders.max() >= len(amplitudes):
        raise InputError(
            f"sidebands: carrier {shown(carrier)} with {count} sidebands leaves the "
            f"spectrum of {len(amplitudes) - 1} harmonics"
        )
    lines = np.abs(amplitudes[orders])
    strength = float(np.abs(amplitudes[carrier]))
    total = float(np.sqrt(np.sum(lines**2)))
    return Sidebands(orders, lines, strength, total / strength if strength else np.inf)
