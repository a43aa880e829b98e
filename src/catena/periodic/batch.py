"""Many periodic systems of one size, sampled together.

Times are parts of each system's own period, so one table of waves serves all points of
a stability chart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import InputError
from catena.numerics.arrays import Floats
from catena.periodic.system import PeriodicSystem

BatchSampler = Callable[[Floats, slice], tuple[Floats, Floats, Floats]]


@dataclass(frozen=True)
class SystemBatch:
    """p homogeneous systems with n coordinates each."""

    periods: Floats
    """(p,) [s]."""
    n: int
    sampler: BatchSampler
    """M, C, K (p', s, n, n) at parts (s,) of the period for a slice of points; one that
    is the same for all points may come as (1, s, n, n)."""
    breaks: tuple[float, ...] = ()
    """Times of jumps or kinks, as parts of the period, shared by all points."""

    def __len__(self) -> int:
        return len(self.periods)

    def part(self, points: slice) -> SystemBatch:
        """A slice of the points."""
        base = np.arange(len(self))[points]
        return self.chosen(base)

    def chosen(self, index: np.ndarray[tuple[int], np.dtype[np.int64]]) -> SystemBatch:
        """Some of the points, by index."""
        sampler = self.sampler

        def picked(parts: Floats, points: slice) -> tuple[Floats, Floats, Floats]:
            return sampler(parts, index[points])  # type: ignore[arg-type]

        return SystemBatch(self.periods[index], self.n, picked, self.breaks)


def batch_from_fourier(
    periods: ArrayLike,
    M: Sequence[tuple[int, ArrayLike, ArrayLike]],
    C: Sequence[tuple[int, ArrayLike, ArrayLike]],
    K: Sequence[tuple[int, ArrayLike, ArrayLike]],
) -> SystemBatch:
    """A batch from Fourier series given as (order, cos, sin) terms, order 0 the mean.

    The coefficient of a term is (n, n), the same for all points, or (p, n, n).
    """
    T = np.atleast_1d(np.asarray(periods, dtype=float))
    if not (np.isfinite(T).all() and (T > 0.0).all()):
        raise InputError("periods: found one that is not positive; expected times [s]")
    if not M:
        raise InputError("M: no terms; expected at least the mean, order 0")
    n = np.shape(np.asarray(M[0][1]))[-1]
    stacked = [
        _stack(name, s, len(T), n) for name, s in zip("MCK", (M, C, K), strict=True)
    ]

    def sampler(parts: Floats, points: slice) -> tuple[Floats, Floats, Floats]:
        values = [_evaluate(*series, parts, points) for series in stacked]
        return values[0], values[1], values[2]

    return SystemBatch(T, n, sampler)


def batch_from_systems(systems: Sequence[PeriodicSystem]) -> SystemBatch:
    """A batch of any systems of one size; breaks must be at the same parts."""
    if not systems:
        raise InputError("systems: empty; expected at least one")
    n = systems[0].n
    if any(s.n != n for s in systems):
        raise InputError("systems: found different coordinate counts; expected one")
    T = np.array([s.period for s in systems])
    breaks = _relative_breaks(systems[0])
    for s in systems:
        if not np.allclose(_relative_breaks(s), breaks, rtol=0.0, atol=1e-12):
            raise InputError("systems: breaks differ between points of one batch")

    def sampler(parts: Floats, points: slice) -> tuple[Floats, Floats, Floats]:
        index = np.arange(len(systems))[points]
        samples = [systems[i].sample(parts * systems[i].period) for i in index]
        M, C, K = (np.array([getattr(s, name) for s in samples]) for name in "MCK")
        return M, C, K

    return SystemBatch(T, n, sampler, tuple(breaks))


def _relative_breaks(system: PeriodicSystem) -> Floats:
    return np.asarray(system.breaks, dtype=float) / system.period


def _stack(
    name: str, terms: Sequence[tuple[int, ArrayLike, ArrayLike]], points: int, n: int
) -> tuple[Floats, Floats, Floats]:
    """Orders (h,), cosine and sine coefficients (p or 1, h, n, n)."""
    orders = np.array([float(term[0]) for term in terms])
    parts = [
        [np.asarray(term[i], dtype=float).reshape(-1, n, n) for term in terms]
        for i in (1, 2)
    ]
    sizes = {len(c) for part in parts for c in part}
    if not sizes <= {1, points}:
        raise InputError(
            f"{name}: found coefficients for {sorted(sizes)} points; expected 1 or "
            f"{points}"
        )
    count = max(sizes, default=1)
    cos, sin = (
        np.stack([np.broadcast_to(c, (count, n, n)) for c in part], axis=1)
        if part
        else np.zeros((1, 0, n, n))
        for part in parts
    )
    if not (np.isfinite(cos).all() and np.isfinite(sin).all()):
        raise InputError(f"{name}: found a coefficient that is not finite")
    return orders, cos, sin


def _evaluate(
    orders: Floats, cos: Floats, sin: Floats, parts: Floats, points: slice
) -> Floats:
    """(p', s, n, n) as one matrix product per series."""
    angle = 2.0 * np.pi * np.multiply.outer(parts, orders)
    waves = np.hstack([np.cos(angle), np.sin(angle)])
    shared = len(cos) == 1
    chosen = (
        np.concatenate([cos, sin], axis=1)
        if shared
        else np.concatenate([cos[points], sin[points]], axis=1)
    )
    p, h, n, _ = chosen.shape
    values: Floats = np.matmul(waves, chosen.reshape(p, h, n * n))
    return values.reshape(p, -1, n, n)
