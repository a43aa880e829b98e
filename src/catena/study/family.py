"""Coefficients of neighbouring systems, without building every one of them.

In most parameters of a drive the coefficients M, C, K are polynomials: a mass enters
linearly, a speed quadratically. Building a system costs a millisecond of Python;
evaluating a polynomial costs microseconds. So 4 x 4 systems are built, the cubic
through them is compared with systems built at other places of the grid, and only when
all agree to rounding is it used. Otherwise every system is built.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from catena.errors import CatenaError
from catena.numerics.arrays import Floats
from catena.periodic.batch import SystemBatch
from catena.periodic.system import PeriodicSystem

NODES = 4
"""Built systems along each parameter: the family is cubic."""
CHECKS = 24
"""Places where the family is compared with systems that were built."""
CHECK_TIMES = 37
"""Odd, so that no harmonic of low order hides between the times."""
ROUNDING = 1e-12
"""Largest disagreement, relative to the size of the coefficient."""

Build = Callable[[int, int], PeriodicSystem]
"""The system at grid place (i_y, i_x)."""


@dataclass(frozen=True)
class Family:
    """Systems over a grid as polynomials in its two parameters."""

    systems: tuple[PeriodicSystem, ...]
    """The built ones, the second parameter fastest."""
    x_nodes: Floats
    y_nodes: Floats
    by_frequency: bool
    """Whether 1/T, not T, is the polynomial."""

    @property
    def breaks(self) -> tuple[float, ...]:
        """Breaks as parts of the period, the same for all members."""
        first = self.systems[0]
        return tuple(t / first.period for t in first.breaks)

    def batch(self, x: Floats, y: Floats) -> SystemBatch:
        """The members at p pairs of parameter values, which need not be on the grid."""
        weights = self._weights(x, y)
        built = np.array([system.period for system in self.systems])
        periods = weights @ built
        if self.by_frequency:
            periods = 1.0 / (weights @ (1.0 / built))

        def sampler(parts: Floats, points: slice) -> tuple[Floats, Floats, Floats]:
            M, C, K = self._stacks(parts)
            chosen = weights[points]
            return _blend(chosen, M), _blend(chosen, C), _blend(chosen, K)

        return SystemBatch(periods, self.systems[0].n, sampler, self.breaks)

    def _weights(self, x: Floats, y: Floats) -> Floats:
        along_y, along_x = lagrange(self.y_nodes, y), lagrange(self.x_nodes, x)
        return (along_y[:, :, None] * along_x[:, None, :]).reshape(len(x), -1)

    def _stacks(self, parts: Floats) -> tuple[Floats, ...]:
        """M, C, K of all built systems; kept, since all points ask for the same."""
        key = parts.tobytes()
        kept: dict[bytes, tuple[Floats, ...]] = self.__dict__.setdefault("_kept", {})
        if key not in kept:
            if len(kept) >= 64:
                kept.clear()
            sampled = [
                s.sample(np.minimum(parts, 1.0) * s.period) for s in self.systems
            ]
            kept[key] = tuple(
                np.stack([getattr(values, name) for values in sampled])
                for name in "MCK"
            )
        return kept[key]


def _blend(weights: Floats, stack: Floats) -> Floats:
    if (stack == stack[0]).all():
        return stack[:1]
    flat = weights @ stack.reshape(len(stack), -1)
    return np.ascontiguousarray(flat.reshape(len(weights), *stack.shape[1:]))


def lagrange(nodes: Floats, at: Floats) -> Floats:
    """Weights (p, nodes) of the values at the nodes in the polynomial through them."""
    gaps = nodes[:, None] - nodes[None, :]
    others = ~np.eye(len(nodes), dtype=bool)
    above = np.where(others, (at[:, None] - nodes)[:, None, :], 1.0).prod(axis=2)
    below = np.where(others, gaps, 1.0).prod(axis=1)
    return np.asarray(above / below)


def family_of(build: Build, x: Floats, y: Floats) -> Family | None:
    """The family of systems over a grid, or ``None`` where there is none.

    Args:
        build: The system at a grid place.
        x: Values of the first parameter, at least `NODES`, all different.
        y: Values of the second parameter.
    """
    if min(len(np.unique(x)), len(np.unique(y))) < NODES:
        return None
    at_x, at_y = _spread(len(x)), _spread(len(y))
    try:
        systems = tuple(build(i, j) for i in at_y for j in at_x)
        for by_frequency in (False, True):
            family = Family(systems, x[at_x], y[at_y], by_frequency)
            if all(_same_kind(family, s) for s in systems) and _holds(
                family, build, x, y
            ):
                return family
    except CatenaError:  # a system that cannot be built: its place will say so
        return None
    return None


def _spread(count: int) -> list[int]:
    return [round(i * (count - 1) / (NODES - 1)) for i in range(NODES)]


def _same_kind(family: Family, system: PeriodicSystem) -> bool:
    """Same size and same breaks, as parts of the period."""
    breaks = np.array(family.breaks)
    return (
        system.n == family.systems[0].n
        and len(system.breaks) == len(breaks)
        and np.allclose(np.array(system.breaks) / system.period, breaks, 0.0, ROUNDING)
    )


def _holds(family: Family, build: Build, x: Floats, y: Floats) -> bool:
    """Whether built systems at other places agree with the polynomial."""
    random = np.random.default_rng(0)
    i, j = random.integers(len(y), size=CHECKS), random.integers(len(x), size=CHECKS)
    parts = (np.arange(CHECK_TIMES) + 0.5) / CHECK_TIMES
    batch = family.batch(x[j], y[i])
    ours = batch.sampler(parts, slice(None))
    sizes = [np.abs(stack).max() for stack in family._stacks(parts)]
    for k in range(CHECKS):
        built = build(int(i[k]), int(j[k]))
        if abs(batch.periods[k] - built.period) > ROUNDING * built.period:
            return False
        if not _same_kind(family, built):
            return False
        theirs = built.sample(parts * built.period)
        for mine, other, size in zip(ours, theirs[:3], sizes, strict=True):
            if np.abs(mine[min(k, len(mine) - 1)] - other).max() > ROUNDING * size:
                return False
    return True
