"""Semismooth Newton for many planar contacts with friction, on velocities.

Each contact is open or closed, and sticks or slides one way. A guess of these states
is a linear system for the change ``v`` of the velocities: with a proximal term
``e G_ii`` a closed or sticking row gives ``dP = -(gamma + W v) / (e G_ii)``, an open
one ``-P``, a sliding one what its normal allows; then ``v = M^-1 W' dP``. In a pile or
a chain only neighbours touch, so the matrix is banded once the velocities are well
numbered, and a guess costs the number of bodies times the square of that width.

The weight ``e`` decides how far one guess goes. It falls while the states stay, so
that forces which the laws leave undetermined go all the way to the next change at
once; it grows when a guess was worse than the one before. Where a whole guess makes
things worse, half of it or a quarter is taken if that is better.

Source: as ``planar_friction``; solved for changes, so that rounding shrinks with them.
Limits: one tangent; not for rows that all touch one body, whose matrix is full.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.codes import Status
from catena.jit import kernel, lean_kernel
from catena.laws.dispatch import (
    restitution_offset,
    unknown_kind,
    unknown_tangents,
)
from catena.numerics.arrays import Floats, Ints
from catena.numerics.banded import (
    factor_banded,
    fill_incidence,
    fill_order,
    solve_banded,
    widest_reach,
)
from catena.numerics.vectors import copy_table
from catena.solvers.direct.delassus import component
from catena.tables.contacts import ContactRows

LEAST_WEIGHT, LARGEST_WEIGHT = 1e-8, 0.1
"""Of the proximal term, relative to the row's own inverse mass."""

EXTRA_GUESSES = 2
"""Taken with the least weight once the tolerance is met: in long rows a small natural
map alone leaves the forces a thousand times as far off."""

MOST_FLOPS = 5e8
"""Unknowns times the square of the band's width beyond which no guess is tried."""

OPEN, HELD, FORWARD, BACKWARD = 0, 1, 2, 3


class SparseProblem(NamedTuple):
    """One contact problem with n rows, of each a normal (0) and a tangent (1)."""

    dof: Ints  # (n, n_k)       velocities that percussions change, -1 = none
    W: Floats  # (n, 2, n_k)    directions; zero for what is no unknown
    MiW: Floats  # (n, 2, n_k)  M^-1 W
    c: Floats  # (n, 2)         relative velocities without percussions
    G: Floats  # (n, 2)         W' M^-1 W of the row with itself
    kind: Ints  # (n,)          0 no normal unknown, 1 pushes only, -1 pushes and pulls
    mu: Floats  # (n,)          friction coefficient on |P_N|
    R: Floats  # (n,)           friction bound not due to P_N [N s]


class SparseWork(NamedTuple):
    """Scratch arrays for n rows and m velocities."""

    A: Floats  # (m, 2 reach + 1)
    v: Floats  # (m,)
    gamma: Floats  # (n, 2)
    best: Floats  # (n, 2)   percussions with the smallest natural map so far
    base: Floats  # (n, 2)   percussions before the guess
    dP: Floats  # (n, 2)     what the guess changes
    mode: Ints  # (n, 2)     OPEN, HELD, FORWARD or BACKWARD


def sparse_problem(
    rows: ContactRows, listed: Ints, restitution: float, u: Floats
) -> tuple[SparseProblem, SparseWork] | None:
    """The listed rows at the free velocities u; None if their matrix is too full.

    ``restitution`` is the share of the rows' restitution that acts, 0 or 1.
    """
    n, n_k = listed.size, rows.dof.shape[1]
    problem = SparseProblem(
        dof=np.full((n, n_k), -1, dtype=np.int64),
        W=np.zeros((n, 2, n_k)),
        MiW=np.zeros((n, 2, n_k)),
        c=np.zeros((n, 2)),
        G=np.zeros((n, 2)),
        kind=np.zeros(n, dtype=np.int64),
        mu=np.zeros(n),
        R=np.zeros(n),
    )
    fill_sparse_problem(rows, listed, restitution, u, problem)
    first, at = np.zeros(u.size + 1, dtype=np.int64), np.zeros(n * n_k, dtype=np.int64)
    place, queue = np.zeros(u.size, dtype=np.int64), np.zeros(u.size, dtype=np.int64)
    fill_incidence(problem.dof, first, at)
    m = int(fill_order(problem.dof, first, at, place, queue))
    reach = int(widest_reach(problem.dof, place))
    if m * float(reach) ** 2 > MOST_FLOPS:
        return None
    problem.dof[:] = np.where(problem.dof >= 0, place[problem.dof], -1)
    work = SparseWork(
        A=np.zeros((m, 2 * reach + 1)),
        v=np.zeros(m),
        gamma=np.zeros((n, 2)),
        best=np.zeros((n, 2)),
        base=np.zeros((n, 2)),
        dP=np.zeros((n, 2)),
        mode=np.zeros((n, 2), dtype=np.int64),
    )
    return problem, work


