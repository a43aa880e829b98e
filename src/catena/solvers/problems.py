"""Contact problems in matrix form, solved from Python by any of the methods.

For verification, teaching and second opinions; a time step calls the kernels itself.
"""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from catena.codes import Status
from catena.errors import InputError, shown
from catena.numerics.arrays import Floats
from catena.solvers.acceleration_lcp import solve_accelerations
from catena.solvers.active_set import active_set_work, solve_active_set
from catena.solvers.dense_rows import friction_rows, lcp_rows
from catena.solvers.direct_friction import solve_directly
from catena.solvers.lcp_enumeration import MOST_UNKNOWNS, solve_by_enumeration
from catena.solvers.lcp_lemke import lemke_work, solve_lemke
from catena.solvers.percussions import solve_percussions
from catena.solvers.planar_friction import (
    PlanarProblem,
    planar_work,
    solve_planar_friction,
)
from catena.solvers.residual import de_saxce_residual
from catena.solvers.spatial_friction import solve_spatial_friction
from catena.tables.contacts import PercussionOptions, percussion_work, solver_report

MOST_ITERATIONS = 10**12
"""Largest cap on iterations."""
Method = Literal["lemke", "active_set", "sweeps", "enumeration"]
FrictionMethod = Literal["sweeps", "newton", "lemke", "robust"]


class Solution(NamedTuple):
    """What a method found; read ``status`` before ``x``."""

    status: Status
    x: Floats
    residual: float
    """Largest entry of the natural map, relative to the data q."""
    iterations: int


def solve_lcp(
    M: Any, q: Floats, method: Method = "lemke", max_iterations: int = 200_000
) -> Solution:
    """Solve ``w = M z + q``, ``0 <= w``, ``0 <= z``, ``w'z = 0``.

    Args:
        M: square matrix; the sweeps also take a scipy sparse one (csc).
        q: right-hand side.
        method: "lemke" (any matrix), "active_set" (positive principal minors),
            "sweeps" (symmetric positive definite or diagonally dominant),
            "enumeration" (any matrix, few unknowns; proves where there is none).
        max_iterations: cap on pivots, exchanges, sweeps or cones.
    """
    _check_way(method, get_args(Method), max_iterations)
    M, q = _system(M, q, sparse=method == "sweeps")
    max_iterations = int(max_iterations)
    z = np.zeros(q.size)
    if method == "lemke":
        status, count = solve_lemke(M, q, z, lemke_work(q.size), max_iterations)
    elif method == "active_set":
        free = np.zeros(q.size, dtype=np.int64)
        work = active_set_work(q.size)
        status, count = solve_active_set(M, q, z, free, work, False, max_iterations)
    elif method == "enumeration":
        if q.size > MOST_UNKNOWNS:
            words = f"expected at most {MOST_UNKNOWNS} for method 'enumeration'"
            raise InputError(f"q: found {q.size} unknowns; {words}")
        status, count = solve_by_enumeration(M, q, z, max_iterations)
    else:
        rows, report, w = lcp_rows(M), solver_report(), q.copy()
        options = PercussionOptions(1e-13, 0.0, max_iterations)
        work_p = percussion_work(q.size, 1, rows.dof.shape[1])
        status = solve_percussions(rows, w, work_p, options, report)
        z, count = rows.P_N, int(report.sweeps[0])
    largest = float(np.max(np.abs(q), initial=0.0)) or 1.0
    gap = np.minimum(z, M @ z + q)
    residual = float(np.max(np.abs(gap), initial=0.0)) / largest
    return Solution(Status(status), z, residual, int(count))


