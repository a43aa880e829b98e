"""Periodic orbits of non-linear systems, started from the linear solution.

Newton's method on the whole orbit comes first. Where it fails or finds an orbit that is
unstable, the motion runs forward until it settles (`settling`); where it does not, the
path of orbits from the linear system to the full equations is followed (`homotopy`).
Then the steps are halved until orbit and multipliers settle. The effort is counted, so
that a search ends with an orbit or with a refusal that says what was tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import InputError, SolverError, shown
from catena.numerics.arrays import Complexes, Floats
from catena.periodic.interpolation import hermite
from catena.periodic.orbits.homotopy import follow
from catena.periodic.orbits.orbit import (
    Affine,
    Closed,
    Curve,
    Effort,
    NoOrbitError,
    OrbitProblem,
    newton,
)
from catena.periodic.orbits.rates import DifferencedRates, Rates, TangentRates
from catena.periodic.orbits.settling import settle
from catena.periodic.orbits.start import (
    first_path,
    guessed_curve,
    resolution,
    with_tangents,
)
from catena.periodic.stability.cyclic_qr import (
    LogEigenvalues,
    plain_values,
    product_eigenvalues,
)
from catena.periodic.stability.floquet import relative_change
from catena.periodic.stability.verdict import Verdict, judge
from catena.periodic.system import PeriodicSystem, checked_period

EFFORT = 3_000_000
"""Linearised steps a search may take, each of a few microseconds."""
EFFORT_OF_A_FUNCTION = 150_000
"""The same for a Python function, which is called three times for each step."""
LARGEST_STEPS = 1 << 15
FINER = 4
"""How many more steps a second search has, after a first one has failed."""
ORDER_WEIGHT = 63.0
"""2^6 - 1: how much smaller the error of the finer of two orbits is."""
MULTIPLIER_ACCURACY = 1e-6
"""Asked of the multipliers, relative to the largest."""
LOOSEST = 1e-3
"""An orbit that changes by more when its steps are halved is refused."""
LOSS_PER_SEGMENT = 8.0


@dataclass(frozen=True)
class Orbit:
    """A periodic orbit of ``x' = F(t, x)`` and what proves it."""

    period: float
    times: Floats  # (s + 1,)
    states: Floats  # (s + 1, d)
    monodromy: Floats
    multipliers: Complexes
    verdict: Verdict
    history: tuple[float, ...]
    """Periodicity defect before each Newton step, on the first resolution."""
    defect: float
    """Remaining periodicity defect, relative to the size of the states."""
    residual: float
    """What the equations of motion lack at the worst node, relative to the rates."""
    error: float
    """Error of the states, estimated from the orbit with half the steps."""
    multiplier_error: Floats
    """The same for each multiplier, relative to it."""
    steps: int
    effort: int
    """Linearised steps of the whole search."""
    way: str
    """How it was found, in words."""
    notes: tuple[str, ...] = ()


def shoot(
    rates: Rates | TangentRates,
    period: float,
    start: ArrayLike,
    *,
    scale: ArrayLike | None = None,
    tolerance: float = 1e-8,
    accuracy: float = 1e-9,
    largest_iterations: int = 25,
    steps: int = 512,
    columns: bool | None = None,
    linear: PeriodicSystem | None = None,
    effort: int | None = None,
) -> Orbit:
    """A T-periodic orbit of ``x' = F(t, x)`` by multiple shooting.

    Args:
        rates: the right-hand side F(t, x) with period T in t; with a method
            ``tangents`` (see `TangentRates`) it is not differenced.
        period: T [s].
        start: x(0) (d,), or a whole period (s + 1, d) at evenly spaced times, normally
            the linear solution.
        scale: typical sizes of the states; by default from the start.
        tolerance: relative periodicity defect to reach.
        accuracy: relative error of the states to reach by halving the steps.
        largest_iterations: Newton steps before another way is tried.
        steps: stored states of the orbit.
        columns: rates accept many states as columns; False calls them one by one, by
            default it is tried out.
        linear: the linearised system (q, q'), from which a path leads to the orbit
            when Newton's method fails; by default the tangent along the start.
        effort: linearised steps before the search is given up; by default 3 million
            for rates with tangents, 150 thousand for a function.
    """
    period = checked_period(period)
    if effort is None:
        knows = isinstance(rates, TangentRates)
        effort = EFFORT if knows else EFFORT_OF_A_FUNCTION
    if steps < 1 or effort < 1:
        raise InputError(
            f"steps, effort: found {shown(steps)}, {shown(effort)}; expected 1 or more"
        )
    path = first_path(rates, period, start, scale, columns)
    problem = OrbitProblem(with_tangents(rates, path), path.scale, Effort(effort))
    search = _Search(problem, linear, tolerance, largest_iterations)
    count = resolution(path, steps)
    for resolved in (count, FINER * count):
        try:
            curve = guessed_curve(problem.rates, path, period, resolved)
            found = search.orbit(curve)
            return _refined(problem, found, search, accuracy, steps)
        except NoOrbitError as failure:
            search.tried.append(f"{failure} with {resolved} steps per period")
        if problem.effort.used > effort:
            break
    raise search.refusal(path.notes)


