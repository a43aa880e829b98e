"""Semismooth Newton for planar contacts with friction, dense and direct.

``gamma = G P + c`` with two entries per contact, normal and tangent. Each contact is
open or closed, and sticks or slides one way; every guess of these states is a linear
system, and the arguments of the projections name the next guess. Where the guesses
run in circles, a heavier proximal term calms them, from the best guess so far; rounds
with other weights follow, and then Gauss-Seidel visits shake them out, twice as many
before each further round.

For problems the sweeps find hard (rigid bodies pushing each other in a long row) and
as a second opinion. The cost is n^3 per guess.

Source: [Cebulla2014] (5.44)-(5.48) carried over to (2.36b) and (2.38b).
Deviation: a proximal term, a share of the diagonal, makes dependent contacts solvable;
it weighs the change of P between guesses, so it vanishes at the solution.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.codes import Status
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.dense import factor_lu, solve_lu
from catena.numerics.vectors import copy_into
from catena.solvers.direct.wedging import WEDGE
from catena.solvers.sweeps.local_contact import planar_contact

PROXIMAL = (1e-11, 1e-3, 1e-2, 1e-4)
"""Weights of the proximal term in turn, relative to the diagonal of G.

Unique solutions need next to none and then one or two guesses. Piles, whose forces are
not unique, settle with 1e-3 in some fifteen; the others are for what is left."""

FIRST_GUESSES = 6
"""Newton guesses with the first weight."""

GUESSES = 30
"""Newton guesses with each further weight."""

ALL_WEIGHTS = FIRST_GUESSES + 3 * GUESSES
"""Guesses until every weight had its turn and visits begin."""

VISITS = 8
"""Gauss-Seidel visits of every contact in the first round; doubled in each round."""

MOST_VISITS = 4096
"""Visits per round are not doubled beyond this."""


class PlanarProblem(NamedTuple):
    """One dense contact problem with n contacts."""

    G: Floats  # (2n, 2n)  W' M^-1 W, normal and tangent of each contact in turn
    c: Floats  # (2n,)     relative velocities without percussions, with restitution
    kind: Ints  # (n,)     0 no normal unknown, 1 pushes only, -1 pushes and pulls
    mu: Floats  # (n,)     friction coefficient on |P_N|
    R: Floats  # (n,)      friction bound not due to P_N [N s]


def planar_problem(n: int) -> PlanarProblem:
    """A problem with n contacts, to be filled."""
    return PlanarProblem(
        G=np.zeros((2 * n, 2 * n)),
        c=np.zeros(2 * n),
        kind=np.zeros(n, dtype=np.int64),
        mu=np.zeros(n),
        R=np.zeros(n),
    )


class PlanarWork(NamedTuple):
    """Scratch arrays for n contacts."""

    A: Floats  # (2n, 2n)
    b: Floats  # (2n,)
    gamma: Floats  # (2n,)
    best: Floats  # (2n,)   percussions with the smallest natural map so far
    pivot: Ints  # (2n,)


def planar_work(n: int) -> PlanarWork:
    """Scratch arrays for n contacts."""
    return PlanarWork(
        A=np.zeros((2 * n, 2 * n)),
        b=np.zeros(2 * n),
        gamma=np.zeros(2 * n),
        best=np.zeros(2 * n),
        pivot=np.zeros(2 * n, dtype=np.int64),
    )


@kernel
def solve_planar_friction(
    problem: PlanarProblem,
    P: Floats,
    work: PlanarWork,
    tolerance: float,
    max_iterations: int,
    absolute: float = 0.0,
) -> tuple[int, int]:
    """Improve P until its natural map is below tolerance times its largest entry.

    ``absolute`` [N s] is allowed on top. Returns (Status, iterations): OK, SINGULAR or
    NOT_CONVERGED. P is the start, and in the end the best of all guesses.
    """
    least, visits, turn, turn_ends = math.inf, VISITS, 0, FIRST_GUESSES
    status, count = Status.NOT_CONVERGED, 0
    while True:
        residual, scale = planar_natural_map(problem, P, work.gamma)
        if residual < least:
            least = residual
            copy_into(work.best, P)
        if residual <= absolute + tolerance * scale:
            return Status.OK, count
        if count == max_iterations:
            break
        if count == turn_ends:
            turn, turn_ends = turn + 1, turn_ends + GUESSES
            copy_into(P, work.best)
            if turn >= len(PROXIMAL):
                for _ in range(visits):
                    visit_contacts(problem, P)
                visits = min(2 * visits, MOST_VISITS)
            planar_natural_map(problem, P, work.gamma)
        fill_newton_system(problem, P, work, PROXIMAL[turn % len(PROXIMAL)])
        count += 1
        if not factor_lu(work.A, P.shape[0], work.pivot):
            status = Status.SINGULAR
            break
        solve_lu(work.A, P.shape[0], work.pivot, work.b)
        copy_into(P, work.b)
    copy_into(P, work.best)
    return status, count


@kernel
def planar_natural_map(
    problem: PlanarProblem, P: Floats, gamma: Floats
) -> tuple[float, float]:
    """(largest natural map, largest percussion) [N s]; fills gamma = G P + c.

    The map of what is not finite is infinite. Percussions count up to ``WEDGE`` times
    those that would stop each contact alone: beyond, they wedge.
    """
    G, c = problem.G, problem.c
    residual, scale, needed = 0.0, 0.0, 0.0
    for i in range(P.shape[0]):
        gamma[i] = c[i]
        for j in range(P.shape[0]):
            gamma[i] += G[i, j] * P[j]
        if not math.isfinite(gamma[i]) or not math.isfinite(P[i]):
            return math.inf, 0.0
        scale = max(scale, abs(P[i]))
        if G[i, i] > 0.0:
            needed = max(needed, abs(c[i]) / G[i, i])
    for m in range(problem.mu.shape[0]):
        i = 2 * m
        if problem.kind[m] != 0:
            nearest = P[i] - gamma[i] / G[i, i]
            if problem.kind[m] == 1:
                nearest = max(nearest, 0.0)
            residual = max(residual, abs(P[i] - nearest))
        R = problem.mu[m] * abs(P[i]) + problem.R[m]
        nearest = P[i + 1] - gamma[i + 1] / max(G[i + 1, i + 1], 1e-300)
        residual = max(residual, abs(P[i + 1] - min(max(nearest, -R), R)))
    return residual, min(scale, WEDGE * needed)


@kernel
def fill_newton_system(
    problem: PlanarProblem, P: Floats, work: PlanarWork, proximal: float
) -> None:
    """Linear system of the states that P and gamma suggest."""
    G, gamma = problem.G, work.gamma
    for m in range(problem.mu.shape[0]):
        i = 2 * m
        push = P[i] - gamma[i] / G[i, i] if problem.kind[m] != 0 else 0.0
        if problem.kind[m] == -1 or (problem.kind[m] == 1 and push >= 0.0):
            hold(problem, P, work, i, proximal)
        else:
            prescribe(work, i, 0.0)
        load = abs(push) if problem.kind[m] == -1 else max(push, 0.0)
        R = problem.mu[m] * load + problem.R[m]
        pull = P[i + 1] - gamma[i + 1] / max(G[i + 1, i + 1], 1e-300)
        if abs(pull) < R:
            hold(problem, P, work, i + 1, proximal)
        else:
            side = math.copysign(1.0, pull)
            prescribe(work, i + 1, side * problem.R[m])
            work.A[i + 1, i] = -side * problem.mu[m] * math.copysign(1.0, push)


@kernel
def hold(
    problem: PlanarProblem, P: Floats, work: PlanarWork, i: int, proximal: float
) -> None:
    """Row i: the velocity is zero, (2.36a) closed or (2.38a) sticking."""
    near = proximal * problem.G[i, i]
    for j in range(P.shape[0]):
        work.A[i, j] = problem.G[i, j]
    work.A[i, i] += near
    work.b[i] = near * P[i] - problem.c[i]


@kernel
def prescribe(work: PlanarWork, i: int, value: float) -> None:
    """Row i: the percussion has this value."""
    for j in range(work.b.shape[0]):
        work.A[i, j] = 0.0
    work.A[i, i] = 1.0
    work.b[i] = value


@kernel
def visit_contacts(problem: PlanarProblem, P: Floats) -> None:
    """Solve every contact once, the others held fixed."""
    G = problem.G
    for m in range(problem.mu.shape[0]):
        i = 2 * m
        c_N, c_T = problem.c[i], problem.c[i + 1]
        for j in range(P.shape[0]):
            if j != i and j != i + 1:
                c_N += G[i, j] * P[j]
                c_T += G[i + 1, j] * P[j]
        P[i], P[i + 1] = planar_contact(
            problem.kind[m],
            G[i, i],
            G[i, i + 1],
            G[i + 1, i + 1],
            c_N,
            c_T,
            problem.mu[m],
            problem.R[m],
        )
