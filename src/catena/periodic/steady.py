"""One entry to every method: the periodic vibration at evenly spaced times.

Methods without error control of their own are refined by halving the step until two
solutions agree; where the user fixes the steps, half of them give the error estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from catena.errors import SolverError
from catena.numerics.arrays import Floats
from catena.periodic.interpolation import hermite
from catena.periodic.methods.collocation import solve_collocation
from catena.periodic.methods.gauss import by_chance, relative_difference, solve_gauss
from catena.periodic.methods.newmark import solve_newmark
from catena.periodic.methods.runge_kutta import solve_rk4
from catena.periodic.methods.solution import PeriodicSolution
from catena.periodic.methods.step_limit import smallest_step_count_rk4
from catena.periodic.system import PeriodicSystem

LARGEST_STEP_COUNT = 1 << 20
"""Where automatic refinement gives up."""
FIRST_STEP_COUNT = 256
ORDERS = {"runge_kutta": 4, "newmark": 2, "gauss": 6}


@dataclass(frozen=True)
class Method:
    """How a periodic solution is to be found."""

    name: str = "gauss"
    """``gauss``, ``runge_kutta``, ``newmark`` or ``harmonic_balance``."""
    steps: int | None = None
    """Steps per period; chosen by error control when ``None``."""
    tolerance: float = 1e-9
    beta: float = 0.25
    gamma: float = 0.5


@dataclass(frozen=True)
class SteadyState:
    """One period at evenly spaced times; the last sample repeats the first."""

    times: Floats  # (s + 1,) [s]
    q: Floats  # (s + 1, n)
    v: Floats  # (s + 1, n)
    a: Floats  # (s + 1, n)
    solution: PeriodicSolution
    """The solution behind the samples, with its steps, error and defect."""


def steady_state(system: PeriodicSystem, method: Method, samples: int) -> SteadyState:
    """The periodic vibration of a system, sampled."""
    times = np.linspace(0.0, system.period, samples + 1)
    if method.name == "harmonic_balance":
        series = solve_collocation(system, tolerance=method.tolerance)
        solution = replace(series.sampled(samples), method="harmonic_balance")
        q, v = solution.q, solution.v
    else:
        solution = solve(system, method, samples)
        q, v = _at(times, solution)
    return SteadyState(times, q, v, _accelerations(system, times, q, v), solution)


def solve(system: PeriodicSystem, method: Method, samples: int) -> PeriodicSolution:
    """A solution by steps, with an error estimate, fine enough for the samples."""
    step_by = _stepper(system, method)
    order = ORDERS[method.name]
    if method.steps is not None:
        return _with_error_from_half(step_by, method.steps, order)
    if method.name == "gauss":
        refined = solve_gauss(system, tolerance=method.tolerance)
        every = -(-refined.steps // samples)
        fine = samples * (every if not system.breaks else max(every, 4))
        return replace(solve_gauss(system, fine), error=refined.error)
    return _refined(system, step_by, order, method)


def _stepper(
    system: PeriodicSystem, method: Method
) -> Callable[[int], PeriodicSolution]:
    if method.name == "runge_kutta":
        return lambda steps: solve_rk4(system, steps)
    if method.name == "newmark":
        return lambda steps: solve_newmark(
            system, steps, beta=method.beta, gamma=method.gamma
        )
    return lambda steps: solve_gauss(system, steps)


def _first_count(system: PeriodicSystem, method: Method) -> int:
    if method.name == "runge_kutta":
        return max(FIRST_STEP_COUNT, 2 * smallest_step_count_rk4(system))
    return FIRST_STEP_COUNT


def _refined(
    system: PeriodicSystem,
    step_by: Callable[[int], PeriodicSolution],
    order: int,
    method: Method,
) -> PeriodicSolution:
    count = _first_count(system, method)
    coarse = step_by(count)
    error = before = np.inf
    while count <= LARGEST_STEP_COUNT // 2:
        count *= 2
        fine = step_by(count)
        error = _difference(coarse, fine) / (2.0**order - 1.0)
        if error <= method.tolerance and not by_chance(system, error, before):
            return replace(fine, error=error)
        coarse, before = fine, error
    raise SolverError(
        f"{method.name}: {count} steps per period leave an error of about {error:.1g}; "
        f"expected {method.tolerance:g}. Use method 'gauss', fix the steps, or accept "
        "a larger tolerance"
    )


def _with_error_from_half(
    step_by: Callable[[int], PeriodicSolution], steps: int, order: int
) -> PeriodicSolution:
    """Fixed steps; the error estimate is left open when half of them do not work."""
    fine = step_by(steps)
    try:
        coarse = step_by(max(steps // 2, 1))
    except SolverError:
        return fine
    return replace(fine, error=_difference(coarse, fine) / (2.0**order - 1.0))


def _difference(coarse: PeriodicSolution, fine: PeriodicSolution) -> float:
    return relative_difference(coarse.q, _at(coarse.times, fine)[0])


def _at(times: Floats, solution: PeriodicSolution) -> tuple[Floats, Floats]:
    """q and q' at given times: taken over where they were computed, else Hermite."""
    every = (len(solution.times) - 1) // (len(times) - 1)
    if every and (len(solution.times) - 1) % (len(times) - 1) == 0:
        taken = solution.times[::every]
        if np.allclose(taken, times, rtol=0.0, atol=1e-12 * times[-1]):
            return solution.q[::every], solution.v[::every]
    curve = hermite(solution.times, solution.q, solution.v)
    return np.asarray(curve(times)), np.asarray(curve(times, 1))


def _accelerations(
    system: PeriodicSystem, times: Floats, q: Floats, v: Floats
) -> Floats:
    """q'' from the equation of motion; one-sided where coefficients jump."""
    M, C, K, d = system.sample(times)
    rest = d - np.einsum("tij,tj->ti", C, v) - np.einsum("tij,tj->ti", K, q)
    return np.asarray(np.linalg.solve(M, rest[..., None])[..., 0])
