"""Primal-dual active sets for ``w = M z + q``, ``0 <= w``, ``0 <= z``, ``w'z = 0``.

A guess says which z are free (their w is zero); one linear solve gives z and w, and
every index with the wrong sign changes sides. This is the semismooth Newton method
on the natural map: a good guess needs one or two solves. If the number of wrong signs
stops falling, a coin decides for each wrong index whether it changes sides, always
with the same sequence of draws. That breaks every cycle: for matrices with positive
principal minors a path of single exchanges to the solution exists (Murty) and is
drawn sooner or later, in practice after a few n exchanges where fixed rules need 2^n.

Source: semismooth Newton on [Cebulla2014] (5.44); Judice and Pires 1994 for the
safeguard, which there is a fixed rule.

Limits: dense, matrices with positive principal minors (masses, compliances). A
singular subsystem or too many exchanges is a status; use Lemke or the sweeps there.
"""

from __future__ import annotations

import math

from catena.codes import Status
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.dense import (
    factor_cholesky,
    factor_lu,
    solve_cholesky,
    solve_lu,
)
from catena.tables.maxwell import ActiveSetWork, active_set_work

__all__ = ["ActiveSetWork", "active_set_work", "solve_active_set"]

PATIENCE = 4
"""Block exchanges allowed without progress before drawn ones begin."""

SIGN_TOLERANCE = 1e-13
"""Wrong signs below this share of the largest entry are rounding."""


@kernel
def solve_active_set(
    M: Floats,
    q: Floats,
    z: Floats,
    free: Ints,
    work: ActiveSetWork,
    symmetric: bool,
    max_iterations: int,
) -> tuple[int, int]:
    """Fill z, starting from and updating ``free`` (1 = z_i may be positive).

    Returns (Status, iterations): OK, SINGULAR, NOT_FINITE or NOT_CONVERGED.
    """
    begin_exchanges(q.shape[0], work.best)
    for count in range(1, max_iterations + 1):
        m = gather_subsystem(M, q, free, work)
        if not solve_subsystem(work, m, symmetric):
            return Status.SINGULAR, count
        scatter(M, q, z, work, m)
        if exchange_wrong_signs(z, work.w, free, work.best) == 0:
            return solution_status(z, work.w), count
    return Status.NOT_CONVERGED, max_iterations


@kernel
def gather_subsystem(M: Floats, q: Floats, free: Ints, work: ActiveSetWork) -> int:
    """Rows and columns of the free indices; returns how many there are."""
    m = 0
    for i in range(q.shape[0]):
        if free[i] == 1:
            work.chosen[m] = i
            m += 1
    for a in range(m):
        i = work.chosen[a]
        # w = 0 of the free ones: A z = -q
        work.b[a] = -q[i]
        for b in range(m):
            work.A[a, b] = M[i, work.chosen[b]]
    return m


@kernel
def solve_subsystem(work: ActiveSetWork, m: int, symmetric: bool) -> bool:
    """Overwrite b with the solution; False if singular."""
    if symmetric:
        if not factor_cholesky(work.A, m):
            return False
        solve_cholesky(work.A, m, work.b)
        return True
    if not factor_lu(work.A, m, work.pivot):
        return False
    solve_lu(work.A, m, work.pivot, work.b)
    return True


@kernel
def scatter(M: Floats, q: Floats, z: Floats, work: ActiveSetWork, m: int) -> None:
    """Z and w = M z + q of a subsystem solution; w is exactly zero where z is free."""
    n = q.shape[0]
    for i in range(n):
        z[i] = 0.0
        w = q[i]
        for a in range(m):
            w += M[i, work.chosen[a]] * work.b[a]
        work.w[i] = w
    for a in range(m):
        z[work.chosen[a]] = work.b[a]
        work.w[work.chosen[a]] = 0.0


@kernel
def exchange_wrong_signs(z: Floats, w: Floats, free: Ints, best: Ints) -> int:
    """Let indices with a wrong sign change sides; returns how many were wrong."""
    # where z or w should be zero, rounding leaves either sign
    z_floor = -SIGN_TOLERANCE * largest_magnitude(z)
    w_floor = -SIGN_TOLERANCE * largest_magnitude(w)
    count = count_wrong(z, w, free, z_floor, w_floor)
    if count == 0:
        return 0
    drawn = not makes_progress(count, best)
    for i in range(z.shape[0]):
        if is_wrong(z[i], w[i], free[i], z_floor, w_floor):
            if not drawn or draw(best):
                free[i] = 1 - free[i]
    return count


@kernel
def begin_exchanges(n: int, best: Ints) -> None:
    """No progress known, full patience, the same draws every time."""
    best[0], best[1], best[2] = n + 1, PATIENCE, 1


@kernel
def makes_progress(count: int, best: Ints) -> bool:
    """True while the number of wrong signs falls or patience is left."""
    if count < best[0]:
        best[0], best[1] = count, PATIENCE
        return True
    best[1] -= 1
    return bool(best[1] >= 0)


@kernel
def draw(best: Ints) -> bool:
    """A coin: one step of a linear congruential sequence."""
    # the upper half decides: low bits of such sequences soon repeat
    best[2] = (best[2] * 1103515245 + 12345) % 2147483648
    return bool(best[2] >= 1073741824)


@kernel
def count_wrong(
    z: Floats, w: Floats, free: Ints, z_floor: float, w_floor: float
) -> int:
    """How many indices have a wrong sign."""
    count = 0
    for i in range(z.shape[0]):
        if is_wrong(z[i], w[i], free[i], z_floor, w_floor):
            count += 1
    return count


@kernel
def is_wrong(z: float, w: float, free: int, z_floor: float, w_floor: float) -> bool:
    """True for a free index with negative z or a fixed one with negative w."""
    return z < z_floor if free == 1 else w < w_floor


@kernel
def solution_status(z: Floats, w: Floats) -> int:
    """OK for finite z and w without a wrong sign: a NaN has none."""
    for i in range(z.shape[0]):
        if not (math.isfinite(z[i]) and math.isfinite(w[i])):
            return Status.NOT_FINITE
    return Status.OK


@kernel
def largest_magnitude(x: Floats) -> float:
    """Largest absolute entry, 0 for none."""
    largest = 0.0
    for i in range(x.shape[0]):
        largest = max(largest, abs(x[i]))
    return largest
