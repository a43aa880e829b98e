"""A chain in space that climbs its teeth: which link, where, since when, how often.

Three things are looked for at every record: plates that rode on a tooth tip in any step
since the last one, rollers between two others on a wheel that stand higher than half
the way from pitch circle to tip, and bush links on teeth beyond their play.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from catena.drives.roller_chain.engines.tooth_jumps import jump_pairs
from catena.drives.roller_chain.spatial.detection import (
    heights_on_teeth,
    lateral_excess,
    ways_to_tips,
)
from catena.drives.roller_chain.verdict import CLIMB_SHARE
from catena.numerics.arrays import Floats
from catena.run.events import events_of
from catena.tables.events import EventKind, Events
from catena.tables.spatial import SpatialChain, SpatialState, SpatialWork


class Climb(IntEnum):
    """What climbs; rows of the memory."""

    PLATES = 0
    ROLLERS = 1


WORDS = {Climb.PLATES: "plates of link {} on tips of {}",
         Climb.ROLLERS: "roller {} high on {}"}  # fmt: skip


class First(IntEnum):
    """Columns of what climbed first."""

    TIME = 0
    BODY = 1
    WHEEL = 2
    TIMES = 3
    """How often it began."""


class Most(IntEnum):
    """Columns of the largest value so far."""

    VALUE = 0
    TIME = 1
    BODY = 2
    WHEEL = 3


def logged_pairs(links: int, sprockets: Sequence[str]) -> list[str]:
    """What the event list calls chains that jump, plates on tips and high rollers.

    There are as many rollers as links.
    """
    climbing = [
        words.format(i + 1, name)
        for words in WORDS.values()
        for i in range(links)
        for name in sprockets
    ]
    return [*jump_pairs(sprockets), *climbing]


class ClimbWatch:
    """Watches plates, rollers and the sides of one run."""

    def __init__(self, system: SpatialChain, sprockets: Sequence[str]) -> None:
        self.system, self.sprockets = system, list(sprockets)
        self.ways = ways_to_tips(system)
        self.now: Floats = np.zeros((len(Climb), len(system.link), len(sprockets)))
        """1 where something climbed at the last record."""
        self.first: Floats = np.full((len(Climb), 4), np.nan)
        self.first[:, First.TIMES] = 0.0
        self.heights: Floats = np.zeros(len(sprockets))
        """Of the highest roller on each sprocket at the last record [m]."""
        self.most: Floats = np.array([[0.0, np.nan, 0.0, 0.0]] * 2)
        """Highest roller over its way to the tip, and largest excess sideways [m]."""

    def memory(self) -> dict[str, Floats]:
        """All that the watch continues from."""
        parts = ("now", "first", "most")
        return {f"climbing_{name}": getattr(self, name) for name in parts}

    def seen(self, state: SpatialState, work: SpatialWork) -> Events:
        """What began to climb since the last record."""
        t = float(state.t[0])
        heights = np.nan_to_num(heights_on_teeth(self.system, state, work))
        self.heights = heights.max(axis=0, initial=0.0)
        share = heights / self.ways
        self._keep(
            0, float(share.max()), t, np.unravel_index(share.argmax(), share.shape)
        )
        excess, *where = lateral_excess(self.system, state, work)
        self._keep(1, excess, t, where)
        climbs = np.stack([work.ridden > 0.0, share > CLIMB_SHARE])
        begun = np.argwhere(climbs & (self.now == 0.0))
        self.now[...] = climbs
        for what, body, wheel in begun:
            if self.first[what, First.TIMES] == 0.0:
                self.first[what, : First.TIMES] = t, body, wheel
            self.first[what, First.TIMES] += 1.0
        return events_of(
            (t, self._pair(*row), EventKind.CLIMB, 0.0) for row in begun.tolist()
        )

    def _keep(
        self, row: int, value: float, t: float, where: Sequence[float | np.intp]
    ) -> None:
        if value > self.most[row, Most.VALUE]:
            self.most[row] = value, t, float(where[0]), float(where[1])

    def _pair(self, what: int, body: int, wheel: int) -> int:
        """Its place among the logged pairs."""
        links, n = len(self.system.link), len(self.sprockets)
        return n + (what * links + body) * n + wheel

    def where_highest(self) -> str:
        """Which roller that was, where and when."""
        return self._place("roller", self.most[0])

    def where_aside(self) -> str:
        """Which link lay farthest beside its teeth, where and when."""
        return self._place("link", self.most[1])

    def _place(self, body: str, row: Floats) -> str:
        if np.isnan(row[Most.TIME]):
            return ""
        _, time, number, wheel = row
        name = self.sprockets[int(wheel)]
        return f"{body} {int(number) + 1} on {name!r} at {time:.4g} s"

    def times(self, what: Climb) -> int:
        """How often something of that kind began to climb."""
        return int(self.first[what, First.TIMES])

    def began(self, what: Climb) -> str:
        """The first of that kind, with place and time, and how often; empty if none."""
        if not (times := self.times(what)):
            return ""
        time, body, wheel, _ = self.first[what]
        words = WORDS[what].format(int(body) + 1, repr(self.sprockets[int(wheel)]))
        often = "once" if times == 1 else f"{times} times in all"
        return f"first {words} at {time:.4g} s, {often}"