class _Search:
    """The ways to an orbit, in turn, and what came of them."""

    def __init__(
        self,
        problem: OrbitProblem,
        linear: PeriodicSystem | None,
        tolerance: float,
        most: int,
    ) -> None:
        self.problem, self.linear = problem, linear
        self.tolerance, self.most = tolerance, most
        self.tried: list[str] = []
        self.way = ""

    def orbit(self, curve: Curve) -> Closed:
        """A stable orbit if one is met, else any."""
        quick = not isinstance(self.problem.rates, DifferencedRates)
        found = self._by("Newton's method", self._newton, curve)
        if quick and (found is None or not _attracts(found)):
            found = self._by("running forward", self._settled, curve) or found
        if found is None:
            found = self._by("the path from the linear system", self._followed, curve)
        if found is None and not quick:
            found = self._by("running forward", self._settled, curve)
        if found is None:
            raise NoOrbitError("no way led to an orbit")
        return found

    def _by(
        self, name: str, way: Callable[[Curve], Closed], curve: Curve
    ) -> Closed | None:
        """What one way leads to; a failure is remembered."""
        try:
            return way(curve)
        except NoOrbitError as failure:
            self.tried.append(f"{name} {failure}")
            return None

    def _newton(self, curve: Curve) -> Closed:
        found = newton(self.problem, curve, self.tolerance, most=self.most)
        self.way = f"Newton's method in {len(found.history) - 1} steps"
        return found

    def _settled(self, curve: Curve) -> Closed:
        settled, periods = settle(self.problem, curve)
        found = newton(self.problem, settled, self.tolerance, most=self.most)
        self.way = f"{periods} periods of running forward, then Newton's method"
        return found

    def _followed(self, curve: Curve) -> Closed:
        arrived = follow(self.problem, curve, self._base(curve), self.tolerance)
        self.way = (
            f"a path of {arrived.points} orbits with {arrived.folds} folds from the "
            "linear system"
        )
        return arrived.closed

    def _base(self, curve: Curve) -> Affine:
        """The linear system at the nodes; where none is given, the tangent there."""
        m, _, d = curve.k.shape
        times = curve.node_times().ravel()
        if self.linear is not None:
            J, f = self.linear.first_order(times)
        else:
            states = curve.node_states().reshape(-1, d)
            F, J = self.problem.rates.tangents(times, states)
            f = F - np.einsum("sij,sj->si", J, states)
        return Affine(J.reshape(m, 3, d, d), f.reshape(m, 3, d))

    def refusal(self, notes: tuple[str, ...]) -> SolverError:
        effort = self.problem.effort
        tried = "; ".join([*notes, *self.tried[-4:]])
        return SolverError(
            f"shooting found no periodic orbit. Tried: {tried}. Effort: {effort.used} "
            f"of {effort.limit} linearised steps. {_advice(effort)}"
        )


def _advice(effort: Effort) -> str:
    """What may help; more effort does only where it was used up."""
    nearer = (
        "Start nearer to the orbit (raise load or speed in steps from a case that "
        "converges) or add damping"
    )
    if effort.used <= effort.limit:
        return nearer
    return f"{nearer}, or allow more effort (effort, in a drive file nonlinear_effort)"


def _attracts(found: Closed) -> bool:
    """Motions beside the orbit come nearer to it."""
    return bool(np.abs(np.linalg.eigvals(found.chain.monodromy)).max() < 1.0)