@lean_kernel
def fill_sparse_problem(
    rows: ContactRows,
    listed: Ints,
    restitution: float,
    u: Floats,
    problem: SparseProblem,
) -> None:
    """Copy the unknowns of the listed rows; velocities keep their numbers."""
    W, MiW, c = problem.W, problem.MiW, problem.c
    for m in range(listed.size):
        i = listed[m]
        kind, slides = unknown_kind(rows.law_N[i]), unknown_tangents(rows.law_T[i]) > 0
        for k in range(rows.dof.shape[1]):
            if rows.dof[i, k] < 0:
                break
            if kind != 0:
                W[m, 0, k], MiW[m, 0, k] = rows.W_N[i, k], rows.MiW_N[i, k]
            if slides:
                W[m, 1, k], MiW[m, 1, k] = rows.W_T[i, 0, k], rows.MiW_T[i, 0, k]
            if MiW[m, 0, k] != 0.0 or MiW[m, 1, k] != 0.0:
                problem.dof[m, k] = rows.dof[i, k]
            for part in range(2):
                problem.G[m, part] += W[m, part, k] * MiW[m, part, k]
        problem.kind[m] = kind
        if kind != 0:
            e_N = restitution * rows.par_N[i, 0]
            offset = restitution_offset(rows.law_N[i], rows.g_N_dot[i], e_N)
            offset += rows.room[i]
            c[m, 0] = component(rows, i, 0, u) + rows.w_N[i] + offset
        if slides and problem.G[m, 1] > 0.0:
            offset = restitution * rows.par_T[i, 2] * rows.g_T_dot[i, 0]
            c[m, 1] = component(rows, i, 1, u) + rows.w_T[i, 0] + offset
            problem.mu[m] = rows.par_T[i, 0] if kind != 0 else 0.0
            problem.R[m] = rows.R_T[i]


@kernel
def solve_sparse_friction(
    problem: SparseProblem,
    P: Floats,
    work: SparseWork,
    tolerance: float,
    absolute: float,
    weight: float,
    cautious: bool,
    max_guesses: int,
) -> tuple[int, int]:
    """Improve P (n, 2) until its natural map is small; returns (Status, guesses).

    Small is ``absolute`` plus ``tolerance`` times the largest percussion [N s];
    ``weight`` is that of the first guess, ``cautious`` takes shares of guesses. In the
    end P is the best of all guesses, pushed back to where the laws allow it.
    """
    least, before = math.inf, math.inf
    status, reach = Status.NOT_CONVERGED, (work.A.shape[1] - 1) // 2
    count, extra = 0, EXTRA_GUESSES
    while True:
        residual, scale, size = sparse_natural_map(problem, P, work)
        if residual < least:
            least = residual
            copy_table(work.best, P)
        if residual <= absolute + tolerance * scale:
            status = Status.OK
        if residual == 0.0 or count == max_guesses or extra == 0:
            break
        if not math.isfinite(residual):
            copy_table(P, work.best)
            residual, scale, size = sparse_natural_map(problem, P, work)
            weight = min(10.0 * weight, LARGEST_WEIGHT)
        changes = choose_modes(problem, P, work)
        if status == Status.OK:
            weight, extra = LEAST_WEIGHT, extra - 1
        elif count > 0:
            weight = next_weight(weight, residual, before, changes)
        before = residual
        count += 1
        fill_matrix(problem, P, work, weight, reach)
        if not factor_banded(work.A, work.v.size, reach):
            P[0, 0] = math.inf  # as a guess that is no number
            continue
        solve_banded(work.A, work.v.size, reach, work.v)
        complete_change(problem, P, work, weight)
        copy_table(work.base, P)
        take_share(problem, P, work, size if cautious else math.inf)
    copy_table(P, work.best)
    for m in range(P.shape[0]):
        if problem.kind[m] == 1:
            P[m, 0] = max(P[m, 0], 0.0)
        R = problem.mu[m] * abs(P[m, 0]) + problem.R[m]
        P[m, 1] = min(max(P[m, 1], -R), R)
    return status, count


