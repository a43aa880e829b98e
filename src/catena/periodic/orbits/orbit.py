"""A periodic orbit as a whole: its curve, its linearisation, Newton's method on it.

Every step of the period is a small boundary value problem of its own (Gauss-Legendre
collocation of order 6), so the method is multiple shooting with as many shots as
steps: implicit, hence fit for stiff motions, and much less in need of a good start
than integrating over the whole period.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats
from catena.periodic.methods.solution import closing_condition
from catena.periodic.methods.steppers import GAUSS_NODES, gauss_tableau
from catena.periodic.orbits.kernels import chain_maps, fill_step_maps, spread_change
from catena.periodic.orbits.rates import TangentRates

LARGEST_CONDITION = 1e9
"""Of the closing equation; differences give the map of a period to about 1e-10."""
HALVINGS = 8
"""How often a Newton step may be halved before it counts as stalled."""
SMALL = 1e-6
"""Corrections below this are accepted without asking whether they help."""
SETTLED = 1e-10
"""A correction of the orbit below this is not worth another step,"""
FULFILLED = 1e-9
"""where what the slopes lack is as small."""

TABLEAU = gauss_tableau()


def _slopes_at(places: Floats) -> Floats:
    """(r, 3): slopes at places of a step, as parts of h, from those at its nodes."""
    nodes = np.array(GAUSS_NODES)
    powers = np.arange(3)
    basis = np.linalg.inv(nodes[:, None] ** powers)
    return np.asarray((places[:, None] ** powers) @ basis)


_NODES = np.array(GAUSS_NODES)
TO_HALVES = _slopes_at(np.concatenate([_NODES, 1.0 + _NODES]) / 2.0)
"""Slopes at the nodes of both halves of a step."""
TO_NEXT = _slopes_at(1.0 + _NODES)
"""Slopes expected in the next step."""
TO_MIDDLE: Floats = 0.5 * TABLEAU[7] @ TO_HALVES[:3]
"""(3,): weights of the slopes in the way to the middle of a step."""


class NoOrbitError(Exception):
    """An attempt failed; the reason goes into the final message."""


@dataclass
class Effort:
    """Counts linearised steps, so that every search ends."""

    limit: int
    used: int = 0

    def spend(self, steps: int) -> None:
        """Take so many steps from what is left."""
        self.used += steps
        if self.used > self.limit:
            raise NoOrbitError("used up its effort")


class Curve(NamedTuple):
    """States at the ends of m equal steps and slopes at the Gauss nodes inside."""

    period: float
    x: Floats  # (m + 1, d), the last repeats the first
    k: Floats  # (m, 3, d)

    @property
    def steps(self) -> int:
        """Number of steps m."""
        return len(self.k)

    @property
    def h(self) -> float:
        """Length of a step [s]."""
        return self.period / len(self.k)

    def node_times(self) -> Floats:
        """(m, 3) times of the slopes [s]."""
        return self.h * np.add.outer(np.arange(self.steps), GAUSS_NODES)

    def node_states(self) -> Floats:
        """(m, 3, d) states at the slopes."""
        inside = np.einsum("pq,mqd->mpd", TABLEAU[:3], self.k)
        return np.asarray(self.x[:-1, None, :] + self.h * inside)

    def gaps(self) -> Floats:
        """(m, d) how far each step ends from where the next one begins."""
        ends = self.x[:-1] + self.h * np.einsum("p,mpd->md", TABLEAU[7], self.k)
        return np.asarray(ends - self.x[1:])

    def moved(self, dx: Floats, dk: Floats, share: float = 1.0) -> Curve:
        """The curve after a part of a correction."""
        return Curve(self.period, self.x + share * dx, self.k + share * dk)

    def refined(self) -> Curve:
        """The same curve with every step cut in two."""
        m, _, d = self.k.shape
        x = np.empty((2 * m + 1, d))
        x[::2] = self.x
        x[1::2] = self.x[:-1] + self.h * np.einsum("p,mpd->md", TO_MIDDLE, self.k)
        k = np.einsum("rp,mpd->mrd", TO_HALVES, self.k)
        return Curve(self.period, x, np.ascontiguousarray(k.reshape(2 * m, 3, d)))


class Affine(NamedTuple):
    """Linear rates ``x' = J x + f`` at the Gauss nodes of a curve."""

    J: Floats  # (m, 3, d, d)
    f: Floats  # (m, 3, d)


class Linearised(NamedTuple):
    """What a curve lacks to be an orbit, and how that answers to changes."""

    J: Floats  # (m, 3, d, d)
    missing: Floats  # (m, 3, d), F - k
    gaps: Floats  # (m, d)
    bending: Floats  # (m, 3, d), dF / dshare
    residual: float
    """Largest of all that is missing, relative to slopes and states."""


class Chain(NamedTuple):
    """The answers of all steps, and of the period."""

    slopes: Floats
    maps: Floats
    end: Floats  # (d + r, d)
    sums: Floats  # (d + r,)

    @property
    def monodromy(self) -> Floats:
        """The homogeneous map of one period."""
        return self.end[: self.end.shape[1]].T.copy()

    def change(self, first: Floats, shares: Floats) -> tuple[Floats, Floats]:
        """The correction of states and slopes that begins with ``first``."""
        m, d = len(self.maps), len(first)
        dx, dk = np.empty((m + 1, d)), np.empty((m, 3, d))
        dx[0] = first
        spread_change(self.slopes, self.maps, shares, dx, dk)
        dx[-1] = dx[0]  # closed by construction, up to rounding
        return dx, dk


