"""How disturbances of even running grow or decay: multipliers, and what is observed.

The derivative of a map is taken by central differences. Contacts make it smooth in some
drives and not in others, and a difference step that suits one fails in the next, so the
step is tested before it is used, and the answer after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from catena.numerics.arrays import Complexes, Floats

Map = Callable[[Floats], Floats]
STEPS = (0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3)
"""Difference steps that are tried, in scaled numbers."""
AGREEMENT = 0.02
"""Relative difference of derivatives by two steps in a row up to which a map counts as
smooth there."""
SPREAD = 2e-3
"""Difference of a multiplier by the steps around the chosen one that is worth naming
it."""
DISTURBANCE = 0.1
"""Size of the disturbance whose decay is observed (largest number)."""
OBSERVED_MAPS = 40
WATCHED_MAPS = 60
"""Of a disturbance that is not the slowest mode alone."""
WATCHED_MODES = 12
"""Most modes that are left of it then."""
SMALLEST_MODE = 1e-3
"""Share of the largest from which a mode stands above rounding."""


@dataclass(frozen=True, eq=False)
class Decay:
    """How disturbances change from period to period."""

    values: Complexes | None
    """All multipliers, the largest first; None where the map has no derivative."""
    step: float
    """Of the differences, in scaled numbers."""
    agreement: float
    """Relative difference between derivatives by this step and the next."""
    spread: float
    """Difference of the largest multiplier by the steps around this one."""
    observed: float
    """Factor per period of a small disturbance, along the slowest mode if known."""
    asked: bool = True
    """Whether multipliers were asked for."""

    @property
    def smooth(self) -> bool:
        """Whether the largest multiplier means something."""
        return self.values is not None and self.spread <= SPREAD

    @property
    def largest(self) -> complex:
        """The largest multiplier; NaN where there is none."""
        if self.values is None or not self.smooth:
            return complex(np.nan)
        return complex(self.values[0])


def decay_of(advance: Map, numbers: Floats) -> Decay:
    """Multipliers of a fixed point where they exist, and the decay observed."""
    step, agreement = tested_step(advance, numbers)
    if agreement > AGREEMENT:
        return replace(
            watched(advance, numbers), step=step, agreement=agreement, asked=True
        )
    derivative = jacobian(advance, numbers, step)
    values, right = np.linalg.eig(derivative)
    order = np.argsort(-np.abs(values))
    values, right = values[order], right[:, order]
    slowest = right[:, 0] / np.abs(right[:, 0]).max()
    spread = spread_of(advance, numbers, derivative, values[0], slowest, step)
    seen = observed_decay(advance, numbers, np.real(slowest))
    return Decay(values, step, agreement, spread, seen)


def watched(advance: Map, numbers: Floats) -> Decay:
    """The decay of any disturbance, after the quick ones are gone; no multipliers."""
    draw = np.random.default_rng(2).standard_normal(numbers.size)
    along = draw / np.abs(draw).max()
    seen = observed_decay(advance, numbers, along, WATCHED_MAPS, WATCHED_MODES)
    return Decay(None, 0.0, np.inf, np.inf, seen, asked=False)


def tested_step(
    advance: Map, numbers: Floats, directions: int = 3
) -> tuple[float, float]:
    """The difference step whose derivatives agree best with the next, and how well."""
    draw = np.random.default_rng(0)
    along = draw.standard_normal((directions, numbers.size))
    found = [
        np.array([directional(advance, numbers, v, step) for v in along])
        for step in STEPS
    ]
    apart = [
        float(np.linalg.norm(a - b) / max(np.linalg.norm(b), np.finfo(float).tiny))
        for a, b in pairwise(found)
    ]
    best = int(np.argmin(apart))
    return STEPS[best + 1], apart[best]


def directional(advance: Map, numbers: Floats, along: Floats, step: float) -> Floats:
    """Derivative along a direction by central differences."""
    ahead, behind = advance(numbers + step * along), advance(numbers - step * along)
    return np.asarray((ahead - behind) / (2.0 * step))


def jacobian(advance: Map, numbers: Floats, step: float) -> Floats:
    """All columns of the derivative: two maps per number."""
    found = np.empty((numbers.size, numbers.size))
    for i in range(numbers.size):
        along = np.zeros(numbers.size)
        along[i] = 1.0
        found[:, i] = directional(advance, numbers, along, step)
    return found


def multipliers(advance: Map, numbers: Floats, *, step: float = 1e-2) -> Complexes:
    """Factors of small disturbances per period by one difference step, untested."""
    found = np.linalg.eigvals(jacobian(advance, numbers, step))
    return np.asarray(found[np.argsort(-np.abs(found))])


def spread_of(
    advance: Map,
    numbers: Floats,
    derivative: Floats,
    value: complex,
    right: Complexes,
    step: float,
) -> float:
    """Largest change of a multiplier with twice and half the difference step.

    Two-sided Rayleigh quotients, which err in the second order of the mode alone.
    """
    values, vectors = np.linalg.eig(derivative.T)
    left = vectors[:, int(np.argmin(np.abs(values - value)))]
    found = []
    for other in (2.0 * step, 0.5 * step):
        image = directional(advance, numbers, np.real(right), other).astype(complex)
        if np.any(np.imag(right)):
            image += 1j * directional(advance, numbers, np.imag(right), other)
        found.append(abs(left @ image / (left @ right)))
    return float(max(abs(size - abs(value)) for size in found))


def observed_decay(
    advance: Map,
    numbers: Floats,
    along: Floats,
    maps: int = OBSERVED_MAPS,
    modes: int = 2,
) -> float:
    """Factor per period of a disturbance, seen in a run beside an undisturbed one.

    What is left after a third of the periods consists of a few modes: two for a pair
    that was disturbed alone. The map of one period is fitted within the space they
    span (dynamic mode decomposition); its largest eigenvalue is the answer. If the
    undisturbed run has left the fixed point by more than a disturbance, its own mean
    growth is: two runs on a chaotic motion do not tell.
    """
    plain, moved = numbers, numbers + DISTURBANCE * along
    apart, away = [], []
    for _ in range(maps):
        plain, moved = advance(plain), advance(moved)
        apart.append(moved - plain)
        away.append(float(np.linalg.norm(plain - numbers)))
    if away[-1] > DISTURBANCE * np.linalg.norm(along):
        return float((away[-1] / away[0]) ** (1.0 / (maps - 1)))
    late = np.array(apart[maps // 3 :]).T
    left, size, right = np.linalg.svd(late[:, :-1], full_matrices=False)
    if size[0] == 0.0:
        return 0.0
    rank = min(modes, int(np.sum(size > SMALLEST_MODE * size[0])))
    small = left[:, :rank].T @ late[:, 1:] @ right[:rank].T / size[:rank]
    return float(np.abs(np.linalg.eigvals(small)).max())
