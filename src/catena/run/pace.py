"""How simulated time is cut into steps, records, frames and blocks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.numerics.arrays import Ints


@dataclass(frozen=True)
class Pace:
    """The raster of a run in time."""

    step: float
    """Length of a step [s]."""
    steps: int
    """Of the whole run."""
    every: int
    """Steps from one record to the next."""
    frame_every: int = 1
    """Records from one frame of the picture to the next."""
    frame_from: int = 0
    """First record that becomes a frame."""
    block: int = 0
    """Steps taken at once, where results depend on where blocks begin; 0: as many as
    the clock allows."""
    whole: int = 0
    """Steps of which whole numbers must be taken at once: from one snapshot to the next
    where a block is divided by them; 0: from one record to the next."""

    @property
    def rows(self) -> int:
        """Records after the start."""
        return -(-self.steps // self.every)

    @property
    def frames(self) -> int:
        """Frames of the whole run."""
        return len(range(self.frame_from, self.rows, self.frame_every))

    @property
    def snapshots(self) -> int:
        """Snapshots of the whole run, where there are any."""
        return self.steps // self.whole if self.whole else 0

    @property
    def duration(self) -> float:
        """Simulated time of the whole run [s]."""
        return self.steps * self.step

    def next_stop(self, done: int) -> int:
        """The step that no block passes: the end of a block, or the next record."""
        apart = self.block or self.every
        return min(done - done % apart + apart, self.steps)

    def frames_in(self, first: int, rows: int) -> Ints:
        """Which of some records are frames, counted from the first of them."""
        since = np.arange(first, first + rows) - self.frame_from
        return np.flatnonzero((since >= 0) & (since % self.frame_every == 0))