def _refined(
    problem: OrbitProblem, found: Closed, search: _Search, accuracy: float, steps: int
) -> Orbit:
    """Halve the steps until the orbit, and if it can be its multipliers, settle."""
    history, notes = found.history, []
    values = _multipliers(problem, found)
    before = np.inf
    while True:
        coarse, coarse_values = found, values
        found = newton(problem, coarse.curve.refined(), search.tolerance)
        values = _multipliers(problem, found)
        difference = problem.size(found.curve.x[::2] - coarse.curve.x)
        smooth = difference <= before / 8.0
        error = difference / ORDER_WEIGHT if smooth else difference
        before = difference
        change = relative_change(coarse_values, values) / ORDER_WEIGHT
        done = error <= accuracy and found.curve.steps >= steps
        if done and _settled(values, change):
            break
        if 2 * found.curve.steps > _most_steps(found.curve):
            if error > LOOSEST:
                raise NoOrbitError(
                    f"halving the steps still changes the orbit by {difference:.2g} "
                    f"with {found.curve.steps} steps"
                )
            notes += _shortfall(error, accuracy, values, change)
            break
    return _orbit(found, values, change, error, history, steps, search, notes)


def _settled(values: LogEigenvalues, change: Floats) -> bool:
    beside = np.exp(values.log_modulus - values.log_modulus[0])
    return bool((change * beside <= MULTIPLIER_ACCURACY).all())


def _most_steps(curve: Curve) -> int:
    """As many steps as half a gigabyte of answers allows."""
    d = curve.x.shape[1]
    return int(min(LARGEST_STEPS, 500_000_000 // (8 * 4 * (d + 2) * d)))


def _shortfall(
    error: float, accuracy: float, values: LogEigenvalues, change: Floats
) -> list[str]:
    notes = []
    if error > accuracy:
        notes.append(
            f"full equations: the orbit is known to {error:.1g}; {accuracy:.1g} was "
            "asked"
        )
    if not _settled(values, change):
        notes.append(
            "full equations: some multipliers still change with the step by "
            f"{float(change.max()):.1g}"
        )
    return notes


def _multipliers(problem: OrbitProblem, found: Closed) -> LogEigenvalues:
    """From the maps of segments short enough to lose few digits each."""
    d = found.chain.maps.shape[2]
    scale = problem.scale
    maps = found.chain.maps[:, :d].transpose(0, 2, 1)
    maps = maps * scale[None, None, :] / scale[None, :, None]
    with np.errstate(divide="ignore"):
        loss = float(np.abs(np.linalg.slogdet(maps)[1]).sum())
    wanted = np.clip(np.ceil(loss / LOSS_PER_SEGMENT), 16, 4096)
    return product_eigenvalues(_grouped(maps, int(min(wanted, len(maps)))))


def _grouped(maps: Floats, count: int) -> Floats:
    """Products of neighbouring maps, ``count`` or slightly more of them."""
    each = max(1, len(maps) // count)
    padded = -len(maps) % each
    eye = np.broadcast_to(np.eye(maps.shape[1]), (padded, *maps.shape[1:]))
    groups = np.concatenate([maps, eye]).reshape(-1, each, *maps.shape[1:])
    product = groups[:, 0]
    for i in range(1, each):
        product = groups[:, i] @ product
    return np.asarray(product)


def _orbit(
    found: Closed,
    values: LogEigenvalues,
    change: Floats,
    error: float,
    history: tuple[float, ...],
    steps: int,
    search: _Search,
    notes: list[str],
) -> Orbit:
    monodromy = found.chain.monodromy
    rho = plain_values(values.log_modulus, values.phase)
    problem = search.problem
    times, states = _stored(problem, found.curve, steps)
    return Orbit(
        period=found.curve.period,
        times=times,
        states=states,
        monodromy=monodromy,
        multipliers=rho,
        verdict=judge(rho, change, monodromy),
        history=history,
        defect=found.history[-1],
        residual=found.residual,
        error=error,
        multiplier_error=change,
        steps=found.curve.steps,
        effort=problem.effort.used,
        way=search.way,
        notes=tuple(notes),
    )


def _stored(problem: OrbitProblem, curve: Curve, steps: int) -> tuple[Floats, Floats]:
    """The states at evenly spaced times: those of the steps where they agree."""
    times = np.linspace(0.0, curve.period, steps + 1)
    every, rest = divmod(curve.steps, steps)
    if rest == 0:
        return times, curve.x[::every].copy()
    own = np.linspace(0.0, curve.period, curve.steps + 1)
    slopes = problem.rates.tangents(own, curve.x)[0]
    return times, np.asarray(hermite(own, curve.x, slopes)(times))
