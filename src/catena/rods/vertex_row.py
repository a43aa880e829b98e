"""In what rods in the plane and in space are alike: vertices in a row, loads there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.rods.loads import PointLoad


class VertexRow(ABC):
    """Vertices in a row or a ring with an element behind each; no rod by itself."""

    points: Floats
    """Places of the vertices at rest (vertices, 2 or 3) [m]."""
    closed: bool
    loads: list[PointLoad]

    @property
    @abstractmethod
    def lengths(self) -> Floats:
        """Of all elements at rest [m]."""

    @property
    def vertices(self) -> int:
        """Their number."""
        return int(self.points.shape[0])

    @property
    def elements(self) -> int:
        """Their number."""
        return self.vertices if self.closed else self.vertices - 1

    @cached_property
    def steps(self) -> Floats:
        """From one vertex to the next at rest (elements, 2 or 3) [m]."""
        ahead = np.roll(self.points, -1, axis=0) if self.closed else self.points[1:]
        return np.asarray(ahead - self.points[: self.elements])

    @property
    def length(self) -> float:
        """At rest [m]."""
        return float(self.lengths.sum())

    def beside(self, vertex: int) -> Ints:
        """Elements that meet at a vertex."""
        found = np.array([vertex - 1, vertex])
        if self.closed:
            return found % self.elements
        return found[(found >= 0) & (found < self.elements)]

    @property
    def follows(self) -> bool:
        """Whether a load turns with the rod."""
        return any(load.follows for load in self.loads)

    @property
    def multipliers(self) -> int:
        """Forces of joints among the unknowns: none."""
        return 0

    @property
    def force_scale(self) -> float:
        """Largest force, or moment over the length, that acts [N]."""
        sizes = [abs(f) for load in self.loads for f in load.force]
        sizes += [abs(m) / self.length for load in self.loads for m in load.moment]
        return max(sizes, default=1.0) or 1.0
