"""Stability charts: the largest multiplier of many systems, fast.

All points of a block advance together in one kernel on sampled coefficients; the number
of steps doubles for those points only whose result still changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from catena.errors import SolverError
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.periodic.batch import SystemBatch, batch_from_systems
from catena.periodic.methods.kernels import Stored, advance_gauss
from catena.periodic.methods.steppers import GAUSS_NODES, gauss_tableau
from catena.periodic.system import Coefficients, PeriodicSystem

FIRST_STEPS = 16
LARGEST_STEPS = 1 << 16
FROZEN_PARTS = 8
"""How many times per period the fastest vibration is looked for."""
CHUNK_NUMBERS = 2_000_000
"""Sampled numbers held at a time."""
LARGEST_ENTRY = 1e150
"""Maps with larger entries count as infinitely unstable."""
SINGULAR = "chart: a mass matrix is singular at some point"
_TABLEAU = gauss_tableau()


class ChartValues(NamedTuple):
    """Largest multipliers of a block of points."""

    radius: Floats
    """(p,) largest modulus of the multipliers; infinite where a map overflows, NaN
    where a period has too many vibrations to be followed."""
    error: Floats
    """(p,) estimated error."""
    steps: int
    """Steps per period of the points that needed most."""


def chart_values(
    systems: SystemBatch | Sequence[PeriodicSystem], *, tolerance: float = 1e-7
) -> ChartValues:
    """Largest multiplier moduli of many systems, each to ``tolerance`` (relative).

    The estimate is the change of the last doubling / 63 (order 6). Points on a border
    of stability have double multipliers and settle at the square root of rounding.
    """
    batch = systems if isinstance(systems, SystemBatch) else batch_from_systems(systems)
    radius, error = np.full(len(batch), np.nan), np.full(len(batch), np.nan)
    most = 0
    first = _first_steps(batch)
    for steps in np.unique(first[first <= LARGEST_STEPS // 2]):
        points = np.flatnonzero(first == steps)
        found = _refined(batch.chosen(points), int(steps), tolerance)
        radius[points], error[points] = found.radius, found.error
        most = max(most, found.steps)
    return ChartValues(radius, error, most)


def _refined(batch: SystemBatch, steps: int, tolerance: float) -> ChartValues:
    """Double the steps of those points whose multiplier still changes."""
    radius = _radii(batch, steps)
    error = np.full(len(batch), np.inf)
    active = np.arange(len(batch))
    while len(active) and steps <= LARGEST_STEPS // 2:
        steps *= 2
        fine = _radii(batch.chosen(active), steps)
        with np.errstate(invalid="ignore"):
            change = np.abs(fine - radius[active]) / np.maximum(1.0, fine) / 63.0
        change = np.where(np.isfinite(fine), change, 0.0)
        stalled = (change <= 1e-6) & (change > 0.1 * error[active])
        radius[active], error[active] = fine, change
        active = active[~((change <= tolerance) | stalled)]
    return ChartValues(radius, error, steps)


def _first_steps(batch: SystemBatch) -> Floats:
    """Where doubling starts: two steps for each cycle of the fastest vibration.

    Fewer would not do: the method keeps vibrations that it cannot follow from decaying,
    whatever their damping, and halving the step once would not show it.
    """
    least = max(FIRST_STEPS, _stretches(batch))
    cycles = _fastest(batch) * batch.periods / (2.0 * np.pi)
    return np.asarray(
        least * 2.0 ** np.ceil(np.log2(np.maximum(1.0, 2.0 * cycles / least)))
    )


def _fastest(batch: SystemBatch) -> Floats:
    """(p,) largest modulus of the eigenvalues of frozen coefficients [1/s]."""
    parts = (np.arange(FROZEN_PARTS) + 0.5) / FROZEN_PARTS
    M, C, K = batch.sampler(parts, slice(0, len(batch)))
    shape = (len(batch), FROZEN_PARTS, batch.n, batch.n)
    try:
        stiffness = np.broadcast_to(np.linalg.solve(M, K), shape)
        damping = np.broadcast_to(np.linalg.solve(M, C), shape)
    except np.linalg.LinAlgError:
        raise SolverError(SINGULAR) from None
    if batch.n == 1:
        rates = np.maximum(np.sqrt(np.abs(stiffness)), np.abs(damping))
        return np.asarray(rates.max(axis=(1, 2, 3)))
    n = batch.n
    P = np.zeros((*shape[:2], 2 * n, 2 * n))
    P[..., :n, n:] = np.eye(n)
    P[..., n:, :n], P[..., n:, n:] = -stiffness, -damping
    return np.asarray(np.abs(np.linalg.eigvals(P)).max(axis=(1, 2)))


def _stretches(batch: SystemBatch) -> int:
    return 2 * len({0.0, *batch.breaks})


def _radii(batch: SystemBatch, steps: int) -> Floats:
    """Largest multiplier of every point with one number of steps."""
    starts, lengths = _step_parts(batch, steps)
    parts = np.add.outer(starts, np.zeros(3)) + np.outer(lengths, GAUSS_NODES)
    per_point = 3 * parts.size * batch.n**2
    chunk = max(1, CHUNK_NUMBERS // per_point)
    maps = np.empty((len(batch), 2 * batch.n, 2 * batch.n))
    for first in range(0, len(batch), chunk):
        points = slice(first, min(first + chunk, len(batch)))
        M, C, K = batch.sampler(parts.ravel(), points)
        status = fill_monodromies(
            M, C, K, batch.periods[points], lengths, _TABLEAU, maps[points]
        )
        if status != 0:
            raise SolverError(SINGULAR)
    finite = np.abs(maps).max(axis=(1, 2)) < LARGEST_ENTRY
    radius = np.full(len(batch), np.inf)
    radius[finite] = _largest_modulus(maps[finite])
    return radius


def _step_parts(batch: SystemBatch, steps: int) -> tuple[Floats, Floats]:
    """Starts and lengths of the steps as parts of the period, ending at breaks."""
    edges = np.unique([0.0, *batch.breaks, 1.0])
    lengths = np.diff(edges)
    counts = np.maximum(1, np.round(steps * lengths).astype(int))
    size = np.repeat(lengths / counts, counts)
    within = np.concatenate([np.arange(c) for c in counts])
    return np.repeat(edges[:-1], counts) + within * size, size


def _largest_modulus(maps: Floats) -> Floats:
    """Spectral radius of each map; 2 x 2 maps in closed form."""
    if maps.shape[1] != 2:
        return np.asarray(np.abs(np.linalg.eigvals(maps)).max(axis=1))
    half = 0.5 * (maps[:, 0, 0] + maps[:, 1, 1])
    det = maps[:, 0, 0] * maps[:, 1, 1] - maps[:, 0, 1] * maps[:, 1, 0]
    # (a - d)^2 / 4 + b c loses less than (trace / 2)^2 - det
    spread = 0.25 * (maps[:, 0, 0] - maps[:, 1, 1]) ** 2 + maps[:, 0, 1] * maps[:, 1, 0]
    real = np.abs(half) + np.sqrt(np.maximum(spread, 0.0))
    return np.where(spread >= 0.0, real, np.sqrt(np.abs(det)))


@kernel
def fill_monodromies(
    M: Floats,
    C: Floats,
    K: Floats,
    periods: Floats,
    lengths: Floats,
    tableau: Floats,
    maps: Floats,
) -> int:
    """Homogeneous map of one period for every point, by Gauss-Legendre steps.

    A coefficient sampled once, (1, s, n, n), is shared by all points.
    """
    n = M.shape[2]
    X = np.zeros((2 * n + 1, 2 * n))
    d = np.zeros((3, n))
    nothing = np.empty((0, 2 * n))
    for p in range(maps.shape[0]):
        a = min(p, M.shape[0] - 1)
        b = min(p, C.shape[0] - 1)
        c = min(p, K.shape[0] - 1)
        X[:] = 0.0
        for i in range(2 * n):
            X[i, i] = 1.0
        for s in range(lengths.shape[0]):
            e, f = 3 * s, 3 * s + 3
            h = lengths[s] * periods[p]
            at = Coefficients(M[a, e:f], C[b, e:f], K[c, e:f], d)
            status = advance_gauss(at, h, tableau, X, Stored(0, 0, nothing))
            if status != 0:
                return status
        for i in range(2 * n):
            for j in range(2 * n):
                maps[p, i, j] = X[j, i]
    return 0