def solve_friction(
    W: Floats,
    q: Floats,
    mu: Floats,
    method: FrictionMethod = "sweeps",
    max_iterations: int = 20_000,
    relaxation: float = 1.0,
) -> Solution:
    """Solve ``u = W r + q`` with unilateral contact and Coulomb friction.

    Entries per contact: normal, then 1 (planar) or 2 (spatial) tangents.

    Args:
        W: Delassus matrix, symmetric positive semidefinite.
        q: relative velocities without percussions.
        mu: friction coefficient per contact.
        method: "sweeps" or "newton"; for planar problems also "lemke", and "robust":
            the sweeps, and where they end at their cap the direct methods.
        max_iterations: cap on sweeps, Newton guesses or pivots.
        relaxation: over-relaxation of the sweeps.
    """
    _check_way(method, get_args(FrictionMethod), max_iterations)
    W, q = _system(W, q)
    mu, max_iterations = _floats("mu", mu), int(max_iterations)
    if mu.ndim != 1 or mu.size == 0 or q.size not in (2 * mu.size, 3 * mu.size):
        raise InputError(
            f"mu: found shape {mu.shape} for {q.size} velocities; expected one "
            "coefficient for every 2 (planar) or 3 (spatial) of them"
        )
    if not (np.isfinite(mu).all() and (mu >= 0.0).all()):
        raise InputError(f"mu: found {mu}; expected finite numbers of at least 0")
    number = isinstance(relaxation, Real)
    if not (number and 0.0 < relaxation < 2.0):
        raise InputError(f"relaxation: found {shown(relaxation)}; expected 0 to 2")
    if method in ("lemke", "robust") and q.size != 2 * mu.size:
        raise InputError(
            f"method {method!r} takes planar contacts: {mu.size} coefficients need "
            f"{2 * mu.size} velocities, found {q.size}"
        )
    status: int
    if method == "newton" and q.size == 3 * mu.size:
        status, r, count = solve_spatial_friction(W, q, mu, max_iterations)
    elif method == "newton":
        status, r, count = _by_newton(W, q, mu, max_iterations)
    elif method == "lemke":
        free = np.zeros(mu.size, dtype=np.int64)
        pivoted = solve_accelerations(W, q, mu, free, max_iterations)
        status, r, count = pivoted.status, pivoted.forces, pivoted.pivots
    else:
        rows, report, u = friction_rows(W, mu), solver_report(), q.copy()
        options = PercussionOptions(1e-12, 0.0, max_iterations, float(relaxation))
        work = percussion_work(mu.size, q.size // mu.size - 1, q.size)
        status = solve_percussions(rows, u, work, options, report)
        r = np.column_stack([rows.P_N, rows.P_T]).ravel()
        count = int(report.sweeps[0])
        if method == "robust" and status == Status.NOT_CONVERGED:
            kind, none = np.ones(mu.size, dtype=np.int64), np.zeros(mu.size)
            problem = PlanarProblem(W, q, kind, mu, none)
            status, r, _, _ = solve_directly(problem, r, 1e-12)
    return Solution(Status(status), r, friction_residual(W, q, mu, r), count)


def friction_residual(W: Floats, q: Floats, mu: Floats, r: Floats) -> float:
    """Relative natural map of De Saxce's form; planar problems are embedded."""
    if q.size == 3 * mu.size:
        return de_saxce_residual(W, q, mu, r)
    kept = np.ravel([[3 * i, 3 * i + 1] for i in range(mu.size)])
    W_3, q_3, r_3 = (np.zeros(3 * mu.size) for _ in range(3))
    W_3 = np.zeros((3 * mu.size, 3 * mu.size))
    W_3[np.ix_(kept, kept)], q_3[kept], r_3[kept] = W, q, r
    return de_saxce_residual(W_3, q_3, mu, r_3)


def _by_newton(
    W: Floats, q: Floats, mu: Floats, max_iterations: int
) -> tuple[int, Floats, int]:
    """Semismooth Newton from zero."""
    kind = np.ones(mu.size, dtype=np.int64)
    problem = PlanarProblem(W, q, kind, mu, np.zeros(mu.size))
    r = np.zeros(q.size)
    status, count = solve_planar_friction(
        problem, r, planar_work(mu.size), 1e-12, max_iterations
    )
    return status, r, count


def _check_way(method: str, known: tuple[str, ...], max_iterations: int) -> None:
    """Refuse a method nobody knows and a cap that is none."""
    if not (isinstance(method, str) and method in known):
        words = f"expected one of {', '.join(known)}"
        raise InputError(f"method: found {shown(method)}; {words}")
    whole = isinstance(max_iterations, Integral)
    if not (whole and 0 <= max_iterations <= MOST_ITERATIONS):
        raise InputError(
            f"max_iterations: found {shown(max_iterations)}; expected a whole number, "
            f"0 to {MOST_ITERATIONS:.0e}"
        )


def _floats(name: str, values: Any) -> Floats:
    """The values as an array of floats."""
    try:
        array: Floats = np.ascontiguousarray(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name}: found {shown(values)}; expected numbers") from None
    return array


def _system(M: Any, q: Any, *, sparse: bool = False) -> tuple[Any, Floats]:
    """A square matrix, kept sparse if it may be, and a vector that fits it."""
    if hasattr(M, "tocsc"):
        M = M.tocsc() if sparse else M.toarray()
    M = M if hasattr(M, "tocsc") else _floats("the matrix", M)
    q = _floats("the vector", q)
    if q.ndim != 1 or M.shape != (q.size, q.size):
        size = " x ".join(str(n) for n in M.shape)
        raise InputError(
            f"the matrix is {size} and the vector has shape "
            f"{q.shape}; a square matrix and a matching vector are needed"
        )
    entries = M.data if hasattr(M, "tocsc") else M
    for name, numbers in (("matrix", entries), ("vector", q)):
        if not np.isfinite(numbers).all():
            raise InputError(f"the {name} holds a number that is not finite")
    return M, q
