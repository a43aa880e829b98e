"""Periodic vibrations by the explicit Runge-Kutta method of order 4."""

from __future__ import annotations

from catena.periodic.methods.grid import checked_steps
from catena.periodic.methods.solution import PeriodicSolution, solve_periodic
from catena.periodic.methods.step_limit import (
    refuse_unstable_step,
    smallest_step_count_rk4,
)
from catena.periodic.methods.steppers import RungeKutta
from catena.periodic.system import PeriodicSystem


def solve_rk4(
    system: PeriodicSystem,
    steps: int,
    *,
    store_every: int = 1,
    check_step: bool = True,
) -> PeriodicSolution:
    """The periodic solution with ``steps`` Runge-Kutta steps per period.

    Source: [KhangDien2012] (15)-(21).

    Args:
        system: the coefficients over one period.
        steps: number of steps m per period.
        store_every: keep every k-th state.
        check_step: refuse steps outside the stability region of the method.
    """
    if check_step:
        least = smallest_step_count_rk4(system)
        refuse_unstable_step("rk4", checked_steps(steps), least)
    return solve_periodic(system, RungeKutta(), steps, store_every=store_every)
