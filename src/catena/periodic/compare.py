"""The methods side by side: error, order, cost per step and at equal accuracy.

Per step Newmark is cheaper than Runge-Kutta, at equal accuracy it is not; a comparison
that states only the first misleads, so both are given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time
from typing import NamedTuple

import numpy as np

from catena.errors import CatenaError, InputError, shown
from catena.numerics.arrays import Floats
from catena.periodic.interpolation import hermite
from catena.periodic.methods.collocation import solve_collocation
from catena.periodic.methods.gauss import relative_difference, solve_gauss
from catena.periodic.methods.newmark import solve_newmark
from catena.periodic.methods.runge_kutta import solve_rk4
from catena.periodic.methods.solution import PeriodicSolution
from catena.periodic.system import PeriodicSystem

Curve = Callable[[Floats], Floats]
METHODS: dict[str, Callable[[PeriodicSystem, int], PeriodicSolution]] = {
    "rk4": lambda system, steps: solve_rk4(system, steps),
    "newmark": lambda system, steps: solve_newmark(system, steps),
    "linear acceleration": lambda system, steps: solve_newmark(
        system, steps, beta=1.0 / 6.0
    ),
    "gauss": lambda system, steps: solve_gauss(system, steps),
}
ROUNDING = 1e-11
"""Errors below this are rounding and take no part in observed orders."""


class MethodRun(NamedTuple):
    """One method with one number of steps."""

    method: str
    steps: int
    error: float
    """Largest error relative to each coordinate's size; NaN when refused."""
    seconds: float
    """Median processor time of the repeats [s]: other programs do not disturb it."""
    note: str = ""


@dataclass(frozen=True)
class Comparison:
    """Runs of all methods over their steps."""

    runs: tuple[MethodRun, ...]
    truth_error: float

    def of(self, method: str) -> list[MethodRun]:
        """The accepted runs of one method, by rising steps."""
        return [r for r in self.runs if r.method == method and np.isfinite(r.error)]

    def order(self, method: str) -> float:
        """Observed order: slope of error over steps, without rounding-bound runs."""
        runs = [r for r in self.of(method) if r.error > max(ROUNDING, self.truth_error)]
        if len(runs) < 2:
            return float("nan")
        logs = np.log([[r.steps, r.error] for r in runs[-3:]])
        return float(-np.polyfit(logs[:, 0], logs[:, 1], 1)[0])

    def seconds_per_step(self, method: str) -> float:
        """Cost of one step [s], from the longest run."""
        runs = self.of(method)
        return runs[-1].seconds / runs[-1].steps if runs else float("nan")

    def steps_for(self, method: str, error: float) -> float:
        """Steps at which a method reaches an error, along its observed order."""
        runs = [r for r in self.of(method) if r.error > max(ROUNDING, self.truth_error)]
        if not runs:
            return float("nan")
        last = runs[-1]
        return float(last.steps * (last.error / error) ** (1.0 / self.order(method)))

    def seconds_for(self, method: str, error: float) -> float:
        """Cost of reaching an error [s]."""
        return self.steps_for(method, error) * self.seconds_per_step(method)


def compare_methods(
    system: PeriodicSystem,
    steps: Sequence[int],
    *,
    methods: Sequence[str] = ("rk4", "newmark", "gauss"),
    repeats: int = 3,
) -> Comparison:
    """Run every method with every number of steps against the truth (Fig. 7, 15)."""
    unknown = [m for m in methods if m not in METHODS]
    if unknown:
        raise InputError(
            f"methods: found {shown(unknown)}; expected some of {tuple(METHODS)}"
        )
    truth, truth_error = truth_curve(system, max(steps))
    runs = [
        _timed(system, method, int(m), truth, repeats)
        for method in methods
        for m in sorted(steps)
    ]
    return Comparison(tuple(runs), truth_error)


def truth_curve(system: PeriodicSystem, steps: int) -> tuple[Curve, float]:
    """A function of times giving the accurate solution, and its error."""
    if not system.breaks:
        series = solve_collocation(system, tolerance=1e-12)
        return series.at, series.error
    fine = solve_gauss(system, 4 * steps)
    return hermite(fine.times, fine.q, fine.v), ROUNDING


def _timed(
    system: PeriodicSystem, method: str, steps: int, truth: Curve, repeats: int
) -> MethodRun:
    solve = METHODS[method]
    try:
        solution = solve(system, steps)  # also compiles what is not compiled yet
    except CatenaError as refusal:
        return MethodRun(method, steps, float("nan"), float("nan"), str(refusal))
    seconds = []
    for _ in range(max(1, repeats)):
        begin = process_time()
        solve(system, steps)
        seconds.append(process_time() - begin)
    error = relative_difference(solution.q, truth(solution.times))
    return MethodRun(method, steps, error, float(np.median(seconds)))
