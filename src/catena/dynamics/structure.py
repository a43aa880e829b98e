"""What statics ask of a structure, from its forces alone.

The stiffness is the central difference of the forces, so that nothing is modelled a
second time (`catena.rods.equilibrium`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from catena.numerics.arrays import Bools, Floats

NUDGE = 1e-7
"""Difference of a coordinate, over its size."""
LOOSE = 1e-9
"""Stiffness over the largest below which it may be none."""
MARGIN = 10.0
"""Uncertainty over what two sizes of differences differ by."""


class Differenced(ABC):
    """A structure whose tangent is found by differences."""

    @property
    @abstractmethod
    def free(self) -> Bools:
        """Unknowns that may change."""

    @property
    @abstractmethod
    def sizes(self) -> Floats:
        """What counts as one, for every unknown."""

    @abstractmethod
    def start(self) -> Any:
        """The place at rest."""

    @abstractmethod
    def moved(self, place: Any, step: Floats) -> Any:
        """The place after a step."""

    @abstractmethod
    def forces_under(self, factor: float) -> Callable[[Any], Floats]:
        """All forces as a function of the place, with the loads times a factor."""

    def forces(self, place: Any, factor: float) -> Floats:
        """Loads times their factor, less inner forces."""
        return self.forces_under(factor)(place)

    def load(self, place: Any) -> Floats:
        """Loads at full size."""
        return np.asarray(self.forces(place, 1.0) - self.forces(place, 0.0))

    def stiffness(self, place: Any, factor: float) -> Floats:
        """-d forces / d place, by central differences."""
        return self._slopes(place, factor, NUDGE)

    def _slopes(self, place: Any, factor: float, nudge: float) -> Floats:
        """The same with differences of a share of the sizes."""
        forces, n = self.forces_under(factor), self.sizes.size
        found, step = np.zeros((n, n)), np.zeros(n)
        for i in np.flatnonzero(self.free):
            step[i] = nudge * self.sizes[i]
            change = forces(self.moved(place, -step)) - forces(self.moved(place, step))
            found[:, i] = change / (2.0 * step[i])
            step[i] = 0.0
        return found

    @cached_property
    def loose(self) -> bool:
        """Whether something moves that nothing holds.

        Thin rods bend 1e12 times more easily than they stretch. Rounding of what pulls
        does no work on a motion that stretches nothing: what two sizes of differences
        differ by along a shape tells whether its stiffness is one.
        """
        K = self._unloaded(NUDGE)
        values, shapes = np.linalg.eigh(K)
        highest = float(np.abs(values).max())
        low = np.flatnonzero(np.abs(values) < LOOSE * highest)
        if not low.size:
            return False
        change, shapes = self._unloaded(2.0 * NUDGE) - K, shapes[:, low]
        doubt = MARGIN * np.abs(np.einsum("im,ij,jm->m", shapes, change, shapes))
        doubt += 4.0 * np.finfo(float).eps * highest * np.sqrt(values.size)
        return bool((np.abs(values[low]) <= doubt).any())

    def _unloaded(self, nudge: float) -> Floats:
        """Stiffness at rest of all unknowns that may change, over their sizes."""
        own = self.free
        K = self._slopes(self.start(), 0.0, nudge)[np.ix_(own, own)]
        # turns and places count alike only after each is scaled by its size
        return np.asarray(self.sizes[own, None] * 0.5 * (K + K.T) * self.sizes[own])
