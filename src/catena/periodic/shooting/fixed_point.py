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
NEAR = 0.1
"""Residual up to which a motion that never repeats exactly still counts as even: a
tenth of what counts as one. Contacts that rattle leave such a rest."""
STALLED = 60
"""Maps without a better state after which a near one is taken."""


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
    exact: bool
    """Whether the residual is below its tolerance."""

    @property
    def found(self) -> bool:
        """Whether the motion repeats, exactly or nearly."""
        return self.exact or self.residual <= NEAR

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

    The best state met is the answer. Where contacts rattle, no motion repeats exactly:
    the residual stays where it is, and the search ends there if that is near enough.

    Args:
        advance: The map, at the state the search begins with.
        tolerance: Residual that counts as none.
        most: Maps after which to give up.
        memory: Residuals that are combined.
    """
    x = advance.numbers()
    residuals: list[float] = []
    older: deque[tuple[Floats, Floats]] = deque(maxlen=memory + 1)
    best, least, since = x, np.inf, 0
    if isinstance(advance, PeriodMap):
        advance.follow = True
    while len(residuals) < most:
        image = advance(x)
        f = image - x
        residuals.append(rms(f))
        if residuals[-1] < least:
            best, least, since = x, residuals[-1], len(residuals)
        stalled = least <= NEAR and len(residuals) - since >= STALLED
        if least <= tolerance or stalled:
            break
        if memory and residuals[-1] > LOST * least:
            older.clear()
            x = best
            continue
        older.append((image, f))
        x = mixed(list(older)) if memory else image
    if isinstance(advance, PeriodMap):
        advance.follow = False
    return Steady(best, least, np.array(residuals), least <= tolerance)


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
