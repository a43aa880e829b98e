"""Sprockets that the chain jumps on, as events while a run goes on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catena.drives.roller_chain.key_numbers import relative_angles
from catena.drives.roller_chain.spec.drive import Spec
from catena.numerics.arrays import Floats
from catena.run.events import events_of
from catena.tables.events import EventKind, Events


def jump_pairs(sprockets: Sequence[str]) -> list[str]:
    """What the event list calls the chain on each sprocket."""
    return [f"chain on {name}" for name in sprockets]


class ToothJumps:
    """Watches how many teeth each sprocket has gained or lost against the leading one.

    A chain that jumps a tooth slips: the event has that kind.
    """

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.teeth = np.array([part.tooth_count for part in spec.sprocket], dtype=float)
        self.start: Floats = np.full(self.teeth.size, np.nan)
        """Lead at the first record; in an array, as a checkpoint keeps it [rad]."""
        self.jumped: Floats = np.zeros(self.teeth.size)

    def memory(self) -> dict[str, Floats]:
        """All that the watch continues from."""
        return {"jumps_start": self.start, "jumped": self.jumped}

    def seen(self, times: Floats, angles: Floats) -> Events:
        """What some records tell; angles in the sense of travel (times, sprockets)."""
        lead = relative_angles(self.spec, angles, self.spec.leader)
        if np.isnan(self.start).any():
            self.start[:] = lead[0]
        gained = np.round((lead - self.start) * self.teeth / (2.0 * np.pi))
        before = np.vstack([self.jumped, gained[:-1]])
        self.jumped[:] = gained[-1]
        changed = zip(*np.nonzero(gained != before), strict=True)
        return events_of((times[r], s, EventKind.SLIP, 0.0) for r, s in changed)
