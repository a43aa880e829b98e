"""Periodic vibrations by Gauss-Legendre steps of order 6: truth for any system.

Breaks fall on step borders and the method samples inside its steps, so jumps in the
coefficients cost no accuracy.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catena.errors import SolverError
from catena.numerics.arrays import Floats
from catena.periodic.methods.grid import stored_steps
from catena.periodic.methods.solution import PeriodicSolution, solve_periodic
from catena.periodic.methods.steppers import GaussLegendre
from catena.periodic.system import PeriodicSystem

LARGEST_AUTOMATIC_STEPS = 1 << 19
SAFETY = 63.0
"""2^6 - 1: how much smaller the error of the finer of two solutions is."""
SLOW = 0.1
"""Change of a result, beside the one before, that shows no order any more."""
SUDDEN = 1e-5
"""Change, beside the one before, that is too small to be convergence."""
ROUNDING = 1e-14
"""Of a solution, for each unit of the condition number of the closing equation."""


def solve_gauss(
    system: PeriodicSystem,
    steps: int | None = None,
    *,
    tolerance: float = 1e-10,
    store_every: int = 1,
) -> PeriodicSolution:
    """The periodic solution by Gauss-Legendre steps.

    Without ``steps`` the number is doubled until two solutions agree to ``tolerance``;
    the error of the finer one is then estimated by their difference / 63.
    """
    method = GaussLegendre()
    if steps is not None:
        return solve_periodic(system, method, steps, store_every=store_every)
    base, refine = first_step_count(system), 1
    coarse = solve_periodic(system, method, base)
    before = np.inf
    while coarse.steps <= LARGEST_AUTOMATIC_STEPS // 2:
        refine *= 2
        fine = solve_periodic(system, method, base, refine=refine)
        difference = relative_difference(coarse.q, fine.q[::2])
        error = difference / SAFETY if difference <= SLOW * before else difference
        rounding = max(1e-7, ROUNDING * fine.condition)
        settled = difference <= rounding and difference > 0.3 * before
        chance = by_chance(system, difference, before)
        if (error <= tolerance and not chance) or settled:
            return _thinned(replace(fine, error=error), store_every)
        coarse, before = fine, difference
    raise SolverError(
        f"gauss: {coarse.steps} steps per period still change the solution by "
        f"{before:.3g}; expected {tolerance:g}. The coefficients jump at times that "
        "are not among the breaks, or vary too fast: name the breaks, or accept a "
        "larger tolerance"
    )


def by_chance(system: PeriodicSystem, change: float, before: float) -> bool:
    """Whether two results may agree only because their grids meet a jump alike.

    Fourier series have no jumps; of functions the first agreement is not believed, nor
    one that comes too suddenly.
    """
    return system.series is None and change < SUDDEN * before


def first_step_count(system: PeriodicSystem) -> int:
    """Where doubling starts: a multiple of the smooth stretches, at least 32."""
    stretches = max(1, len(set(system.breaks) | {0.0}))
    return stretches * max(1, -(-32 // stretches))


def relative_difference(a: Floats, b: Floats) -> float:
    """Largest difference of two curves, each coordinate relative to its own size."""
    size = np.abs(b).max(axis=0)
    floor = np.maximum(size, 1e-10 * size.max()) if size.any() else np.ones_like(size)
    return float((np.abs(a - b).max(axis=0) / floor).max())


def _thinned(solution: PeriodicSolution, every: int) -> PeriodicSolution:
    kept = stored_steps(solution.steps, every)
    return replace(
        solution,
        times=solution.times[kept],
        q=solution.q[kept],
        v=solution.v[kept],
    )
