"""Periodic orbits of non-linear systems by shooting from the linear solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import InputError, SolverError
from catena.periodic.arrays import Complexes, Floats
from catena.periodic.solution import (
    closing_condition,
    sorted_eigenvalues,
)
from catena.periodic.system import checked_period
from catena.periodic.verdict import Verdict, judge

Motion = Callable[[float, Floats], Floats]
"""x' from t and x; x is (dim,), or (dim, k) with states as columns."""
PERTURBATION = 1e-5
"""Size of the differences that give the monodromy matrix, relative to the states."""
LARGEST_CONDITION = 1e9
"""Of the Newton equation; differences give Phi to about 1e-10."""
HALVINGS = 8
"""How often a Newton step may be halved before shooting gives up."""


@dataclass(frozen=True)
class Orbit:
    """A periodic orbit of ``x' = F(t, x)``."""

    period: float
    times: Floats  # (s,)
    states: Floats  # (s, dim)
    monodromy: Floats
    multipliers: Complexes
    verdict: Verdict
    history: tuple[float, ...]
    """Periodicity defect after each Newton step, relative to the size of the states."""

    @property
    def defect(self) -> float:
        """Remaining periodicity defect."""
        return self.history[-1]


def shoot(
    motion: Motion,
    period: float,
    start: ArrayLike,
    *,
    scale: ArrayLike | None = None,
    tolerance: float = 1e-8,
    accuracy: float = 1e-10,
    largest_iterations: int = 25,
    steps: int = 512,
    columns: bool = True,
) -> Orbit:
    """A T-periodic orbit by Newton's method on ``x(T; x0) - x0 = 0``.

    Args:
        motion: the right-hand side F(t, x) with period T in t.
        period: T [s].
        start: x(0) to start from, normally of the linear solution.
        scale: typical sizes of the states; by default from the first orbit.
        tolerance: relative periodicity defect to reach.
        accuracy: relative tolerance of the integration.
        largest_iterations: Newton steps before giving up.
        steps: stored states of the orbit.
        columns: motion accepts many states as columns; False calls it one by one.
    """
    flow = _Flow(motion, checked_period(period), accuracy, columns)
    x = np.array(start, dtype=float).ravel()
    flow.scale = _typical(flow, x) if scale is None else _checked_scale(scale, x)
    end, Phi = flow.with_derivative(x)
    history = [flow.defect(x, end)]
    while history[-1] > tolerance:
        if len(history) > largest_iterations:
            _give_up("did not converge", history)
        x, end = _newton_step(flow, x, end, Phi, history)
        Phi = flow.with_derivative(x)[1]
    return _orbit(flow, x, Phi, history, steps)


class _Flow:
    """The map of one period and its derivative by central differences."""

    def __init__(
        self, motion: Motion, period: float, accuracy: float, columns: bool
    ) -> None:
        self.motion, self.period, self.accuracy = motion, period, accuracy
        self.columns = columns
        self.scale: Floats = np.ones(1)

    def defect(self, x: Floats, end: Floats) -> float:
        return float(np.abs((end - x) / self.scale).max())

    def run(self, X: Floats, times: Floats | None = None) -> Floats:
        """States after one period (dim, k), or at times (dim, k, s).

        All columns share their steps, so differences between them are smooth.
        """
        from scipy.integrate import solve_ivp  # slow to import

        dim, k = X.shape
        scale = np.repeat(self.scale, k) if len(self.scale) == dim else 1.0
        result = solve_ivp(
            lambda t, y: self._rate(t, y.reshape(dim, k)).ravel(),
            (0.0, self.period),
            X.ravel(),
            method="DOP853",
            rtol=self.accuracy,
            atol=self.accuracy * 1e-2 * scale,
            t_eval=times,
        )
        if not result.success or not np.isfinite(result.y).all():
            raise SolverError(
                f"shooting: the motion cannot be integrated over one period "
                f"({result.message}); start nearer, or shorten the period"
            )
        return np.asarray(result.y.reshape(dim, k, -1))

    def _rate(self, t: float, X: Floats) -> Floats:
        if self.columns:
            return self.motion(t, X)
        return np.stack([self.motion(t, column) for column in X.T], axis=1)

    def end(self, x: Floats) -> Floats:
        return self.run(x[:, None])[:, 0, -1]

    def with_derivative(self, x: Floats) -> tuple[Floats, Floats]:
        size = PERTURBATION * self.scale
        X = np.column_stack([x, x[:, None] + np.diag(size), x[:, None] - np.diag(size)])
        ends = self.run(X)[:, :, -1]
        dim = len(x)
        difference = ends[:, 1 : dim + 1] - ends[:, dim + 1 :]
        return ends[:, 0], difference / (2.0 * size)


def _newton_step(
    flow: _Flow, x: Floats, end: Floats, Phi: Floats, history: list[float]
) -> tuple[Floats, Floats]:
    """One damped step; appends the new defect to the history."""
    scaled = np.eye(len(x)) - Phi * flow.scale[None, :] / flow.scale[:, None]
    condition = closing_condition(scaled)
    if not condition <= LARGEST_CONDITION:
        _give_up(
            f"met a singular Jacobian (condition number {condition:.3g}); a multiplier "
            "is 1, as at a fold or in a system without time in it",
            history,
        )
    step = flow.scale * np.linalg.solve(scaled, (end - x) / flow.scale)
    for halving in range(HALVINGS):
        trial = x + step / 2.0**halving
        trial_end = flow.end(trial)
        if flow.defect(trial, trial_end) < history[-1]:
            history.append(flow.defect(trial, trial_end))
            return trial, trial_end
    _give_up("stalled: no step reduces the periodicity defect", history)
    raise AssertionError("unreachable")


def _give_up(reason: str, history: list[float]) -> None:
    steps = ", ".join(f"{value:.2g}" for value in history[-6:])
    raise SolverError(
        f"shooting {reason}. Defects of the last steps: {steps}. Start nearer to the "
        "orbit: raise load or speed in steps from a case that converges"
    )


def _typical(flow: _Flow, x: Floats) -> Floats:
    """Largest value of each state over the first orbit."""
    flow.scale = np.full(len(x), max(1e-12, float(np.abs(x).max())))
    path = flow.run(x[:, None], np.linspace(0.0, flow.period, 65))[:, 0, :]
    size = np.abs(path).max(axis=1)
    return np.where(size > 0.0, size, max(1e-12, float(size.max())))


def _checked_scale(scale: ArrayLike, x: Floats) -> Floats:
    value = np.array(scale, dtype=float).ravel()
    if value.shape != x.shape or not (np.isfinite(value) & (value > 0.0)).all():
        raise InputError(f"scale: expected {len(x)} positive sizes, one for each state")
    return value


def _orbit(
    flow: _Flow, x: Floats, Phi: Floats, history: list[float], steps: int
) -> Orbit:
    times = np.linspace(0.0, flow.period, steps + 1)
    states = flow.run(x[:, None], times)[:, 0, :].T
    multipliers = sorted_eigenvalues(Phi)
    error = np.full(len(multipliers), 1e-7)  # of the differences
    return Orbit(
        flow.period,
        times,
        states,
        Phi,
        multipliers,
        judge(multipliers, error, Phi),
        tuple(history),
    )
