"""A chain that came to rest under its loads."""

from __future__ import annotations

from dataclasses import dataclass

from catena.integrators.planar_chain.tables import State
from catena.numerics.arrays import Ints

SMALL_SHARE = 0.01
"""Force left over the largest joint force up to which a run still starts."""


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """Where a chain came to rest."""

    state: State
    reached: bool
    left: float
    """Largest force left on a link [N]."""
    steps: int
    largest: float
    """Largest joint force [N]."""
    seats: Ints
    """Sprocket whose teeth each roller presses on, -1 for none."""
    worst: tuple[str, int]
    """What carries the force left: a link or a rotor, and its number."""

    @property
    def near(self) -> bool:
        """Whether a run may start from it."""
        return self.reached or self.left <= SMALL_SHARE * self.largest
