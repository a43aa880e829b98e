"""Solves Maxwell's coupled contact law for any number of contacts.

The influence matrix of a sheave is a local compliance per contact plus a few Fourier
terms: ``C = diag(D) + U U'`` with rank 2 n_k + 1 [Cebulla2014] (5.52). Each active-set
iteration then solves a system of that rank only (Woodbury), with cost n rank^2 instead
of n^3. Any other symmetric positive definite matrix goes through Cholesky.

The active set of the step before is the start; in a running drive one to three
iterations are the rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.codes import Status
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.dense import factor_cholesky, solve_cholesky
from catena.solvers.complementarity.active_set import (
    ActiveSetWork,
    begin_exchanges,
    exchange_wrong_signs,
    solution_status,
    solve_active_set,
)


class LowRankWork(NamedTuple):
    """Scratch arrays of the low-rank solution."""

    S: Floats  # (r, r)  I + U' D^-1 U of the closed contacts
    y: Floats  # (r,)    U' la
    best: Ints  # (3,)   fewest wrong signs so far, patience left, last draw


def low_rank_work(rank: int) -> LowRankWork:
    """Scratch arrays for influence matrices of this rank."""
    return LowRankWork(
        S=np.zeros((rank, rank)),
        y=np.zeros(rank),
        best=np.zeros(3, dtype=np.int64),
    )


@kernel
def solve_maxwell_dense(
    C: Floats,
    g_rigid: Floats,
    la: Floats,
    g: Floats,
    closed: Ints,
    work: ActiveSetWork,
    max_iterations: int,
) -> tuple[int, int]:
    """Forces la [N] and elastic distances g [m] for a symmetric influence matrix.

    ``closed`` (1 = touching) is the start value and is updated. Returns (Status,
    iterations); SINGULAR when C is not positive definite on the closed contacts.

    Source: [Cebulla2014] (5.25).
    """
    status, count = solve_active_set(C, g_rigid, la, closed, work, True, max_iterations)
    for i in range(g.shape[0]):
        g[i] = work.w[i]
    return status, count


@kernel
def solve_maxwell_low_rank(
    D: Floats,
    U: Floats,
    g_rigid: Floats,
    la: Floats,
    g: Floats,
    closed: Ints,
    work: LowRankWork,
    max_iterations: int,
) -> tuple[int, int]:
    """The same for C = diag(D) + U U' with D > 0.

    Source: [Cebulla2014] (5.25) with (5.52); Woodbury's identity.
    """
    begin_exchanges(g.shape[0], work.best)
    for count in range(1, max_iterations + 1):
        fill_reduced_system(D, U, g_rigid, closed, work)
        if not factor_cholesky(work.S, work.S.shape[0]):
            return Status.SINGULAR, count
        solve_cholesky(work.S, work.S.shape[0], work.y)
        fill_forces(D, U, g_rigid, la, g, closed, work)
        if exchange_wrong_signs(la, g, closed, work.best) == 0:
            return solution_status(la, g), count
    return Status.NOT_CONVERGED, max_iterations


@kernel
def fill_reduced_system(
    D: Floats, U: Floats, g_rigid: Floats, closed: Ints, work: LowRankWork
) -> None:
    """S = I + U' D^-1 U and y = -U' D^-1 g~ over the closed contacts."""
    S, y = work.S, work.y
    rank = y.shape[0]
    for a in range(rank):
        y[a] = 0.0
        for b in range(a + 1):
            S[a, b] = 1.0 if a == b else 0.0
    for i in range(D.shape[0]):
        if closed[i] == 0:
            continue
        stiffness = 1.0 / D[i]
        for a in range(rank):
            part = stiffness * U[i, a]
            y[a] -= part * g_rigid[i]
            for b in range(a + 1):
                S[a, b] += part * U[i, b]


@kernel
def fill_forces(
    D: Floats,
    U: Floats,
    g_rigid: Floats,
    la: Floats,
    g: Floats,
    closed: Ints,
    work: LowRankWork,
) -> None:
    """La = -D^-1 (g~ + U y) where closed, g = g~ + U y where open."""
    for i in range(D.shape[0]):
        shared = g_rigid[i]
        for a in range(U.shape[1]):
            shared += U[i, a] * work.y[a]
        if closed[i] == 1:
            la[i], g[i] = -shared / D[i], 0.0
        else:
            la[i], g[i] = 0.0, shared
