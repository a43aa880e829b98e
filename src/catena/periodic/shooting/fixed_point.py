"""Fixed points of a map of one period.

Source: Anderson 1965, acceleration of fixed-point iterations with the last residuals;
Walker and Ni 2011: by QR, old differences dropped where they grow dependent.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from catena.numerics.arrays import Floats
from catena.periodic.shooting.symmetry import PeriodMap

LARGEST_CONDITION = 1e10
"""Of the differences that are combined."""
LOST = 30.0
"""Growth of the residual over the best one at which a search begins again there."""
LOOSE = 0.3
"""Residual above which the scatter of a map excuses nothing."""
SCATTER_STEP = 1e-6
"""Disturbance by which the scatter of a map is seen (root mean square)."""


class OnePeriod(Protocol):
    """A map of one period on scaled numbers."""

    def numbers(self) -> Floats:
        """Where a search begins."""
        ...

    def __call__(self, numbers: Floats) -> Floats:
        """The numbers one period later."""
        ...


@dataclass(frozen=True, eq=False)
class Steady:
    """A drive that runs evenly, as far as it was found."""

    numbers: Floats
    residual: float
    """Root mean square of what one more period changes, scaled."""
    residuals: Floats
    """The same after every map."""
    found: bool
    scatter: float = 0.0
    """How far apart the map takes states that differ by next to nothing; known where
    the residual does not fall below its tolerance."""

    @property
    def maps(self) -> int:
        """How often the drive was advanced by one period."""
        return self.residuals.size


def rms(numbers: Floats) -> float:
    """Root mean square."""
    return float(np.sqrt(np.mean(numbers * numbers)))


def steady_state(
    advance: OnePeriod, *, tolerance: float = 1e-5, most: int = 200, memory: int = 10
) -> Steady:
    """Even running by Anderson acceleration; ``memory = 0`` only iterates.

    The best state met is the answer. Where contacts rattle, a map scatters: states that
    differ by next to nothing end apart. A residual within that scatter cannot be
    lowered, and counts as found if it is small in itself.

    Args:
        advance: The map, at the state the search begins with.
        tolerance: Residual that counts as none.
        most: Maps after which to give up.
        memory: Residuals that are combined.
    """
    x = advance.numbers()
    residuals: list[float] = []
    older: deque[tuple[Floats, Floats]] = deque(maxlen=memory + 1)
    best, least = x, np.inf
    if isinstance(advance, PeriodMap):
        advance.follow = True
    while len(residuals) < most:
        image = advance(x)
        f = image - x
        residuals.append(rms(f))
        if residuals[-1] < least:
            best, least = x, residuals[-1]
        if least <= tolerance:
            break
        if memory and residuals[-1] > LOST * least:
            older.clear()
            x = best
            continue
        older.append((image, f))
        x = mixed(list(older)) if memory else image
    if isinstance(advance, PeriodMap):
        advance.follow = False
    found, apart = least <= tolerance, 0.0
    if not found and least <= LOOSE:
        apart = scatter(advance, best)
        found = least <= apart
    return Steady(best, least, np.array(residuals), found, apart)


def mixed(older: list[tuple[Floats, Floats]]) -> Floats:
    """The combination of the last images whose residuals cancel best."""
    images = np.array([image for image, _ in older])
    f = np.array([one for _, one in older])
    d_image, d_f = np.diff(images, axis=0), np.diff(f, axis=0)
    while len(d_f):
        q, r = np.linalg.qr(d_f.T)
        size = np.abs(np.diag(r))
        if size.min() * LARGEST_CONDITION > size.max():
            return np.asarray(images[-1] - np.linalg.solve(r, q.T @ f[-1]) @ d_image)
        d_image, d_f = d_image[1:], d_f[1:]
    return np.asarray(images[-1])


def scatter(advance: OnePeriod, numbers: Floats, count: int = 3) -> float:
    """How far apart states end that differ by next to nothing (root mean square)."""
    draw, plain = np.random.default_rng(1), advance(numbers)
    found = [
        rms(advance(numbers + SCATTER_STEP * draw.standard_normal(numbers.size)) - plain)
        for _ in range(count)
    ]
    return max(found)