@kernel
def next_weight(weight: float, residual: float, before: float, changes: int) -> float:
    """The weight of the next guess, from what the last one achieved."""
    if changes == 0 and 0.1 * before < residual <= before:
        weight *= 0.1  # the right states, but a long way to go
    elif changes <= 2 and residual <= 1.01 * before:
        weight *= 0.3
    elif not residual <= 1.5 * before:
        weight *= 2.0
    return min(max(weight, LEAST_WEIGHT), LARGEST_WEIGHT)


@kernel
def take_share(
    problem: SparseProblem, P: Floats, work: SparseWork, size: float
) -> None:
    """Add the change if the sum of all natural maps does not grow beyond ``size``.

    Else its half or its quarter, whichever of the three leaves the smallest sum.
    """
    share, best, smallest = 1.0, 1.0, math.inf
    for _ in range(3):
        fill_sum(work.base, work.dP, share, P)
        if size == math.inf:
            return
        _, _, reached = sparse_natural_map(problem, P, work)
        if reached < smallest:
            smallest, best = reached, share
        if share == 1.0 and reached <= size:
            return
        share *= 0.5
    fill_sum(work.base, work.dP, best, P)


@kernel
def fill_sum(a: Floats, b: Floats, share: float, total: Floats) -> None:
    """A + share b."""
    for m in range(total.shape[0]):
        for part in range(total.shape[1]):
            total[m, part] = a[m, part] + share * b[m, part]


@kernel
def sparse_natural_map(
    problem: SparseProblem, P: Floats, work: SparseWork
) -> tuple[float, float, float]:
    """(largest natural map, largest percussion, sum of all maps) [N s]; fills gamma.

    The map of what is not finite is infinite.
    """
    dof, W, MiW, G = problem.dof, problem.W, problem.MiW, problem.G
    v, gamma = work.v, work.gamma
    v[:] = 0.0
    for m in range(dof.shape[0]):
        for k in range(dof.shape[1]):
            if dof[m, k] >= 0:
                v[dof[m, k]] += MiW[m, 0, k] * P[m, 0] + MiW[m, 1, k] * P[m, 1]
    worst, scale, size = 0.0, 0.0, 0.0
    for m in range(dof.shape[0]):
        for part in range(2):
            total = problem.c[m, part]
            for k in range(dof.shape[1]):
                if dof[m, k] >= 0:
                    total += W[m, part, k] * v[dof[m, k]]
            gamma[m, part] = total
            scale = max(scale, abs(P[m, part]))
        away = 0.0
        if problem.kind[m] != 0:
            nearest = P[m, 0] - gamma[m, 0] / G[m, 0]
            if problem.kind[m] == 1:
                nearest = max(nearest, 0.0)
            away = abs(P[m, 0] - nearest)
        if G[m, 1] > 0.0:
            R = problem.mu[m] * abs(P[m, 0]) + problem.R[m]
            nearest = P[m, 1] - gamma[m, 1] / G[m, 1]
            away += abs(P[m, 1] - min(max(nearest, -R), R))
        if not math.isfinite(away):
            return math.inf, 0.0, math.inf
        worst = max(worst, away)
        size += away
    return worst, scale, size


