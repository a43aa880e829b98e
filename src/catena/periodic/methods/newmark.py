"""Periodic vibrations by the Newmark method, any (beta, gamma)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catena.periodic.methods.grid import checked_steps
from catena.periodic.methods.solution import PeriodicSolution, solve_periodic
from catena.periodic.methods.step_limit import (
    refuse_unstable_step,
    smallest_step_count_newmark,
)
from catena.periodic.methods.steppers import Newmark
from catena.periodic.system import PeriodicSystem


def solve_newmark(
    system: PeriodicSystem,
    steps: int,
    *,
    beta: float = 0.25,
    gamma: float = 0.5,
    store_every: int = 1,
    check_step: bool = True,
) -> PeriodicSolution:
    """The periodic solution with ``steps`` Newmark steps per period.

    Source: [KhangDien2012] (22)-(40). The map acts on (q, q', q'') and has n
    multipliers that are zero.

    Args:
        system: the coefficients over one period.
        steps: number of steps m per period.
        beta: 1/4 average acceleration, 1/6 linear acceleration.
        gamma: 1/2; less feeds energy in, more takes energy out, both of order 1.
        store_every: keep every k-th state.
        check_step: refuse steps beyond the stability limit of a conditionally
            stable choice.
    """
    method = Newmark(beta, gamma)
    if check_step:
        least = smallest_step_count_newmark(system, method)
        refuse_unstable_step("newmark", checked_steps(steps), least)
    solution = solve_periodic(
        system, method, steps, store_every=store_every, notes=_damping_note(gamma)
    )
    return _with_growth_note(solution, gamma)


def _damping_note(gamma: float) -> tuple[str, ...]:
    if gamma < 0.5:
        return (
            f"gamma = {gamma:g} < 1/2 gives negative numerical damping and order 1: "
            "free vibrations grow in the computation even when they decay in the "
            "system",
        )
    if gamma > 0.5:
        return (f"gamma = {gamma:g} > 1/2 damps numerically and has order 1",)
    return ()


def _with_growth_note(solution: PeriodicSolution, gamma: float) -> PeriodicSolution:
    radius = float(np.abs(solution.multipliers).max())
    if gamma >= 0.5 or radius <= 1.0:
        return solution
    note = f"the computed map is unstable (largest multiplier {radius:.4g})"
    return replace(solution, notes=(*solution.notes, note))