@dataclass
class OrbitProblem:
    """Rates whose periodic orbit is wanted.

    With a ``base``, they are ``share`` F + (1 - ``share``) base: from a linear
    system, whose orbit is known, to the full equations.
    """

    rates: TangentRates
    scale: Floats  # (d,) typical sizes of the states
    effort: Effort

    def linearise(
        self, curve: Curve, base: Affine | None = None, share: float = 1.0
    ) -> Linearised:
        """What the curve lacks and how it answers."""
        self.effort.spend(curve.steps)
        m, _, d = curve.k.shape
        states = curve.node_states()
        times = curve.node_times().ravel()
        with np.errstate(all="ignore"):
            F, J = self.rates.tangents(times, states.reshape(-1, d))
            F, J = F.reshape(m, 3, d), J.reshape(m, 3, d, d)
            bending = np.zeros_like(F)
            if base is not None:
                straight = np.einsum("mpij,mpj->mpi", base.J, states) + base.f
                bending = F - straight
                F, J = straight + share * bending, base.J + share * (J - base.J)
            missing, gaps = F - curve.k, curve.gaps()
            residual = self._residual(curve, missing, gaps)
        return Linearised(J, missing, gaps, bending, residual)

    def _residual(self, curve: Curve, missing: Floats, gaps: Floats) -> float:
        rates = np.abs(curve.k).max(axis=(0, 1))
        rates = np.maximum(rates, self.scale / curve.period)
        worst = max(
            float((np.abs(missing).max(axis=(0, 1)) / rates).max()),
            float((np.abs(gaps).max(axis=0) / self.scale).max()),
        )
        return worst if np.isfinite(worst) else np.inf

    def chain(
        self,
        curve: Curve,
        at: Linearised,
        missing: Floats,
        gaps: Floats,
        weights: Floats | None = None,
    ) -> Chain:
        """Answers to r sets of missing slopes (r, m, 3, d) and gaps (r, m, d)."""
        sets, m, d = gaps.shape
        slopes, maps = np.empty((m, d + sets, 3 * d)), np.empty((m, d + sets, d))
        status = fill_step_maps(
            np.ascontiguousarray(at.J), missing, gaps, curve.h, TABLEAU, slopes, maps
        )
        end, sums = np.eye(d + sets, d), np.zeros(d + sets)
        end[d:] = 0.0
        if weights is None:
            weights = np.zeros((m, d))
        chain_maps(maps, weights, end, sums)
        if status != 0 or not np.isfinite(end).all():
            raise NoOrbitError("met rates that are not finite")
        return Chain(slopes, maps, end, sums)

    def size(self, dx: Floats) -> float:
        """A correction relative to the typical sizes."""
        return float((np.abs(dx).max(axis=0) / self.scale).max())


class Closed(NamedTuple):
    """A curve that Newton's method has made an orbit."""

    curve: Curve
    chain: Chain
    residual: float
    history: tuple[float, ...]
    """Periodicity defect before each Newton step and at the end."""


def newton(
    problem: OrbitProblem,
    curve: Curve,
    tolerance: float,
    *,
    most: int = 25,
    base: Affine | None = None,
    share: float = 1.0,
) -> Closed:
    """Newton's method with halved steps on the whole orbit.

    The defect is the change of the state over one period that what is missing would
    cause: to first order, ``x(T) - x(0)`` of a motion that starts at ``x(0)``.
    """
    at = problem.linearise(curve, base, share)
    history: list[float] = []
    before = np.inf
    for _ in range(most + 1):
        chain = problem.chain(curve, at, at.missing[None], at.gaps[None])
        defect = float((np.abs(chain.end[-1]) / problem.scale).max())
        history.append(defect)
        dx, dk = chain.change(_closing(problem, chain), np.ones(1))
        size = problem.size(dx)
        settled = size <= SETTLED and at.residual <= FULFILLED
        settled |= size <= SMALL and size > 0.5 * before  # only rounding is left
        if settled and defect <= tolerance:
            return Closed(curve, chain, at.residual, tuple(history))
        curve, at = _damped(problem, curve, at, (dx, dk), size, base, share)
        before = size
    raise NoOrbitError(
        f"did not converge in {most} Newton steps (residual {at.residual:.2g}, "
        f"periodicity defects {_shown(history)})"
    )


def _closing(problem: OrbitProblem, chain: Chain) -> Floats:
    """dx(0) from ``(I - Phi) dx(0) = c``, in scaled coordinates."""
    scale = problem.scale
    matrix = np.eye(len(scale)) - chain.monodromy * scale[None, :] / scale[:, None]
    condition = closing_condition(matrix)
    if not condition <= LARGEST_CONDITION:
        raise NoOrbitError(
            f"met a singular Jacobian (condition number {condition:.3g}); a multiplier "
            "is 1, as at a fold or in a system without time in it"
        )
    return np.asarray(scale * np.linalg.solve(matrix, chain.end[-1] / scale))


def _damped(
    problem: OrbitProblem,
    curve: Curve,
    at: Linearised,
    change: tuple[Floats, Floats],
    size: float,
    base: Affine | None,
    share: float,
) -> tuple[Curve, Linearised]:
    """The longest part of a correction that lessens what is missing."""
    for halving in range(HALVINGS):
        part = 0.5**halving
        trial = curve.moved(*change, part)
        there = problem.linearise(trial, base, share)
        helps = there.residual < (1.0 - 0.1 * part) * at.residual
        if helps or (size <= SMALL and np.isfinite(there.residual)):
            return trial, there
    raise NoOrbitError(
        f"stalled: no part of the Newton step lessens the residual {at.residual:.2g}"
    )


def _shown(history: list[float]) -> str:
    return ", ".join(f"{value:.2g}" for value in history[-4:])
