"""Periodic vibrations by Fourier collocation: truth for smooth systems.

The solution is a trigonometric polynomial of H harmonics that satisfies the equation
at 2H + 1 equally spaced times; on smooth systems the error falls faster than any power
of H. No stability is needed: growing systems have periodic solutions too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack, lu_factor, lu_solve

from catena.errors import InputError, SolverError
from catena.periodic.arrays import Complexes, Floats
from catena.periodic.solution import LARGEST_CONDITION, PeriodicSolution
from catena.periodic.system import PeriodicSystem

LARGEST_UNKNOWN_COUNT = 6000
"""Dense equations beyond this size take gigabytes and minutes."""


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
        """q (m, n), or one of its time derivatives, at any times."""
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
        return _with_tail_error(_collocate(system, int(harmonics)))
    count = first_harmonic_count(system)
    coarse = _collocate(system, count)
    best = np.inf
    while True:
        count = count * 2
        _refuse_size(system, count, best)
        fine = _collocate(system, count)
        change = max(series_difference(coarse, fine), tail(fine))
        if change <= tolerance or (change <= 1e-8 and change > 0.5 * best):
            return _replace_error(fine, change)
        coarse, best = fine, change


def first_harmonic_count(system: PeriodicSystem) -> int:
    """Where the search starts: twice the highest harmonic of the coefficients."""
    if system.series is None:
        return 16
    highest = max([0.0, *(part.orders.max(initial=0.0) for part in system.series)])
    return max(16, int(highest))


def differentiation(points: int, period: float) -> tuple[Floats, Floats]:
    """First and second spectral derivative on an odd number of equal points."""
    steps = np.arange(1, points)
    w = 2.0 * np.pi / period
    half = np.pi * steps / points
    sign = np.where(steps % 2 == 0, 1.0, -1.0)
    first = np.concatenate([[0.0], 0.5 * w * sign / np.sin(half)])
    second = np.concatenate(
        [
            [-(w**2) * (points**2 - 1) / 12.0],
            -0.5 * w**2 * sign * np.cos(half) / np.sin(half) ** 2,
        ]
    )
    index = np.subtract.outer(np.arange(points), np.arange(points)) % points
    return first[index], second[index]


def _collocate(system: PeriodicSystem, harmonics: int) -> HarmonicSolution:
    points, n = 2 * harmonics + 1, system.n
    _refuse_size(system, harmonics, np.inf)
    M, C, K, d = system.sample(np.arange(points) * (system.period / points))
    D1, D2 = differentiation(points, system.period)
    A = np.einsum("pij,pq->piqj", M, D2)
    A += np.einsum("pij,pq->piqj", C, D1)
    diagonal = np.arange(points)
    A[diagonal, :, diagonal, :] += K
    q, condition = _solve(A.reshape(points * n, points * n), d.ravel())
    spectrum = np.fft.rfft(q.reshape(points, n), axis=0) * (2.0 / points)
    spectrum[0] *= 0.5
    return HarmonicSolution(system.period, spectrum, condition, np.nan)


def _solve(A: Floats, b: Floats) -> tuple[Floats, float]:
    """Row-scaled LU solution and a condition estimate."""
    rows = np.abs(A).max(axis=1)
    A /= rows[:, None]
    norm = np.abs(A).sum(axis=0).max()
    factors = lu_factor(A, overwrite_a=True, check_finite=False)
    reciprocal, _ = lapack.dgecon(factors[0], norm)
    condition = float(np.inf if reciprocal == 0.0 else 1.0 / reciprocal)
    if not condition <= 1e3 * LARGEST_CONDITION:
        raise SolverError(
            f"collocation: singular equations (condition number {condition:.3g}): a "
            "free vibration has this period; add damping or change speed or stiffness"
        )
    return lu_solve(factors, b / rows, check_finite=False), condition


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


def _refuse_size(system: PeriodicSystem, harmonics: int, reached: float) -> None:
    if not 1 <= harmonics:
        raise InputError(f"harmonics: found {harmonics}; expected at least 1")
    unknowns = (2 * harmonics + 1) * system.n
    if unknowns > LARGEST_UNKNOWN_COUNT:
        raise SolverError(
            f"collocation: {harmonics} harmonics of {system.n} coordinates need "
            f"{unknowns} unknowns, more than {LARGEST_UNKNOWN_COUNT}; reached a change "
            f"of {reached:.3g}. Use the method 'gauss', or a larger tolerance"
        )
