"""Planar friction problems that the sweeps leave unsolved: direct methods in turn.

Newton first, then Lemke where it applies (pushing contacts without a known bound).
For small problems: the cost grows with the cube of their number of contacts.
"""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.numerics.arrays import Floats
from catena.solvers.acceleration_lcp import solve_accelerations
from catena.solvers.planar_friction import (
    PlanarProblem,
    planar_natural_map,
    planar_work,
    solve_planar_friction,
)

MAX_GUESSES = 400
"""Newton guesses before Lemke is asked."""
MAX_PIVOTS = 20_000


def solve_directly(
    problem: PlanarProblem, start: Floats, tolerance: float, absolute: float = 0.0
) -> tuple[Status, Floats, float, float]:
    """(Status, percussions, natural map, largest percussion) of a planar problem.

    Solved when the natural map is at most ``absolute`` plus ``tolerance`` times the
    largest percussion [N s].
    """
    n = problem.mu.size
    gamma = np.zeros(2 * n)
    found = start.copy()
    guesses = planar_work(n)
    solve_planar_friction(problem, found, guesses, tolerance, MAX_GUESSES)
    residual, scale = planar_natural_map(problem, found, gamma)
    if residual <= absolute + tolerance * scale:
        return Status.OK, found, residual, scale
    if np.all(problem.kind == 1) and np.all(problem.R == 0.0):
        free = np.zeros(n, dtype=np.int64)
        lemke = solve_accelerations(problem.G, problem.c, problem.mu, free, MAX_PIVOTS)
        residual, scale = planar_natural_map(problem, lemke.forces, gamma)
        if lemke.status is Status.OK and residual <= absolute + tolerance * scale:
            return Status.OK, lemke.forces, residual, scale
    return Status.NOT_CONVERGED, found, residual, scale
