"""A chain on its way through time: blocks of samples, checkpoints in between."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from catena.chain.assembly import work_for
from catena.chain.samples import TIME, Samples, empty_samples
from catena.chain.tables import B_END, B_WHEEL, SENSE, System
from catena.codes import STATUS_TEXT, Status
from catena.drives.roller_chain.engine import engine_of
from catena.drives.roller_chain.equilibrium import start_state
from catena.drives.roller_chain.judging import TOO_LARGE
from catena.drives.roller_chain.layout import Layout
from catena.drives.roller_chain.pace import Pace
from catena.drives.roller_chain.recording import block_of, frames_of
from catena.drives.roller_chain.spans import SpanProbe
from catena.drives.roller_chain.spec import Spec
from catena.errors import Interrupted, SolverError
from catena.numerics.arrays import Floats
from catena.tables.checkpoint import arrays_of, restore
from catena.timeloop.history import History

if TYPE_CHECKING:
    from catena.jobs import Progress, Sink
    from catena.timeloop.checkpoint import Checkpoint, CheckpointFile
    from catena.timeloop.stopping import StopWish

BLOCK_ROWS = 256
"""Samples between two reports of progress; a block starts with fresh directions, so
a continued run must keep them to give the same bits."""
CHECKPOINT_SECONDS = 30.0


class March:
    """One run on its way."""

    def __init__(
        self,
        spec: Spec,
        placed: Layout,
        system: System,
        pace: Pace,
        file: CheckpointFile | None,
    ) -> None:
        self.system, self.pace, self.file = system, pace, file
        self.state, self.equilibrium = start_state(spec, placed, system)
        self.work = work_for(self.state)
        self.probe = SpanProbe.of(placed)
        self.sprockets = len(spec.sprocket)
        self.elastic = bool(system.laws.floating)
        self.far = np.arange(self.sprockets)
        self.far[system.bar_code[B_WHEEL]] = system.bar_code[B_END]
        self.history, self.frames = History(), History()
        self.done, self.spent = 0, 0.0
        self.engine = engine_of(spec, placed, system)

    def continue_from(self, begin: Checkpoint) -> None:
        """Put the run where the checkpoint was taken."""
        restore(self.state, begin.arrays, "state.")
        self.work.counter[:] = begin.arrays["counter"]
        self.work.extreme[:] = begin.arrays["extreme"]
        self.history.restore(begin.arrays, "history.")
        self.frames.restore(begin.arrays, "frames.")
        self.done, self.spent = begin.facts.samples, begin.facts.wall_time

    def memory(self) -> dict[str, Any]:
        """Every array the run continues from."""
        return {
            **arrays_of(self.state, "state."),
            **self.history.stored("history."),
            **self.frames.stored("frames."),
            "counter": self.work.counter,
            "extreme": self.work.extreme,
        }

    def run(self, sink: Sink, progress: Progress, wish: StopWish) -> None:
        """To the end, or to where somebody stops it."""
        progress(self.done / self.pace.rows, "compiling or loading kernels")
        begun = last = time.perf_counter()
        before = self.spent
        try:
            while self.done < self.pace.rows:
                self._block(sink)
                now = time.perf_counter()
                self.spent = before + now - begun
                if now - last > CHECKPOINT_SECONDS:
                    self._checkpoint()
                    last = now
                progress(self.done / self.pace.rows, f"{self.state.t[0]:.3f} s")
                wish.check()
        except Interrupted as stop:
            self._checkpoint()
            raise Interrupted(f"{stop} at t = {self.state.t[0]:.6g} s") from None
        for name, values in self.frames.whole().items():
            sink.put(name, values)

    def _block(self, sink: Sink) -> None:
        """Some samples: computed, written, kept for the verdict and the picture."""
        pace = self.pace
        samples = empty_samples(min(BLOCK_ROWS, pace.rows - self.done), self.state)
        status = self.engine(
            self.system, self.state, self.work, pace.step, pace.every, samples
        )
        if status != Status.OK:
            raise SolverError(_failure(status, samples, pace.step))
        sense = self.system.rotor[SENSE, : self.sprockets]
        block = block_of(samples, self.probe, sense, self.far, self.elastic)
        sink.append(block)
        needed = {k: v for k, v in block.items() if k not in TOO_LARGE}
        self.history.add(needed)
        rows = range(len(samples.total))
        shown = [i for i in rows if self._is_frame(self.done + i)]
        self.frames.add(frames_of(samples, self.sprockets, np.array(shown, dtype=int)))
        self.done += len(rows)

    def _is_frame(self, row: int) -> bool:
        since = row - self.pace.frame_from
        return since >= 0 and since % self.pace.frame_every == 0

    def _checkpoint(self) -> None:
        if self.file is not None and self.done:
            steps = self.done * self.pace.every
            self.file.save(steps, self.done, self.spent, self.memory())


def _failure(status: int, samples: Samples, step: float) -> str:
    time_: Floats = samples.total[:, TIME]
    return (
        f"chain: {STATUS_TEXT[Status(status)]} at {time_.max():.6g} s with steps of "
        f"{step:.3g} s; try a smaller solve.step or a longer solve.load_ramp"
    )
