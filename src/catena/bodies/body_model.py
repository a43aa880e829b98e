"""Linear bodies in words: models that give constant matrices.

A model is a file with a class of words whose ``matrices`` follow from its numbers; its
name stands in the list of `bodies.linear_models`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from catena.numerics.arrays import Floats
from catena.numerics.statement import Stated


class Matrices(NamedTuple):
    """What a linear body is made of: M u' = f - D u - K q."""

    coordinates: tuple[str, ...]
    mass: Floats
    stiffness: Floats
    damping: Floats


class BodyModel(Stated, ABC):
    """A linear body by a few numbers."""

    @abstractmethod
    def matrices(self) -> Matrices:
        """Names of the coordinates and matrices, in SI."""
