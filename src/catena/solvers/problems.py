"""Contact problems in matrix form, solved from Python by any of the methods.

For verification, teaching and second opinions; a time step calls the kernels itself.
"""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from catena.codes import STATUS_TEXT, Status
from catena.errors import InputError, shown
from catena.numerics.arrays import Floats
from catena.solvers.complementarity.active_set import active_set_work, solve_active_set
from catena.solvers.complementarity.enumeration import (
    MOST_UNKNOWNS,
    solve_by_enumeration,
)
from catena.solvers.complementarity.large_active_set import (
    LARGE,
    solve_large_active_set,
)
from catena.solvers.complementarity.lemke import lemke_work, solve_lemke
from catena.solvers.direct.acceleration_lcp import solve_accelerations
from catena.solvers.direct.direct_friction import solve_directly
from catena.solvers.direct.planar_friction import (
    PlanarProblem,
    planar_work,
    solve_planar_friction,
)
from catena.solvers.direct.spatial_friction import solve_spatial_friction
from catena.solvers.sweeps.dense_rows import friction_rows, lcp_rows
from catena.solvers.sweeps.groups import friction_map, lcp_residual
from catena.solvers.sweeps.percussions import solve_percussions
from catena.solvers.sweeps.residual import de_saxce_residual
from catena.solvers.sweeps.work import percussion_work
from catena.tables.contacts import PercussionOptions, solver_report

MOST_ITERATIONS = 10**12
"""Largest cap on iterations."""
Method = Literal["auto", "active_set", "lemke", "sweeps", "enumeration"]
FrictionMethod = Literal["auto", "sweeps", "newton", "lemke"]
ACCEPTED = 1e-9
"""Natural map of a group, relative to its data, that is called a solution."""
FRICTION_ACCEPTED = 1e-8
"""The same with friction, in De Saxce's form."""
MOST_GUESSES = 600
"""Newton guesses of planar problems: each costs the cube of their size."""
FIRST_SWEEPS, MOST_SWEEPS = 50, 2000
"""Sweeps after which direct methods take over: at first, and where these failed."""
PROVED = "the problem has no solution: each way in which contacts may be open was tried"
RAY = "no solution was found: pivoting ended on a ray, which proves nothing here"
MANY = 2000
"""Unknowns from which the sweeps begin instead of dense methods."""


class Solution(NamedTuple):
    """What a method found.

    OK means that the problem itself was looked at afterwards: whatever the method
    believes, an answer that does not solve it has another status, and ``x`` is NaN.
    """

    status: Status
    x: Floats
    """The solution; NaN where there is none."""
    residual: float
    """Natural map, relative to the data q."""
    iterations: int
    method: str = ""
    """What found it, or was tried last."""
    note: str = ""
    """What else is to be said of the status."""
    stopped_at: Floats | None = None
    """Where a method that found nothing stopped; its residual is that of this place."""

    @property
    def words(self) -> str:
        """The status in words."""
        return self.note or STATUS_TEXT[self.status]


def lcp(
    M: Any, q: Any, method: Method = "auto", max_iterations: int = 200_000
) -> Solution:
    """Solve ``w = M z + q``, ``0 <= w``, ``0 <= z``, ``w'z = 0``.

    Args:
        M: square matrix, dense or a scipy sparse one (which the sweeps keep sparse).
        q: right-hand side.
        method: "auto" goes through the others until one solves it. "active_set"
            (positive principal minors), "lemke" (any matrix; not converged on a ray),
            "sweeps" (symmetric positive definite or diagonally dominant),
            "enumeration" (any matrix, few unknowns; proves where there is none).
        max_iterations: cap on pivots, exchanges, sweeps or cones.

    Returns:
        A `Solution`; its residual is the natural map of the worst group of connected
        unknowns, relative to the group's own q.

    Raises:
        InputError: sizes that do not fit, numbers that are not finite, no such method.
    """
    _check_way(method, get_args(Method), max_iterations)
    M, q = _system(M, q, sparse=method in ("sweeps", "auto"))
    if method == "enumeration" and q.size > MOST_UNKNOWNS:
        words = f"expected at most {MOST_UNKNOWNS} for method 'enumeration'"
        raise InputError(f"q: found {q.size} unknowns; {words}")
    if method != "auto":
        return _without_answer(_lcp_by(method, M, q, int(max_iterations)))
    found = Solution(Status.NOT_CONVERGED, np.zeros(q.size), np.inf, 0)
    for way in _lcp_ways(q.size):
        most = MOST_SWEEPS if way == "sweeps" and q.size <= MANY else max_iterations
        found = _lcp_by(way, M, q, int(min(most, max_iterations)))
        if found.status in (Status.OK, Status.NO_SOLUTION):
            break
    return _without_answer(found)


def _without_answer(found: Solution) -> Solution:
    """The same, with NaN where nothing was solved."""
    if found.status is Status.OK:
        return found
    return found._replace(x=np.full_like(found.x, np.nan), stopped_at=found.x)


