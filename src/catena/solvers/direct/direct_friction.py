"""Planar friction problems that the sweeps leave unsolved: direct methods in turn.

A short Newton first, then Lemke where it applies (no friction due to the force of a
joint), then a long Newton.
For small problems: the cost grows with the cube of their number of contacts.
"""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.numerics.arrays import Floats
from catena.solvers.direct.acceleration_lcp import solve_accelerations
from catena.solvers.direct.planar_friction import (
    ALL_WEIGHTS,
    PlanarProblem,
    planar_natural_map,
    planar_work,
    solve_planar_friction,
)

MAX_GUESSES = 600
"""Newton guesses of the last attempt, Gauss-Seidel visits among them."""
MAX_PIVOTS = 20_000
LARGEST_PART = 0.1
"""Natural map that may be left of the percussion that stops a contact by itself."""


def solve_directly(
    problem: PlanarProblem, start: Floats, tolerance: float, absolute: float = 0.0
) -> tuple[Status, Floats, float, float]:
    """(Status, percussions, natural map, largest percussion) of a planar problem.

    Solved when the natural map is at most ``absolute`` plus ``tolerance`` times the
    largest percussion [N s], and a small part of what the contacts were to stop: where
    driven parts clamp others no percussion solves the problem, and Newton's proximal
    term makes one so large that any natural map is small beside it.
    """
    believed = absolute + LARGEST_PART * stopping_percussion(problem)
    found, work, gamma = (
        start.copy(),
        planar_work(problem.mu.size),
        np.zeros(start.size),
    )
    pivoting = not np.any(problem.mu[problem.kind == -1])
    for guesses in (ALL_WEIGHTS, MAX_GUESSES):
        solve_planar_friction(problem, found, work, tolerance, guesses, absolute)
        residual, scale = planar_natural_map(problem, found, gamma)
        if residual <= min(absolute + tolerance * scale, believed):
            return Status.OK, found, residual, scale
        if pivoting and guesses == ALL_WEIGHTS:
            status, pivoted = solve_by_lemke(problem)
            reached, size = planar_natural_map(problem, pivoted, gamma)
            allowed = min(absolute + tolerance * size, believed)
            if status is Status.OK and reached <= allowed:
                return Status.OK, pivoted, reached, size
    return Status.NOT_CONVERGED, found, residual, scale


def stopping_percussion(problem: PlanarProblem) -> float:
    """Largest percussion that stops one contact or its sliding by itself [N s]."""
    own = np.diag(problem.G)
    moved = own > 0.0
    alone = np.abs(problem.c[moved]) / own[moved]
    return float(alone.max(initial=0.0))


def solve_by_lemke(problem: PlanarProblem) -> tuple[Status, Floats]:
    """(Status, percussions) by pivoting, joints without friction eliminated.

    A normal without an unknown, and that of an eliminated joint, is given a way that
    stays open: its percussion is then zero.
    """
    G, c = problem.G, problem.c.copy()
    joints = 2 * np.flatnonzero(problem.kind == -1)
    yielding = np.linalg.pinv(G[np.ix_(joints, joints)], hermitian=True)
    reduced = G - G[:, joints] @ yielding @ G[joints]
    c -= G[:, joints] @ yielding @ problem.c[joints]
    absent = 2 * np.flatnonzero(problem.kind != 1)
    reduced[absent, :], reduced[:, absent], c[absent] = 0.0, 0.0, 1.0
    free = np.zeros(problem.mu.size, dtype=np.int64)
    mu, known = np.where(problem.kind == 1, problem.mu, 0.0), problem.R
    lemke = solve_accelerations(
        reduced, c, mu, free, MAX_PIVOTS, known=known, prove=False
    )
    P = lemke.forces
    P[joints] = -yielding @ (problem.c[joints] + G[joints] @ P)
    return lemke.status, P
