"""Revolutions of a run of a variator that count, and what its verdict takes from them.

Means are taken over whole revolutions of the belt or chain, the first ones discarded;
how well they agree with each other says whether the run has settled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from catena.drives.variator.boundary.data import PulleyBoundary
from catena.drives.variator.drift import shift_rate, steady, with_ratio
from catena.drives.variator.pulley_means import PulleyMeans
from catena.drives.variator.revolutions import Revolutions, belt_turns, revolutions_of
from catena.numerics.arrays import Floats
from catena.results.health import KeyNumber
from catena.run.settling import SLIP_SIZE, Settling, Watched, settling

Means = TypeVar("Means", bound=PulleyMeans)
Signals = Mapping[str, Floats]

WATCHED = (
    Watched("speed_primary"),
    Watched("speed_secondary"),
    Watched("thrust_ratio"),
    Watched("speed_ratio"),
    Watched("slip_primary", SLIP_SIZE),
    Watched("slip_secondary", SLIP_SIZE),
    Watched("axial_"),
)
"""What stands still in any settled variator; speeds first, for forces and slip follow
where torques drive."""
LEAST_ROUNDS = 2
"""Revolutions that show whether a run has settled."""


def kept_turns(
    signals: Signals, speed: Floats, length: float, discard: float
) -> tuple[Floats, Revolutions]:
    """Turns of a belt of this length at all times, and the revolutions that count."""
    turns = belt_turns(signals["time"], speed, length)
    return turns, revolutions_of(signals["time"], turns).after(discard)


@dataclass(frozen=True)
class Kept(Generic[Means]):
    """Means over the revolutions that count, all together and one by one."""

    rounds: Revolutions
    late: slice
    """Samples of these revolutions."""
    passing: float
    """Revolutions per time [1/s]."""
    means: Means
    each: Means
    found: Settling

    @property
    def begin(self) -> float:
        """When the first of them begins [s]."""
        return float(self.rounds.as_one().ends[0])

    @property
    def shift(self) -> list[KeyNumber]:
        """How fast the ratio changes."""
        return list(shift_rate(self.rounds.ends, self.each.geometric_ratio))


def kept(
    turns: Floats,
    rounds: Revolutions,
    means_over: Callable[[Revolutions], Means],
    numbers_of: Callable[[Means], list[KeyNumber]],
    watched: Sequence[Watched],
    imposed: Sequence[PulleyBoundary],
) -> Kept[Means]:
    """The means of a run, and how far they have settled.

    Args:
        turns: Of the belt at all times.
        rounds: Revolutions that count.
        means_over: Means over each of some revolutions.
        numbers_of: Key numbers out of means over all of them.
        watched: Which of these must stand still.
        imposed: What acts on both pulleys.
    """
    whole = rounds.as_one()
    means, each = means_over(whole), means_over(rounds)
    found = settling(
        numbers_of(means),
        [numbers_of(means_over(one)) for one in rounds.each()],
        watched,
        changing=not steady(imposed),
        window="one revolution",
        short=rounds.count < LEAST_ROUNDS,
    )
    return Kept(
        rounds,
        slice(int(np.searchsorted(rounds.time, whole.ends[0])), None),
        float(whole.rates(turns)[0]),
        means,
        each,
        with_ratio(found, each.geometric_ratio),
    )