def _lcp_ways(n: int) -> tuple[Method, ...]:
    """Methods in the order in which they are tried."""
    proof: tuple[Method, ...] = ("enumeration",) if n <= MOST_UNKNOWNS else ()
    if n > MANY:
        return ("sweeps", "active_set", "lemke")
    return ("active_set", "sweeps", "lemke", *proof)


def _lcp_by(method: Method, M: Any, q: Floats, most: int) -> Solution:
    """Solve by one method, and look at the problem afterwards."""
    dense = M.toarray() if hasattr(M, "tocsc") and method != "sweeps" else M
    z, count, status = np.zeros(q.size), 0, int(Status.OK)
    if method == "lemke":
        status, count = solve_lemke(dense, q, z, lemke_work(q.size), most)
        if status == Status.RAY:  # it proves nothing for most matrices
            return Solution(Status.NOT_CONVERGED, z, np.inf, int(count), method, RAY)
    elif method == "active_set" and q.size >= LARGE:
        status, z, count = solve_large_active_set(dense, q, most)
    elif method == "active_set":
        free = np.zeros(q.size, dtype=np.int64)
        work = active_set_work(q.size)
        status, count = solve_active_set(dense, q, z, free, work, False, most)
    elif method == "enumeration":
        status, count = solve_by_enumeration(dense, q, z, most)
    else:
        rows, report, w = lcp_rows(M), solver_report(), q.copy()
        options = PercussionOptions(1e-13, 0.0, most)
        work_p = percussion_work(q.size, 1, rows.dof.shape[1], q.size)
        status = solve_percussions(rows, w, work_p, options, report)
        z, count = rows.P_N, int(report.sweeps[0])
    residual = lcp_residual(M, q, z)
    status = _confirmed(status, residual, ACCEPTED)
    note = PROVED if status == Status.NO_SOLUTION else ""
    return Solution(Status(status), z, residual, int(count), method, note)


def _confirmed(status: int, residual: float, allowed: float) -> int:
    """OK only if the problem itself is solved."""
    if status == Status.OK and not residual <= allowed:
        return int(Status.NOT_CONVERGED if np.isfinite(residual) else Status.NOT_FINITE)
    return int(status)


def friction(
    W: Any,
    q: Any,
    mu: Any,
    method: FrictionMethod = "auto",
    max_iterations: int = 20_000,
    relaxation: float = 1.0,
) -> Solution:
    """Solve ``u = W r + q`` with unilateral contact and Coulomb friction.

    Entries per contact: normal, then 1 (planar) or 2 (spatial) tangents.

    Args:
        W: Delassus matrix, symmetric positive semidefinite.
        q: relative velocities without percussions.
        mu: friction coefficient per contact.
        method: "auto": the sweeps, and what they leave is given to direct methods;
            "sweeps", "newton", for planar problems also "lemke".
        max_iterations: cap on sweeps, Newton guesses or pivots.
        relaxation: over-relaxation of the sweeps.

    Returns:
        A `Solution`; its residual is the relative natural map of De Saxce's form that
        FCLIB uses. OK needs the same of every group of connected contacts, scaled with
        its own masses, below 1e-8.

    Raises:
        InputError: sizes that do not fit, numbers that are not finite, no such method.
    """
    _check_way(method, get_args(FrictionMethod), max_iterations)
    W, q = _system(W, q)
    mu = _coefficients(mu, q.size)
    if not (isinstance(relaxation, Real) and 0.0 < relaxation < 2.0):
        raise InputError(f"relaxation: found {shown(relaxation)}; expected 0 to 2")
    if method == "lemke" and q.size != 2 * mu.size:
        raise InputError(
            f"method {method!r} takes planar contacts: {mu.size} coefficients need "
            f"{2 * mu.size} velocities, found {q.size}"
        )
    ways = {"newton": _newton, "lemke": _pivoted}
    most, relaxation = int(max_iterations), float(relaxation)
    if method in ways:
        found = ways[method](W, q, mu, most)
    elif method == "sweeps":
        found = _by_sweeps(W, q, mu, most, relaxation)
    else:
        found = _by_all(W, q, mu, most, relaxation)
    return _without_answer(found)


def _by_all(W: Floats, q: Floats, mu: Floats, most: int, relaxation: float) -> Solution:
    """Sweeps, and what they leave by direct methods; then again with more sweeps."""
    found = Solution(Status.NOT_CONVERGED, np.zeros(q.size), np.inf, 0)
    for sweeps in (FIRST_SWEEPS, MOST_SWEEPS):
        found = _by_sweeps(W, q, mu, min(most, sweeps), relaxation)
        if found.status is Status.OK:
            break
        found = _directly(W, q, mu, found)
        if found.status is Status.OK or most <= sweeps:
            break
    return found


def _newton(W: Floats, q: Floats, mu: Floats, most: int) -> Solution:
    """Semismooth Newton, its answer looked at."""
    return _looked_at(W, q, mu, *_by_newton(W, q, mu, most), "newton")


