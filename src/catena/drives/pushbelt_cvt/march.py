"""A pushbelt on its way through time: blocks of samples, checkpoints in between."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from catena.drives.pushbelt_cvt.layout import Layout
from catena.drives.pushbelt_cvt.pace import Pace
from catena.drives.pushbelt_cvt.recording import KEPT, block_of
from catena.drives.pushbelt_cvt.troubles import SlipWatch, trouble_text
from catena.errors import Interrupted, SolverError
from catena.numerics.arrays import Floats
from catena.integrators.steps.pushbelt_samples import empty_samples
from catena.integrators.steps.pushbelt_tables import System, Trouble, work_for
from catena.tables.checkpoint import arrays_of, restore
from catena.tables.state import State
from catena.timeloop.history import History

if TYPE_CHECKING:
    from catena.jobs import Progress, Sink
    from catena.timeloop.checkpoint import Checkpoint, CheckpointFile
    from catena.timeloop.stopping import StopWish

BLOCK_SNAPSHOTS = 8
"""Snapshots between two reports of progress."""
WRITTEN_SNAPSHOTS = 128
"""Snapshots written at once: a compressed file takes few large pieces much faster."""
CHECKPOINT_SECONDS = 30.0


class March:
    """One run on its way."""

    def __init__(
        self,
        placed: Layout,
        system: System,
        state: State,
        pace: Pace,
        file: CheckpointFile | None,
    ) -> None:
        self.placed, self.system, self.pace, self.file = placed, system, pace, file
        self.state = state
        self.work = work_for(system)
        self.line = placed.centre_line
        self.history = History()
        self.slip = SlipWatch(placed)
        self.pending: list[dict[str, Floats]] = []
        self.snapshots, self.spent = 0, 0.0

    def continue_from(self, begin: Checkpoint) -> None:
        """Put the run where the checkpoint was taken."""
        restore(self.state, begin.arrays, "state.")
        self.slip.slid[:] = begin.arrays["slid"]
        self.history.restore(begin.arrays, "history.")
        self.snapshots = begin.facts.samples // self.pace.apart
        self.spent = begin.facts.wall_time

    def memory(self) -> dict[str, Any]:
        """Every array the run continues from."""
        return {
            **arrays_of(self.state, "state."),
            **self.history.stored("history."),
            "slid": self.slip.slid,
        }

    def run(self, sink: Sink, progress: Progress, wish: StopWish) -> None:
        """To the end, or to where somebody stops it."""
        whole = self.pace.snapshots
        progress(self.snapshots / whole, "compiling or loading kernels")
        begun = last = time.perf_counter()
        before = self.spent
        try:
            while self.snapshots < whole:
                self._block()
                if len(self.pending) * BLOCK_SNAPSHOTS >= WRITTEN_SNAPSHOTS:
                    self._write(sink)
                now = time.perf_counter()
                self.spent = before + now - begun
                if now - last > CHECKPOINT_SECONDS:
                    self._checkpoint(sink)
                    last = now
                progress(self.snapshots / whole, f"{1e3 * self.state.t[0]:.2f} ms")
                wish.check()
        except Interrupted as stop:
            self._checkpoint(sink)
            raise Interrupted(f"{stop} at t = {self.state.t[0]:.6g} s") from None
        finally:
            self._write(sink)

    def _block(self) -> None:
        """Some samples: computed, kept for the file and for the verdict."""
        from catena.integrators.steps.pushbelt import advance

        pace = self.pace
        count = min(BLOCK_SNAPSHOTS, pace.snapshots - self.snapshots)
        samples = empty_samples(count * pace.apart, count, self.system)
        trouble, _ = advance(
            self.system, self.state, self.work, pace.step, pace.every, samples
        )
        if trouble != Trouble.NONE:
            raise SolverError(
                trouble_text(Trouble(trouble), self.state.t[0], pace.step)
            )
        block = block_of(samples, self.line, self.placed.data.centre_distance)
        self.pending.append(block)
        self.history.add({k: v for k, v in block.items() if k in KEPT})
        self.snapshots += count
        self.slip.look(samples, count * pace.apart * pace.every * pace.step)

    def _write(self, sink: Sink) -> None:
        """Give all pending samples to the file."""
        if self.pending:
            names = self.pending[0]
            whole = {n: np.concatenate([b[n] for b in self.pending]) for n in names}
            self.pending = []
            sink.append(whole)

    def _checkpoint(self, sink: Sink) -> None:
        self._write(sink)
        if self.file is not None and self.snapshots:
            rows = self.snapshots * self.pace.apart
            self.file.save(rows * self.pace.every, rows, self.spent, self.memory())
