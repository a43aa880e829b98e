"""Fixed points of a map of one period."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from catena.errors import SolverError
from catena.numerics.arrays import Floats
from catena.periodic.shooting.mixing import Mixing
from catena.periodic.shooting.symmetry import PeriodMap

LOST = 30.0
"""Growth of the residual over the best one at which a search begins again there."""


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
    tolerance: float
    """Residual that counts as none."""

    @property
    def found(self) -> bool:
        """Whether the motion repeats."""
        return self.residual <= self.tolerance

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

    The best state met is returned, whether or not it repeats. A combination from which
    the drive cannot run is given up for the last image.

    Args:
        advance: The map, at the state the search begins with.
        tolerance: Residual that counts as none.
        most: Maps after which to give up.
        memory: Residuals that are combined.

    Raises:
        SolverError: The drive cannot run from the start, or from where it came to.
    """
    x = advance.numbers()
    residuals: list[float] = []
    mixing = Mixing(memory)
    best, least = x, np.inf
    last: Floats | None = None
    if isinstance(advance, PeriodMap):
        advance.follow = True
    while len(residuals) < most:
        try:
            image = advance(x)
        except SolverError:
            # a plain image is where the drive came to by itself: from there it runs
            if last is None or x is last:
                raise
            x = last
            residuals.append(np.inf)
            mixing.forget()
            continue
        last, f = image, image - x
        residuals.append(rms(f))
        if residuals[-1] < least:
            best, least = x, residuals[-1]
        if least <= tolerance:
            break
        # extrapolated beyond where contacts stay the same: their differences mislead
        if memory and residuals[-1] > LOST * least:
            mixing.forget()
            x = best
            continue
        x = mixing.next(image, f)
    if isinstance(advance, PeriodMap):
        advance.follow = False
    return Steady(best, least, np.array(residuals), tolerance)
