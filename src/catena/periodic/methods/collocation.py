"""Periodic vibrations as Fourier series (harmonic balance): truth for smooth systems.

The coefficients are sampled at equally spaced times, the equation is balanced for every
harmonic up to H; on smooth systems the error falls faster than any power of H. No
stability is needed: growing systems have periodic solutions too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import InputError, SolverError
from catena.numerics.arrays import Complexes, Floats
from catena.periodic.methods.harmonic_equations import (
    BandedEquations,
    coefficient_spectra,
)
from catena.periodic.methods.solution import LARGEST_CONDITION, PeriodicSolution
from catena.periodic.system import PeriodicSystem

LARGEST_HARMONICS = 8192
LARGEST_BYTES = 600_000_000
"""Banded equations beyond this size are refused."""


@dataclass(frozen=True)
class HarmonicSolution:
    """A periodic solution as a Fourier series."""

    period: float  # [s]
    coefficients: Complexes
    """(H + 1, n): ``q(t) = Re sum_k coefficients[k] exp(i k w t)``."""
    condition: float
    """Estimated condition number of the equations; large beside a resonance."""
    error: float
    """Estimated error relative to the size of each coordinate."""
    notes: tuple[str, ...] = ()

    @property
    def harmonics(self) -> int:
        """Highest order H."""
        return len(self.coefficients) - 1

    @property
    def amplitudes(self) -> Floats:
        """(H + 1, n): mean (with its sign lost) and amplitude of each harmonic."""
        return np.abs(self.coefficients)

    def at(self, times: ArrayLike, derivative: int = 0) -> Floats:
        """Q (m, n), or one of its time derivatives, at any times."""
        w = 2.0 * np.pi / self.period
        orders = np.arange(self.harmonics + 1)
        t = np.atleast_1d(np.asarray(times, dtype=float))
        waves = np.exp(1j * w * np.multiply.outer(t, orders))
        factors = (1j * w * orders) ** derivative if derivative else 1.0
        weighted = self.coefficients * np.reshape(factors, (-1, 1))
        return np.ascontiguousarray((waves @ weighted).real)

    def sampled(self, steps: int) -> PeriodicSolution:
        """The same solution at equally spaced times, as the steppers give it."""
        times = np.linspace(0.0, self.period, steps + 1)
        return PeriodicSolution(
            method="collocation",
            period=self.period,
            steps=steps,
            times=times,
            q=self.at(times),
            v=self.at(times, 1),
            monodromy=np.empty((0, 0)),
            multipliers=np.empty(0, dtype=complex),
            condition=self.condition,
            defect=0.0,
            error=self.error,
            notes=self.notes,
        )


def solve_collocation(
    system: PeriodicSystem,
    harmonics: int | None = None,
    *,
    tolerance: float = 1e-10,
) -> HarmonicSolution:
    """The periodic solution as a Fourier series.

    Without ``harmonics`` their number grows until both the change of the solution and
    the last harmonics stay below ``tolerance``.
    """
    _refuse_breaks(system)
    if harmonics is not None:
        return _with_tail_error(_balance(system, int(harmonics)))
    count = first_harmonic_count(system)
    coarse = _balance(system, count)
    best = np.inf
    while True:
        count = count * 2
        if count > LARGEST_HARMONICS:
            raise SolverError(
                f"collocation: {count // 2} harmonics still leave a change of "
                f"{best:.3g}; expected {tolerance:g}. Use the method 'gauss', or a "
                "larger tolerance"
            )
        fine = _balance(system, count)
        change = max(series_difference(coarse, fine), tail(fine))
        if change <= tolerance or (change <= 1e-8 and change > 0.5 * best):
            return _replace_error(fine, change)
        coarse, best = fine, change


def first_harmonic_count(system: PeriodicSystem) -> int:
    """Where the search starts: beyond the highest harmonic of the coefficients."""
    if system.series is None:
        return 32
    highest = max([0.0, *(part.orders.max(initial=0.0) for part in system.series)])
    return max(16, int(highest))


def _balance(system: PeriodicSystem, harmonics: int) -> HarmonicSolution:
    """Solve ``sum_j [M_(k-j) (i j w)^2 + C_(k-j) i j w + K_(k-j)] q_j = d_k``."""
    _check_harmonics(harmonics)
    spectra = coefficient_spectra(system, harmonics)
    band = BandedEquations(system.n, harmonics, spectra.width)
    _refuse_size(band)
    band.fill(spectra, system.frequency)
    solution, condition = band.solve(spectra.d.ravel())
    if not condition <= LARGEST_CONDITION:
        raise SolverError(
            f"collocation: singular equations (condition number {condition:.3g}): a "
            "free vibration has this period; add damping or change speed or stiffness"
        )
    q = solution.reshape(-1, system.n)
    half = 2.0 * q[harmonics:]
    half[0] *= 0.5
    half[0].imag = 0.0
    return HarmonicSolution(system.period, half, condition, np.nan)


def tail(solution: HarmonicSolution) -> float:
    """Size of the last tenth of the harmonics relative to the largest, worst q."""
    size = solution.amplitudes.max(axis=0)
    size = np.maximum(size, 1e-10 * size.max()) if size.any() else np.ones_like(size)
    last = solution.amplitudes[-max(2, solution.harmonics // 10) :].max(axis=0)
    return float((last / size).max())


def series_difference(coarse: HarmonicSolution, fine: HarmonicSolution) -> float:
    """Relative difference of two series, harmonic by harmonic, worst coordinate."""
    shared = len(coarse.coefficients)
    gap = np.abs(fine.coefficients[:shared] - coarse.coefficients).max(axis=0)
    size = fine.amplitudes.max(axis=0)
    size = np.maximum(size, 1e-10 * size.max()) if size.any() else np.ones_like(size)
    return float((gap / size).max())


def _with_tail_error(solution: HarmonicSolution) -> HarmonicSolution:
    return _replace_error(solution, tail(solution))


def _replace_error(solution: HarmonicSolution, error: float) -> HarmonicSolution:
    return HarmonicSolution(
        solution.period,
        solution.coefficients,
        solution.condition,
        error,
        solution.notes,
    )


def _refuse_breaks(system: PeriodicSystem) -> None:
    if system.breaks:
        raise InputError(
            f"collocation: the coefficients jump or kink {len(system.breaks)} times "
            "per period, which Fourier series meet slowly; use the method 'gauss', "
            "which is exact at breaks"
        )


def _check_harmonics(harmonics: int) -> None:
    if not 1 <= harmonics <= LARGEST_HARMONICS:
        raise InputError(
            f"harmonics: found {harmonics}; expected from 1 to {LARGEST_HARMONICS}"
        )


def _refuse_size(band: BandedEquations) -> None:
    if band.bytes > LARGEST_BYTES:
        raise SolverError(
            f"collocation: {band.harmonics} harmonics need {band.bytes / 1e9:.1f} GB "
            "because the coefficients have many harmonics themselves; use the method "
            "'gauss', or a larger tolerance"
        )