@kernel
def choose_modes(problem: SparseProblem, P: Floats, work: SparseWork) -> int:
    """What each row does next, by the arguments of its projections; how many change."""
    changes = 0
    for m in range(P.shape[0]):
        push = 0.0
        normal, tangent = OPEN, OPEN
        if problem.kind[m] != 0:
            push = P[m, 0] - work.gamma[m, 0] / problem.G[m, 0]
            if problem.kind[m] == -1 or push >= 0.0:
                normal = HELD
            else:
                push = 0.0
        if problem.G[m, 1] > 0.0:
            R = problem.mu[m] * abs(push) + problem.R[m]
            pull = P[m, 1] - work.gamma[m, 1] / problem.G[m, 1]
            if abs(pull) < R:
                tangent = HELD
            else:
                tangent = FORWARD if pull >= 0.0 else BACKWARD
        if work.mode[m, 0] != normal or work.mode[m, 1] != tangent:
            changes += 1
        work.mode[m, 0], work.mode[m, 1] = normal, tangent
    return changes


@kernel
def sliding_share(problem: SparseProblem, P: Floats, work: SparseWork, m: int) -> float:
    """P_T of a sliding row over its P_N, zero for others."""
    if work.mode[m, 1] < FORWARD:
        return 0.0
    push = P[m, 0]
    if problem.kind[m] == -1:
        push -= work.gamma[m, 0] / problem.G[m, 0]
    share = problem.mu[m] if work.mode[m, 1] == FORWARD else -problem.mu[m]
    return float(-share if problem.kind[m] == -1 and push < 0.0 else share)


@kernel
def fill_matrix(
    problem: SparseProblem, P: Floats, work: SparseWork, weight: float, reach: int
) -> None:
    """Matrix and right-hand side of the change of the velocities, changes at rest."""
    dof, W, MiW, G = problem.dof, problem.W, problem.MiW, problem.G
    A, v, dP, mode, gamma = work.A, work.v, work.dP, work.mode, work.gamma
    A[:, :] = 0.0
    A[:, reach] = 1.0
    v[:] = 0.0
    for m in range(dof.shape[0]):
        give_N = 1.0 / (weight * G[m, 0]) if mode[m, 0] == HELD else 0.0
        give_T = 1.0 / (weight * G[m, 1]) if mode[m, 1] == HELD else 0.0
        share = sliding_share(problem, P, work, m)
        dP[m, 0] = -gamma[m, 0] * give_N if mode[m, 0] == HELD else -P[m, 0]
        if mode[m, 1] == HELD:
            dP[m, 1] = -gamma[m, 1] * give_T
        else:
            dP[m, 1] = slid_to(problem, work, m, share, P[m, 0] + dP[m, 0]) - P[m, 1]
        for j in range(dof.shape[1]):
            row = dof[m, j]
            if row < 0:
                continue
            v[row] += MiW[m, 0, j] * dP[m, 0] + MiW[m, 1, j] * dP[m, 1]
            by_N = give_N * (MiW[m, 0, j] + share * MiW[m, 1, j])
            by_T = give_T * MiW[m, 1, j]
            for k in range(dof.shape[1]):
                if dof[m, k] >= 0:
                    entry = by_N * W[m, 0, k] + by_T * W[m, 1, k]
                    A[row, dof[m, k] - row + reach] += entry


@kernel
def slid_to(
    problem: SparseProblem, work: SparseWork, m: int, share: float, P_N: float
) -> float:
    """P_T of a row that does not stick."""
    if work.mode[m, 1] == FORWARD:
        return float(share * P_N + problem.R[m])
    if work.mode[m, 1] == BACKWARD:
        return float(share * P_N - problem.R[m])
    return 0.0


@kernel
def complete_change(
    problem: SparseProblem, P: Floats, work: SparseWork, weight: float
) -> None:
    """Add to the changes at rest what goes with the change of the velocities."""
    dof, W, G, v, dP = problem.dof, problem.W, problem.G, work.v, work.dP
    for m in range(dof.shape[0]):
        along_N, along_T = 0.0, 0.0
        for k in range(dof.shape[1]):
            if dof[m, k] >= 0:
                along_N += W[m, 0, k] * v[dof[m, k]]
                along_T += W[m, 1, k] * v[dof[m, k]]
        if work.mode[m, 0] == HELD:
            dP[m, 0] -= along_N / (weight * G[m, 0])
        if work.mode[m, 1] == HELD:
            dP[m, 1] -= along_T / (weight * G[m, 1])
        else:
            share = sliding_share(problem, P, work, m)
            dP[m, 1] = slid_to(problem, work, m, share, P[m, 0] + dP[m, 0]) - P[m, 1]
