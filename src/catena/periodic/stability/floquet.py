"""Floquet multipliers and exponents that stay reliable when they are tiny.

The period is cut into segments short enough that no direction is lost in rounding; the
multipliers come from the product of the segment maps in factored form (`cyclic_qr`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.errors import InputError, SolverError, shown
from catena.numerics.arrays import Bools, Complexes, Floats
from catena.periodic.methods.gauss import SLOW, by_chance, first_step_count
from catena.periodic.methods.grid import Grid, SampledPeriod, checked_steps, make_grid
from catena.periodic.methods.solution import state_scale
from catena.periodic.methods.steppers import GAUSS_NODES, STEPPERS, Stepper
from catena.periodic.stability.cyclic_qr import (
    LARGEST_PLAIN,
    LEAST_LOGARITHM,
    LogEigenvalues,
    plain_values,
    product_eigenvalues,
)
from catena.periodic.stability.verdict import Verdict, judge
from catena.periodic.system import PeriodicSystem

LARGEST_AUTOMATIC_STEPS = 1 << 16
FEWEST_SEGMENTS = 16
QUADRATURE_STEPS = 4096
FOUR_DIGITS = 2e-4
"""Relative accuracy asked of multipliers that are tiny beside the largest."""
DECAY_PER_SEGMENT = 8.0
"""Mean loss of volume per segment, as an exponent."""


@dataclass(frozen=True)
class Floquet:
    """Stability of the free vibrations, largest multiplier first."""

    period: float  # [s]
    method: str
    steps: int
    log_modulus: Floats
    """ln|rho|; exact down to where rho itself would underflow."""
    phase: Floats
    """Argument of rho in (-pi, pi] [rad]."""
    error: Floats
    """Estimated relative error of each multiplier: its sensitivity to the step."""
    resolved: Bools
    """False where the error exceeds 1000 times the asked tolerance."""
    liouville_defect: float
    """|sum ln|rho| - integral of trace P| per max(1, |integral|)."""
    monodromy: Floats
    verdict: Verdict
    notes: tuple[str, ...] = ()

    @property
    def multipliers(self) -> Complexes:
        """rho, which may underflow to 0 and ends at 1e300."""
        return plain_values(self.log_modulus, self.phase)

    @property
    def exponents(self) -> Complexes:
        """``lambda = ln(rho) / T`` [1/s], principal branch.

        The imaginary part lies in (-pi/T, pi/T]; the frequency of the vibration is
        known only up to whole multiples of 2 pi / T. Source: [KhangDien2012] (11).
        """
        logarithm: Complexes = self.log_modulus + 1j * self.phase
        return logarithm / self.period

    @property
    def spectral_radius(self) -> float:
        """Largest modulus of the multipliers, at most 1e300."""
        return float(np.abs(self.multipliers[0]))


def floquet(
    system: PeriodicSystem,
    *,
    method: str | Stepper = "gauss10",
    steps: int | None = None,
    tolerance: float = 1e-10,
) -> Floquet:
    """Multipliers, exponents and the stability verdict.

    Without ``steps`` their number is doubled until every multiplier changes by less
    than ``tolerance`` (relative), or stops improving. With ``steps`` the map with half
    the steps gives the sensitivity.
    """
    stepper = _stepper(method)
    if steps is None:
        fine, error = _refined(system, stepper, tolerance)
    else:
        fine = _Period(system, stepper, checked_steps(steps))
        half = max(fine.steps // 2, len(set(system.breaks) | {0.0}))
        coarse = _Period(system, stepper, half)
        error = relative_change(coarse.values, fine.values) / _weight(stepper)
    return _result(fine, error, tolerance)


class _Period:
    """The segment maps of one period with a number of steps, and their spectrum."""

    def __init__(self, system: PeriodicSystem, stepper: Stepper, steps: int) -> None:
        self.system, self.stepper, self.steps = system, stepper, steps
        self.maps = segment_maps(system, stepper, steps)
        self.values = product_eigenvalues(self.maps)
        beyond = slice(2 * system.n, None)  # q'' follows from q, q': exact zeros
        self.values.log_modulus[beyond] = LEAST_LOGARITHM
        self.values.phase[beyond] = 0.0


def _refined(
    system: PeriodicSystem, stepper: Stepper, tolerance: float
) -> tuple[_Period, Floats]:
    """Double the steps until every multiplier is accurate or stops improving."""
    fine = _Period(system, stepper, coarsest_step_count(system, stepper.order))
    change = error = np.full(len(fine.values.phase), np.inf)
    while fine.steps <= LARGEST_AUTOMATIC_STEPS // 2:
        coarse, before = fine, change
        fine = _Period(system, stepper, 2 * coarse.steps)
        change = relative_change(coarse.values, fine.values)
        asked = wanted_accuracy(fine.values, tolerance)
        stalled = (change <= 1e-4) & (change > 0.3 * before)
        smooth = change <= SLOW * before  # else the order says nothing of the error
        error = np.where(smooth, change / _weight(stepper), change)
        if by_chance(system, float(change.max()), float(before.max())):
            continue
        done = (error <= asked) | stalled | ~fine.values.resolved
        if done.all():
            break
    return fine, error


def _weight(stepper: Stepper) -> float:
    """How much smaller the error of the finer of two results is than their change."""
    return 2.0**stepper.order - 1.0


def coarsest_step_count(system: PeriodicSystem, order: int = 6) -> int:
    """Where doubling starts: two steps for each cycle of the fastest vibration.

    One is enough for a method of order 10.
    """
    first = first_step_count(system)
    cycles = np.abs(system.frozen_eigenvalues).max() * system.period / (2.0 * np.pi)
    wanted = cycles if order >= 10 else 2.0 * cycles
    doublings = np.ceil(np.log2(max(1.0, wanted / first)))
    return int(min(first * 2.0**doublings, max(first, LARGEST_AUTOMATIC_STEPS // 8)))


def wanted_accuracy(values: LogEigenvalues, tolerance: float) -> Floats:
    """The tolerance relative to the largest; about four digits for tiny ones."""
    below = np.minimum(values.log_modulus[0] - values.log_modulus, 100.0)
    asked: Floats = tolerance * np.exp(below)
    return np.minimum(max(FOUR_DIGITS, tolerance), asked)


def _stepper(method: str | Stepper) -> Stepper:
    if not isinstance(method, str):
        return method
    if method not in STEPPERS:
        raise InputError(
            f"method: found {shown(method)}; expected one of {tuple(STEPPERS)}"
        )
    return STEPPERS[method]


def relative_change(a: LogEigenvalues, b: LogEigenvalues) -> Floats:
    """|rho_a / rho_b - 1| for each multiplier, however small it is."""
    with np.errstate(invalid="ignore", over="ignore"):
        growth = np.exp(np.clip(a.log_modulus - b.log_modulus, -50.0, 50.0))
        change = np.abs(growth * np.exp(1j * (a.phase - b.phase)) - 1.0)
    return np.where(np.isfinite(change), change, 0.0)


def segment_maps(system: PeriodicSystem, stepper: Stepper, steps: int) -> Floats:
    """Maps (p, s, s) over consecutive parts of the period, in scaled coordinates."""
    count = min(steps, segment_count(system))
    grid = make_grid(system, steps, block_steps=-(-steps // count))
    sampled = SampledPeriod(system, grid, stepper.offsets)
    size = stepper.parts * system.n
    scale = state_scale(system, stepper.parts)
    maps = np.empty((len(grid.blocks), size, size))
    nothing = np.empty((0, size))
    for k, (block, at) in enumerate(sampled):
        X = np.eye(size + 1, size)
        status = stepper.cross(block, at, X, 0, nothing)
        if status != 0 or not np.isfinite(X).all():
            raise SolverError(
                f"floquet: the map from t = {block.start:g} s on is not finite with "
                f"{grid.steps} {stepper.name} steps; use more steps or 'gauss'"
            )
        maps[k] = X[:size].T * scale[None, :] / scale[:, None]
    return maps


def segment_count(system: PeriodicSystem) -> int:
    """Enough segments that a segment loses few digits in its weakest direction."""
    rates = np.abs(system.frozen_eigenvalues.real)
    spread = float(rates.max(axis=1).mean()) * system.period
    return int(np.clip(np.ceil(spread / DECAY_PER_SEGMENT), FEWEST_SEGMENTS, 4096))


def trace_integral(system: PeriodicSystem, steps: int) -> float:
    """Integral of trace P over one period, by Gauss quadrature on the steps."""
    grid: Grid = make_grid(system, max(steps, len(set(system.breaks) | {0.0})))
    weights = np.array([5.0, 8.0, 5.0]) / 18.0
    total = 0.0
    for block, at in SampledPeriod(system, grid, GAUSS_NODES):
        traces = np.trace(np.linalg.solve(at.M, at.C), axis1=1, axis2=2)
        total -= block.h * float((traces.reshape(-1, 3) @ weights).sum())
    return total


def _result(period: _Period, error: Floats, tolerance: float) -> Floquet:
    values = period.values
    monodromy = _product(period)
    accurate = error <= 1e3 * wanted_accuracy(values, tolerance)
    resolved = values.resolved & accurate
    rho = plain_values(values.log_modulus, values.phase)
    return Floquet(
        period=period.system.period,
        method=period.stepper.name,
        steps=period.steps,
        log_modulus=values.log_modulus,
        phase=values.phase,
        error=error,
        resolved=resolved,
        liouville_defect=_liouville(period),
        monodromy=monodromy,
        verdict=judge(rho, error, monodromy),
        notes=_notes(values, resolved, error, period.stepper),
    )


def _product(period: _Period) -> Floats:
    """The monodromy matrix in plain coordinates; tiny directions drown in it."""
    scale = state_scale(period.system, period.stepper.parts)
    product = np.eye(len(scale))
    with np.errstate(over="ignore", invalid="ignore"):
        for A in period.maps:
            product = A @ product
    return product * scale[:, None] / scale[None, :]


def _liouville(period: _Period) -> float:
    """Liouville: det Phi = exp(integral of trace P); 2n multipliers take part."""
    expected = trace_integral(period.system, min(period.steps, QUADRATURE_STEPS))
    found = float(period.values.log_modulus[: 2 * period.system.n].sum())
    return abs(found - expected) / max(1.0, abs(expected))


def _notes(
    values: LogEigenvalues, resolved: Bools, error: Floats, stepper: Stepper
) -> tuple[str, ...]:
    notes = []
    size = 2 * (len(resolved) // stepper.parts)
    if stepper.parts == 3:
        notes.append(f"the map on (q, q', q'') has {size // 2} zero multipliers")
    for i in np.nonzero(~resolved[:size])[0]:
        notes.append(
            f"multiplier {i + 1} (about 1e{values.log_modulus[i] / np.log(10):.0f}) is "
            f"not resolved: relative change with the step {error[i]:.1g}"
        )
    largest = values.log_modulus[0]
    if largest > np.log(LARGEST_PLAIN):
        notes.append(
            f"the largest multiplier is about 1e{largest / np.log(10):.0f}"
            f", more than a number holds: it is written as {LARGEST_PLAIN:g}, its "
            "logarithm and exponent are exact"
        )
    return tuple(notes)
