"""A job that takes a model through time, whatever drive it belongs to."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catena.codes import Status
from catena.errors import Interrupted, SolverError
from catena.motion import Advance, Motion, stopped, unsound
from catena.numerics.arrays import Floats
from catena.results.health import Outcome
from catena.results.layout import Layout
from catena.tables.checkpoint import arrays_of, restore
from catena.timeloop.checkpoint import Checkpoint, CheckpointFile
from catena.timeloop.foretelling import foretold
from catena.timeloop.pace import Pace
from catena.timeloop.plan import TimePlan
from catena.timeloop.recorder import Recorder, no_peaks
from catena.timeloop.signals import layout_of
from catena.timeloop.stopping import StopWish, stop_wishes
from catena.timeloop.verdict import outcome_of

if TYPE_CHECKING:
    from catena.jobs import Progress, Sink


@dataclass(frozen=True)
class TimeJob:
    """Runs a plan: steps in chunks, records on the way, checkpoints in between."""

    plan: TimePlan

    def layout(self) -> Layout:
        """What the run will record."""
        return layout_of(self.plan)

    def foretold(self) -> dict[str, str]:
        """Size, largest step, results and gaps at the start, in words."""
        return foretold(self.plan)

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Run from the start, without checkpoints."""
        return self.march(sink, progress, None, None)

    def march(
        self,
        sink: Sink,
        progress: Progress,
        file: CheckpointFile | None,
        begin: Checkpoint | None,
    ) -> Outcome:
        """Run to the end, from the start or from a checkpoint.

        Raises:
            SolverError: a step failed; all records before it are in the sink.
            Interrupted: the user or a limit stopped it; it can be continued.
        """
        march = March(self.plan, sink, progress, file)
        if begin is not None:
            march.continue_from(begin)
        march.compile()
        with stop_wishes() as wish:
            march.run(wish)
        return outcome_of(self.plan, march.motion, march.recorder.peaks, begin)


class March:
    """One run on its way: state, records, pace."""

    def __init__(
        self,
        plan: TimePlan,
        sink: Sink,
        progress: Progress,
        file: CheckpointFile | None,
    ) -> None:
        model = plan.model
        self.plan, self.sink, self.progress, self.file = plan, sink, progress, file
        self.motion = Motion(model, model.start(), model.work())
        self.recorder = Recorder(plan, self.motion, no_peaks(model))
        self.steps: Advance = plan.stepper()
        self.done = 0
        self.handed_over = 0
        self.spent = 0.0

    def memory(self) -> dict[str, Floats]:
        """Every array the run continues from."""
        state = arrays_of(self.motion.state, "state.")
        return state | arrays_of(self.recorder.peaks, "peaks.")

    def continue_from(self, begin: Checkpoint) -> None:
        """Put the run where the checkpoint was taken."""
        restore(self.motion.state, begin.arrays, "state.")
        restore(self.recorder.peaks, begin.arrays, "peaks.")
        self.done = begin.facts.steps
        self.handed_over = begin.facts.samples
        self.spent = begin.facts.wall_time

    def compile(self) -> None:
        """Compile the kernels while Ctrl-C still works at once; takes no step."""
        from catena.jobs import STARTING

        self.progress(self.fraction(), STARTING)
        self.steps(self.motion.model.start(), self.motion.work, 0)
        self.motion.balance()

    def run(self, wish: StopWish) -> None:
        """The loop; ends complete, or where its state is complete."""
        self.pace = Pace(self.done, self.plan.steps)
        try:
            if self.handed_over == 0 and self.done == 0:
                self.record()
            self.tell()
            while self.done < self.plan.steps:
                self.take_steps()
                if self.pace.time_to_look():
                    wish.check()
                    self.look()
        except Interrupted as stop:
            self.hand_over()
            raise Interrupted(f"{stop} at t = {self.t:.6g} s") from None
        except SolverError:
            self.hand_over(checkpoint=False)
            raise
        self.hand_over(checkpoint=False)

    @property
    def t(self) -> float:
        """Simulated time [s]."""
        return float(self.motion.state.t[0])

    def fraction(self) -> float:
        """Share of the steps taken."""
        return self.done / self.plan.steps

    def take_steps(self) -> None:
        """Advance to the next record, or as far as a chunk goes."""
        every = self.plan.record_every
        next_record = min(self.done - self.done % every + every, self.plan.steps)
        n = min(next_record - self.done, self.pace.chunk)
        begun = time.perf_counter()
        status, taken = self.steps(self.motion.state, self.motion.work, n)
        if status not in (Status.OK, Status.PAUSED):
            raise stopped(self.motion, Status(status))
        self.pace.learn(taken, time.perf_counter() - begun)
        self.done += taken
        if self.done == next_record:
            self.record()

    def record(self) -> None:
        """Take a sample; stop when energy appears from nowhere or is no number."""
        now = self.recorder.take()
        if error := unsound(self.motion, now):
            if not math.isfinite(now.residual):
                self.recorder.forget_last()
            raise error

    def look(self) -> None:
        """Tell how far the run is; write what waits."""
        self.tell()
        if self.pace.time_to_flush(self.recorder.size()):
            self.hand_over()

    def tell(self) -> None:
        """Say how far the run is to whoever watches it, the clock among them."""
        state = self.motion.state
        contacts = int(state.rows.n_active[0])
        sweeps = float(state.report.sweeps[0])
        note = self.pace.note(self.done, self.plan.dt, contacts, sweeps)
        self.progress(self.fraction(), note)

    def hand_over(self, checkpoint: bool = True) -> None:
        """Samples to the sink first, then the checkpoint that counts them."""
        if self.recorder.samples:
            self.handed_over += len(self.recorder.samples)
            self.sink.append(self.recorder.block())
        if checkpoint and self.file is not None:
            wall_time = self.spent + self.pace.elapsed()
            self.file.save(self.done, self.handed_over, wall_time, self.memory())
