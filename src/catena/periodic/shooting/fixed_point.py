"""Fixed points of a map of one period, and how disturbances of them decay.

Source: Anderson 1965, acceleration of fixed-point iterations with the last residuals.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from catena.numerics.arrays import Floats
from catena.periodic.shooting.symmetry import PeriodMap


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

    @property
    def maps(self) -> int:
        """How often the drive was advanced by one period."""
        return self.residuals.size


def steady_state(
    advance: OnePeriod, *, tolerance: float = 1e-5, most: int = 200, memory: int = 10
) -> Steady:
    """Even running by Anderson acceleration; ``memory = 0`` only iterates.

    Args:
        advance: The map, at the state the search begins with.
        tolerance: Residual that counts as none.
        most: Maps after which to give up.
        memory: Residuals that are combined.
    """
    x = advance.numbers()
    residuals: list[float] = []
    older: deque[tuple[Floats, Floats]] = deque(maxlen=memory + 1)
    if isinstance(advance, PeriodMap):
        advance.follow = True
    while len(residuals) < most:
        image = advance(x)
        f = image - x
        residuals.append(float(np.sqrt(np.mean(f * f))))
        if residuals[-1] <= tolerance:
            break
        older.append((image, f))
        x = mixed(list(older)) if memory else image
    if isinstance(advance, PeriodMap):
        advance.follow = False
    found = residuals[-1] <= tolerance
    return Steady(x, residuals[-1], np.array(residuals), found)


def mixed(older: list[tuple[Floats, Floats]]) -> Floats:
    """The combination of the last images whose residuals cancel best."""
    images = np.array([image for image, _ in older])
    f = np.array([one for _, one in older])
    if len(older) == 1:
        return np.asarray(images[0])
    share = np.linalg.lstsq(np.diff(f, axis=0).T, f[-1], rcond=1e-10)[0]
    return np.asarray(images[-1] - share @ np.diff(images, axis=0))


def multipliers(
    advance: Callable[[Floats], Floats], numbers: Floats, *, step: float = 1e-2
) -> NDArray[np.complex128]:
    """Factors by which small disturbances change from period to period.

    All columns of the derivative by central differences: two maps per number.
    """
    derivative = np.empty((numbers.size, numbers.size))
    for i in range(numbers.size):
        moved = numbers.copy()
        moved[i] += step
        ahead = advance(moved)
        moved[i] -= 2.0 * step
        derivative[:, i] = (ahead - advance(moved)) / (2.0 * step)
    found = np.linalg.eigvals(derivative)
    return np.asarray(found[np.argsort(-np.abs(found))])


def slowest_decay(advance: PeriodMap, numbers: Floats) -> tuple[float, float]:
    """Largest multiplier, its size and its frequency [Hz]."""
    largest = multipliers(advance, numbers)[0]
    return float(abs(largest)), float(
        abs(np.angle(largest)) / advance.period / np.pi / 2
    )
