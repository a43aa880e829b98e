"""Linear vibration systems whose coefficients repeat after one period.

``M(t) q'' + C(t) q' + K(t) q = d(t)``; the solvers ask for the coefficients at many
times at once and never see how they were stated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import InputError, shown
from catena.numerics.arrays import Complexes, Floats
from catena.periodic.fourier import FourierMatrix, Harmonic, fourier_matrix
from catena.periodic.narrow_pulses import pulse_edges
from catena.periodic.tables import interpolator, table_breaks

CHECK_TIMES = 64
"""How many times per period the coefficients are looked at when a system is made."""
FROZEN_TIMES = 128
LARGEST_RATE = 1e60
"""Entries of P and f beyond this are mistakes of units, not machines."""
DIP = 0.05
"""A determinant that falls below this part of its largest value is looked into."""
GOLDEN_SECTIONS = 60
LARGEST_MASS_CONDITION = 1e14
"""A mass matrix with a worse (row-scaled) condition number counts as singular."""


class Coefficients(NamedTuple):
    """The coefficients at m times: contiguous arrays, ready for the kernels."""

    M: Floats  # (m, n, n)
    C: Floats  # (m, n, n)
    K: Floats  # (m, n, n)
    d: Floats  # (m, n)


class FourierSystem(NamedTuple):
    """The four coefficients as Fourier series of one period."""

    M: FourierMatrix
    C: FourierMatrix
    K: FourierMatrix
    d: FourierMatrix


Sampler = Callable[[Floats], Coefficients]
MatrixFunction = Callable[[Floats], ArrayLike]


@dataclass(frozen=True)
class PeriodicSystem:
    """``M(t) q'' + C(t) q' + K(t) q = d(t)`` with period T.

    Source: [KhangDien2012] (2).
    """

    period: float
    """Least period T of all coefficients [s]."""
    n: int
    """Number of coordinates."""
    sampler: Sampler
    """Coefficients at an array of times in [0, T]."""
    breaks: tuple[float, ...] = ()
    """Times in [0, T) where coefficients jump or kink; steps end there."""
    series: FourierSystem | None = None
    """The Fourier series the coefficients come from, when they do."""

    def sample(self, times: ArrayLike) -> Coefficients:
        """M, C, K (m, n, n) and d (m, n) at any times [s]."""
        t = np.atleast_1d(np.asarray(times, dtype=float))
        inside = (t >= 0.0) & (t <= self.period)
        return self.sampler(np.where(inside, t, np.mod(t, self.period)))

    def first_order(self, times: ArrayLike) -> tuple[Floats, Floats]:
        """P (m, 2n, 2n) and f (m, 2n) of ``x' = P x + f`` with ``x = (q, q')``.

        Source: [KhangDien2012] (3)-(5).
        """
        M, C, K, d = self.sample(times)
        n, m = self.n, len(d)
        P, f = np.zeros((m, 2 * n, 2 * n)), np.zeros((m, 2 * n))
        right = np.concatenate([-K, -C, d[..., None]], axis=2)
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                lower = np.linalg.solve(M, right)  # (5)
        except np.linalg.LinAlgError:
            raise InputError(
                "M: singular at some time; expected an invertible mass matrix at every "
                "time"
            ) from None
        if not (np.abs(lower) < LARGEST_RATE).all():
            raise InputError(
                "M, C, K, d: the accelerations they give are not finite or beyond "
                f"{LARGEST_RATE:g}; check units and magnitudes"
            )
        P[:, :n, n:] = np.eye(n)
        P[:, n:] = lower[..., : 2 * n]
        f[:, n:] = lower[..., 2 * n]
        return P, f

    @property
    def frequency(self) -> float:
        """Fundamental angular frequency [rad/s]."""
        return 2.0 * np.pi / self.period

    @cached_property
    def frozen_eigenvalues(self) -> Complexes:
        """Eigenvalues of P(t) at many times, one row for each [1/s]."""
        spread = (np.arange(FROZEN_TIMES) + 0.5) * (self.period / FROZEN_TIMES)
        P, _ = self.first_order(np.concatenate([spread, check_times(self)]))
        return np.linalg.eigvals(P).astype(complex)


def from_callables(
    period: float,
    M: MatrixFunction,
    C: MatrixFunction,
    K: MatrixFunction,
    d: MatrixFunction | None = None,
    *,
    breaks: Sequence[float] = (),
    smooth: bool = False,
) -> PeriodicSystem:
    """A system from functions of an array of times (m,).

    Each function returns the values at all times, (m, n, n) or (m, n); a constant
    (n, n) or (n,) is accepted too. Jumps and pulses shorter than a hundredth of the
    period are found, up to 256 down to 1e-5 of it, unless all is said to be ``smooth``;
    shorter ones need ``breaks`` at their ends.
    """
    period = checked_period(period)
    n = _matrix_size(M(np.zeros(1)))

    def sampler(t: Floats) -> Coefficients:
        force = np.zeros(n) if d is None else d(t)
        return Coefficients(
            _spread("M", M(t), (len(t), n, n)),
            _spread("C", C(t), (len(t), n, n)),
            _spread("K", K(t), (len(t), n, n)),
            _spread("d", force, (len(t), n)),
        )

    system = PeriodicSystem(period, n, sampler, checked_breaks(period, breaks))
    check_system(system)
    if smooth:
        return system
    return with_pulses(system)


def with_pulses(system: PeriodicSystem) -> PeriodicSystem:
    """The system with breaks around pulses that steps would pass over."""
    found = pulse_edges(system.period, system.sampler, system.breaks)
    return replace(system, breaks=tuple(sorted({*system.breaks, *found})))


def from_fourier(
    period: float,
    M: tuple[ArrayLike, Sequence[Harmonic]] | ArrayLike,
    C: tuple[ArrayLike, Sequence[Harmonic]] | ArrayLike,
    K: tuple[ArrayLike, Sequence[Harmonic]] | ArrayLike,
    d: tuple[ArrayLike, Sequence[Harmonic]] | ArrayLike | None = None,
) -> PeriodicSystem:
    """A system from Fourier series of one period.

    Each coefficient is a constant array or a pair (mean, [(order, cos, sin), ...])
    meaning ``mean + sum cos_k cos(k w t) + sin_k sin(k w t)`` with ``w = 2 pi / T``.
    """
    period = checked_period(period)
    mass = fourier_matrix("M", M, None)
    n = mass.shape[0] if len(mass.shape) == 2 else 0
    if n < 1 or mass.shape != (n, n):
        raise InputError(f"M: found shape {mass.shape}; expected a square matrix")
    series = FourierSystem(
        mass,
        fourier_matrix("C", C, (n, n)),
        fourier_matrix("K", K, (n, n)),
        fourier_matrix("d", np.zeros(n) if d is None else d, (n,)),
    )

    def sampler(t: Floats) -> Coefficients:
        angle = 2.0 * np.pi * t / period
        return Coefficients(*(part.at(angle) for part in series))

    system = PeriodicSystem(period, n, sampler, (), series)
    check_system(system)
    return system


def from_tables(
    period: float,
    M: ArrayLike,
    C: ArrayLike,
    K: ArrayLike,
    d: ArrayLike | None = None,
    *,
    interpolation: str = "spline",
) -> PeriodicSystem:
    """A system from samples over one period.

    Each table holds s equally spaced samples at ``0, T/s, ..., T - T/s`` (the value at
    T is the value at 0), shape (s, n, n) or (s, n); a constant may be given without the
    sample axis. ``interpolation`` is "spline" (periodic cubic), "linear" or "step"
    (the sample holds until the next one).
    """
    period = checked_period(period)
    n = _matrix_size(M)
    force = np.zeros(n) if d is None else d
    tables = {"M": M, "C": C, "K": K, "d": force}
    shapes = {"M": (n, n), "C": (n, n), "K": (n, n), "d": (n,)}
    parts = {
        name: interpolator(name, table, shapes[name], period, interpolation)
        for name, table in tables.items()
    }

    def sampler(t: Floats) -> Coefficients:
        return Coefficients(**{name: part(t) for name, part in parts.items()})

    breaks = table_breaks(tables, shapes, period)
    system = PeriodicSystem(period, n, sampler, breaks)
    check_system(system)
    return with_pulses(system)


def checked_period(period: float) -> float:
    """The period as a float; refuses zero, negative and non-finite ones."""
    value = float(period)
    if not (np.isfinite(value) and value > 0.0):
        raise InputError(f"period: found {shown(period)}; expected a positive time [s]")
    return value


def checked_breaks(period: float, breaks: Sequence[float]) -> tuple[float, ...]:
    """The breaks in order, each inside [0, T)."""
    values = sorted({float(t) for t in breaks})
    if any(not 0.0 <= t < period for t in values):
        raise InputError(
            f"breaks: found {shown(breaks)}; expected times in [0, {period:g}) s"
        )
    return tuple(values)


def check_times(system: PeriodicSystem) -> Floats:
    """Times at which a system is looked at: evenly spread and beside every break."""
    step = system.period / CHECK_TIMES
    spread = (np.arange(CHECK_TIMES) + 0.5) * step
    beside = np.asarray(system.breaks)[:CHECK_TIMES] + 1e-9 * system.period
    return np.concatenate([[0.0], spread, beside])


def check_system(system: PeriodicSystem) -> None:
    """Refuse coefficients that are not finite or a mass matrix that is singular."""
    half = 0.5 * checked_period(system.period) / CHECK_TIMES
    even = half * np.arange(2 * CHECK_TIMES)
    breaks = np.asarray(system.breaks, dtype=float)
    beside = np.minimum(breaks + 1e-9 * system.period, system.period)
    times = np.unique(np.concatenate([even, breaks, beside]))
    samples = system.sample(times)
    for name, values in zip("MCKd", samples, strict=True):
        _check_finite(name, values, times)
    _check_mass(samples.M, times)
    _check_mass_between(system, samples.M, times)


def _check_finite(name: str, values: Floats, times: Floats) -> None:
    finite = np.isfinite(values).reshape(len(times), -1).all(axis=1)
    if not finite.all():
        t = times[np.argmin(finite)]
        raise InputError(f"{name}: not finite at t = {t:g} s; expected finite numbers")


def _check_mass(M: Floats, times: Floats) -> None:
    """A row- and column-scaled condition number, so that mixed units do no harm."""
    with np.errstate(divide="ignore", invalid="ignore"):
        rows = np.abs(M).max(axis=2, keepdims=True)
        scaled = M / rows
        scaled = scaled / np.abs(scaled).max(axis=1, keepdims=True)
    bad = ~np.isfinite(scaled).all(axis=(1, 2))
    condition = np.full(len(times), np.inf)
    condition[~bad] = np.linalg.cond(scaled[~bad], 1)
    worst = int(np.argmax(condition))
    if condition[worst] > LARGEST_MASS_CONDITION:
        raise InputError(
            f"M: singular at t = {times[worst]:g} s (condition number "
            f"{condition[worst]:.3g}); expected an invertible mass matrix at every time"
        )
    sign = np.linalg.slogdet(scaled)[0]  # the scales are positive
    turned = np.flatnonzero(sign[1:] != sign[:-1])
    if len(turned):  # singular between two of the times
        before, after = times[turned[0]], times[turned[0] + 1]
        raise InputError(
            f"M: its determinant changes sign between t = {before:g} s and "
            f"{after:g} s; expected an invertible mass matrix at every time"
        )


def _check_mass_between(system: PeriodicSystem, M: Floats, times: Floats) -> None:
    """Where its determinant has a deep dip, follow it down: it may touch zero there."""
    largest = np.abs(M).max(axis=0)
    rows = largest.max(axis=1, keepdims=True)
    size = rows * (largest / rows).max(axis=0, keepdims=True)

    def depth(t: float) -> float:
        return abs(float(np.linalg.det(system.sample([t]).M[0] / size)))

    depths = np.abs(np.linalg.det(M / size))
    lowest = int(np.argmin(depths))
    if depths[lowest] > DIP * depths.max():
        return
    ends = times[max(lowest - 1, 0)], times[min(lowest + 1, len(times) - 1)]
    t, least = _lowest(depth, *map(float, ends))
    if least * LARGEST_MASS_CONDITION < depths.max():
        raise InputError(
            f"M: singular at t = {t:g} s; expected an invertible mass matrix at every "
            "time"
        )


def _lowest(curve: Callable[[float], float], a: float, b: float) -> tuple[float, float]:
    """The place of a minimum between a and b, and the value there: golden section."""
    part = 0.5 * (3.0 - np.sqrt(5.0))
    t, u = a + part * (b - a), b - part * (b - a)
    at_t, at_u = curve(t), curve(u)
    for _ in range(GOLDEN_SECTIONS):
        if at_t < at_u:
            b, u, at_u = u, t, at_t
            t = a + part * (b - a)
            at_t = curve(t)
        else:
            a, t, at_t = t, u, at_u
            u = b - part * (b - a)
            at_u = curve(u)
    return (t, at_t) if at_t < at_u else (u, at_u)


def _matrix_size(value: ArrayLike) -> int:
    shape = np.shape(np.asarray(value, dtype=float))
    if len(shape) < 2 or shape[-1] != shape[-2] or shape[-1] < 1:
        raise InputError(f"M: found shape {shape}; expected square matrices")
    return int(shape[-1])


def _spread(name: str, value: ArrayLike, shape: tuple[int, ...]) -> Floats:
    array = np.asarray(value, dtype=float)
    if array.shape not in (shape, shape[1:]):
        raise InputError(
            f"{name}: found shape {array.shape} at {shape[0]} times; expected {shape}"
        )
    return np.ascontiguousarray(np.broadcast_to(array, shape))
