"""From a linear system to the full equations along a path of orbits.

``x' = s F(t, x) + (1 - s) (J x + f)`` has one orbit at s = 0. The path of orbits that
begins there is followed by its arc length, so it may turn back in s (a fold, where a
vibration would jump) and still be followed. Because the linear system has no second
orbit to end at, a path that stays bounded reaches s = 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats
from catena.periodic.orbits.orbit import (
    Affine,
    Chain,
    Closed,
    Curve,
    Linearised,
    NoOrbitError,
    OrbitProblem,
    newton,
)

FIRST_LENGTH = 0.05
LARGEST_LENGTH = 0.5
SMALLEST_LENGTH = 1e-6
CORRECTIONS = 7
CLOSE_ENOUGH = 1e-6
"""Distance at which a point counts as on the path."""
SMALLEST_COSINE = 0.5
"""Between two neighbouring directions of the path."""


class Point(NamedTuple):
    """A point of the path and the direction in which it goes on."""

    curve: Curve
    share: float
    dx: Floats
    dk: Floats
    dshare: float


class Arrived(NamedTuple):
    """The end of a path."""

    closed: Closed
    points: int
    folds: int


def follow(
    problem: OrbitProblem, start: Curve, base: Affine, tolerance: float
) -> Arrived:
    """The orbit of the full equations at the end of the path from the linear one."""
    first = newton(problem, start, tolerance, base=base, share=0.0).curve
    point = _begin(problem, first, base)
    length, points, folds = FIRST_LENGTH, 0, 0
    while length > SMALLEST_LENGTH:
        found = _next(problem, point, base, length)
        if found is None:
            length *= 0.5
            continue
        ahead, corrections = found
        if ahead.share >= 1.0:
            closed = _land(problem, point, ahead, tolerance)
            if closed is not None:
                return Arrived(closed, points + 1, folds)
            length *= 0.5
            continue
        points += 1
        folds += int(ahead.dshare * point.dshare < 0.0)
        point = ahead
        grown = np.abs(point.curve.x).max(axis=0)
        problem.scale = np.maximum(problem.scale, grown)
        if corrections <= 3:
            length = min(1.5 * length, LARGEST_LENGTH)
    raise NoOrbitError(
        f"stopped at the share {point.share:.4g} of the non-linear terms after "
        f"{points} points and {folds} folds: the path cannot be followed on"
    )


def _begin(problem: OrbitProblem, curve: Curve, base: Affine) -> Point:
    """The linear orbit, with the direction of growing share."""
    nothing = np.zeros_like(curve.x[:-1])
    return _directed(problem, curve, 0.0, base, nothing, 1.0)


def _next(
    problem: OrbitProblem, point: Point, base: Affine, length: float
) -> tuple[Point, int] | None:
    """A new point so far along the path, or None when the way is too long."""
    curve = point.curve.moved(point.dx, point.dk, length)
    share = point.share + length * point.dshare
    weights = _weights(problem, point.dx)
    before = np.inf
    for correction in range(1, CORRECTIONS + 1):
        at = problem.linearise(curve, base, share)
        if not np.isfinite(at.residual):
            return None
        apart = curve.x - point.curve.x
        lag = length - (weights * apart[:-1]).sum()
        lag -= point.dshare * (share - point.share)
        chain = _chain(problem, curve, at, weights)
        dx, dk, dshare = _bordered(problem, chain, point.dshare, float(lag), 1.0)
        curve, share = curve.moved(dx, dk), share + dshare
        moved = _norm(problem, dx, dshare)
        if not moved <= min(2.0 * before, 20.0 * length):
            return None
        if moved <= CLOSE_ENOUGH:
            ahead = _directed(problem, curve, share, base, weights, point.dshare)
            cosine = (weights * ahead.dx[:-1]).sum() + point.dshare * ahead.dshare
            return (ahead, correction) if cosine >= SMALLEST_COSINE else None
        before = moved
    return None


def _land(
    problem: OrbitProblem, point: Point, ahead: Point, tolerance: float
) -> Closed | None:
    """The orbit at s = 1 between two points of the path, or None when it is missed."""
    part = (1.0 - point.share) / (ahead.share - point.share)
    dx, dk = ahead.curve.x - point.curve.x, ahead.curve.k - point.curve.k
    try:
        return newton(problem, point.curve.moved(dx, dk, part), tolerance)
    except NoOrbitError:
        problem.effort.spend(0)  # ends the search when that was the reason
        return None


def _directed(
    problem: OrbitProblem,
    curve: Curve,
    share: float,
    base: Affine,
    weights: Floats,
    dshare: float,
) -> Point:
    """A point with its tangent of unit length, turned as the direction before."""
    at = problem.linearise(curve, base, share)
    chain = _chain(problem, curve, at, weights)
    dx, dk, along = _bordered(problem, chain, dshare, 1.0, 0.0)
    size = _norm(problem, dx, along)
    return Point(curve, share, dx / size, dk / size, along / size)


def _chain(
    problem: OrbitProblem, curve: Curve, at: Linearised, weights: Floats
) -> Chain:
    missing = np.stack([at.missing, at.bending])
    gaps = np.stack([at.gaps, np.zeros_like(at.gaps)])
    return problem.chain(curve, at, missing, gaps, weights)


def _bordered(
    problem: OrbitProblem, chain: Chain, dshare: float, ahead: float, lacking: float
) -> tuple[Floats, Floats, float]:
    """The change of orbit and share that closes the period and goes so far ahead.

    ``lacking`` is 1 for a correction and 0 for a direction. The closing equation with
    the arc length as its last row stays regular where the path turns back.
    """
    d = chain.end.shape[1]
    size = np.append(problem.scale, 1.0)
    matrix = np.empty((d + 1, d + 1))
    matrix[:d, :d] = np.eye(d) - chain.monodromy
    matrix[:d, d] = -chain.end[d + 1]
    matrix[d, :d] = chain.sums[:d]
    matrix[d, d] = chain.sums[d + 1] + dshare
    right = np.append(lacking * chain.end[d], ahead - lacking * chain.sums[d])
    scaled = matrix * size[None, :] / size[:, None]
    try:
        answer = size * np.linalg.solve(scaled, right / size)
    except np.linalg.LinAlgError:
        raise NoOrbitError("met a point where the path branches") from None
    dx, dk = chain.change(answer[:d], np.array([lacking, answer[d]]))
    return dx, dk, float(answer[d])


def _weights(problem: OrbitProblem, dx: Floats) -> Floats:
    """Weights of a change of the states in its product with a direction."""
    m, d = dx.shape[0] - 1, dx.shape[1]
    return np.asarray(dx[:-1] / (m * d * problem.scale**2))


def _norm(problem: OrbitProblem, dx: Floats, dshare: float) -> float:
    return float(np.sqrt((_weights(problem, dx) * dx[:-1]).sum() + dshare**2))
