"""Running a motion forward until it repeats itself: the orbit a machine settles on."""

from __future__ import annotations

import numpy as np

from catena.periodic.orbits.orbit import Curve, NoOrbitError, OrbitProblem
from catena.periodic.orbits.rates import MarchingRates

MOST_PERIODS = 200
REPEATS = 1e-5
"""Change of the state over a period from which it counts as settled."""


def settle(problem: OrbitProblem, start: Curve) -> tuple[Curve, int]:
    """The first period that nearly repeats the one before it, and its number."""
    rates = problem.rates
    if not isinstance(rates, MarchingRates):
        raise NoOrbitError("needs rates that have a method march")
    state, scale = start.x[0], problem.scale
    miss = np.inf
    for period in range(1, MOST_PERIODS + 1):
        x, k, used = rates.march(state, scale, start.period, start.steps)
        if used == 0 or not np.isfinite(x).all():
            raise NoOrbitError(f"broke off in period {period}")
        problem.effort.spend(used)
        miss = float((np.abs(x[-1] - x[0]) / scale).max())
        if miss <= REPEATS:
            x[-1] = x[0]
            problem.scale = scale
            return Curve(start.period, x, k), period
        state, scale = x[-1], np.maximum(scale, np.abs(x).max(axis=0))
    raise NoOrbitError(
        f"did not settle in {MOST_PERIODS} periods (the last one changed the state by "
        f"{miss:.2g}): the motion beats, has a longer period or is irregular"
    )