def _pivoted(W: Floats, q: Floats, mu: Floats, most: int) -> Solution:
    """Planar contacts by Lemke's pivoting; a ray proves nothing."""
    free = np.zeros(mu.size, dtype=np.int64)
    pivoted = solve_accelerations(W, q, mu, free, most, prove=False)
    tried = int(pivoted.status), pivoted.forces, pivoted.pivots
    if pivoted.status is Status.RAY:
        status, P, count = Status.NOT_CONVERGED, pivoted.forces, pivoted.pivots
        return Solution(status, P, np.inf, count, "lemke", RAY)
    return _looked_at(W, q, mu, *tried, "lemke")


def _by_sweeps(
    W: Floats, q: Floats, mu: Floats, most: int, relaxation: float
) -> Solution:
    """Sweep over all contacts until their natural map is small."""
    rows, report, u = friction_rows(W, mu), solver_report(), q.copy()
    options = PercussionOptions(1e-12, 0.0, most, relaxation)
    work = percussion_work(mu.size, q.size // mu.size - 1, q.size, q.size)
    status = solve_percussions(rows, u, work, options, report)
    r = np.column_stack([rows.P_N, rows.P_T]).ravel()
    return _looked_at(W, q, mu, int(status), r, int(report.sweeps[0]), "sweeps")


def _directly(W: Floats, q: Floats, mu: Floats, swept: Solution) -> Solution:
    """What the sweeps left: planar problems by direct methods, spatial by Newton."""
    count = swept.iterations
    if q.size == 3 * mu.size:
        status, r, more = _by_newton(W, q, mu, MOST_GUESSES)
        return _looked_at(W, q, mu, status, r, count + more, "newton")
    kind, none = np.ones(mu.size, dtype=np.int64), np.zeros(mu.size)
    start = np.where(np.isfinite(swept.x), swept.x, 0.0)
    problem = PlanarProblem(W, q, kind, mu, none)
    direct, r, _, _ = solve_directly(problem, start, 1e-12)
    return _looked_at(W, q, mu, int(direct), r, count, "direct")


def _looked_at(
    W: Floats,
    q: Floats,
    mu: Floats,
    status: int,
    r: Floats,
    count: int,
    method: str,
) -> Solution:
    """What a method found, with a status that the problem itself confirms."""
    missing = friction_map(*_embedded(W, q, mu, r))
    status = _confirmed(status, missing, FRICTION_ACCEPTED)
    residual = friction_residual(W, q, mu, r)
    return Solution(Status(status), r, residual, int(count), method)


def _coefficients(mu: Any, n: int) -> Floats:
    """One friction coefficient for every two or three velocities."""
    found = _floats("mu", mu)
    if found.ndim != 1 or found.size == 0 or n not in (2 * found.size, 3 * found.size):
        raise InputError(
            f"mu: found shape {found.shape} for {n} velocities; expected one "
            "coefficient for every 2 (planar) or 3 (spatial) of them"
        )
    if not (np.isfinite(found).all() and (found >= 0.0).all()):
        raise InputError(f"mu: found {found}; expected finite numbers of at least 0")
    return found


def friction_residual(W: Floats, q: Floats, mu: Floats, r: Floats) -> float:
    """Relative natural map of De Saxce's form; planar problems are embedded."""
    return float(de_saxce_residual(*_embedded(W, q, mu, r)))


def _embedded(
    W: Floats, q: Floats, mu: Floats, r: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """A problem with three entries per contact; planar ones get an idle tangent."""
    if q.size == 3 * mu.size:
        return W, q, mu, r
    kept = np.ravel([[3 * i, 3 * i + 1] for i in range(mu.size)])
    q_3, r_3 = np.zeros((2, 3 * mu.size))
    W_3 = np.zeros((3 * mu.size, 3 * mu.size))
    W_3[np.ix_(kept, kept)], q_3[kept], r_3[kept] = W, q, r
    return W_3, q_3, mu, r_3


def _by_newton(W: Floats, q: Floats, mu: Floats, most: int) -> tuple[int, Floats, int]:
    """Semismooth Newton from zero."""
    if q.size == 3 * mu.size:
        ended, found, count = solve_spatial_friction(W, q, mu, most)
        return int(ended), found, int(count)
    kind, r = np.ones(mu.size, dtype=np.int64), np.zeros(q.size)
    problem = PlanarProblem(W, q, kind, mu, np.zeros(mu.size))
    work, guesses = planar_work(mu.size), min(most, MOST_GUESSES)
    status, count = solve_planar_friction(problem, r, work, 1e-12, guesses)
    return int(status), r, int(count)


def _check_way(method: str, known: tuple[str, ...], max_iterations: int) -> None:
    """Refuse an unknown method and a cap out of range."""
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
    """The values as an array of floats; imaginary parts are not left out."""
    try:
        if np.iscomplexobj(values):
            raise TypeError
        array: Floats = np.ascontiguousarray(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name}: found {shown(values)}; expected numbers") from None
    return array


def _system(M: Any, q: Any, *, sparse: bool = False) -> tuple[Any, Floats]:
    """A square matrix, kept sparse if it may be, and a vector that fits it."""
    if hasattr(M, "tocsc"):
        if np.iscomplexobj(M):
            raise InputError(f"the matrix: found {M.dtype} numbers; expected real ones")
        M = M.tocsc().astype(float) if sparse else M.toarray()
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
