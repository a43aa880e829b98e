"""The loop that takes every drive through time: blocks, records, checkpoints, stops."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from catena.errors import Interrupted, SolverError
from catena.results.catalogue import Catalogue
from catena.results.events import COUNT
from catena.run.checkpoint import Checkpoint, flattened, restored
from catena.run.clock import Clock
from catena.run.events import EventWatch
from catena.run.interruption import StopWish, stop_wishes
from catena.run.protocols import STARTING, RunContext
from catena.run.simulation import Advanced, Records, Simulation
from catena.run.start import Start, take_over
from catena.run.step_control import ControlledSteps, FixedSteps, steps_of
from catena.spec.step_control import StepControl


class Loop:
    """One run on its way."""

    def __init__(
        self,
        simulation: Simulation,
        catalogue: Catalogue,
        run: RunContext,
        steps: FixedSteps | ControlledSteps,
    ) -> None:
        self.simulation, self.steps, self.pace = simulation, steps, steps.pace
        self.catalogue, self.sink = catalogue, run.sink
        self.progress, self.file = run.progress, run.file
        self.waiting: list[Records] = []
        self.waiting_bytes = 0
        self.events = EventWatch(catalogue)
        self.handed_over = dict.fromkeys(catalogue.growing_dims, 0)
        self.done, self.spent = 0, 0.0
        self.clock = Clock(0, self.pace.steps)

    def continue_from(self, begin: Checkpoint) -> None:
        """Set the run where the checkpoint was taken, or where another run ended."""
        if isinstance(begin, Start):
            take_over(self.simulation, begin)
            return
        restored(self.memory(), begin.arrays)
        self.done, self.spent = begin.facts.steps, begin.facts.wall_time
        self.handed_over |= begin.facts.samples

    def memory(self) -> dict[str, Any]:
        """All that the run continues from, the event list included."""
        one, steps = self.simulation, self.steps
        return {**one.memory(), **steps.memory(), **self.events.memory()}

    def compile(self) -> None:
        """Compile the kernels while Ctrl-C still works at once; takes no step."""
        self.progress(self.fraction(), STARTING)
        self.simulation.compile()

    def run(self, wish: StopWish) -> None:
        """To the end, or to the first complete state after a stop request.

        Raises:
            SolverError: a step failed; all records before it are in the sink.
            Interrupted: the user or a limit stopped it; it can be continued.
        """
        self.clock = Clock(self.done, self.pace.steps)
        try:
            self.begin()
            while self.done < self.pace.steps:
                self.take_steps()
                # at the end of a block the state is complete: only there may a run stop
                if self.pace.block or self.clock.time_to_look():
                    wish.check()
                    self.look()
        except Interrupted as stop:
            self.hand_over()
            raise Interrupted(f"{stop} at t = {self.simulation.t:.6g} s") from None
        except SolverError:
            self.hand_over(checkpoint=False)
            raise
        self.hand_over()  # the last state is kept, for runs that start from it

    def begin(self) -> None:
        """Record the start, unless a checkpoint has it."""
        if self.done == 0 and not any(self.handed_over.values()):
            self.keep(self.simulation.first())
        self.tell()

    def fraction(self) -> float:
        """Share of the steps taken."""
        return self.done / self.pace.steps

    def take_steps(self) -> None:
        """Advance to the end of a block, or as far as a chunk goes."""
        n = self.pace.next_stop(self.done) - self.done
        if not self.pace.block:
            n = min(n, self.clock.chunk)
        begun = time.perf_counter()
        found = self.steps.advance(self.done, n)
        self.clock.learn(found.steps, time.perf_counter() - begun)
        self.keep(found)

    def keep(self, found: Advanced) -> None:
        """Count the steps and keep their records; stop where they failed."""
        self.done += found.steps
        if records := self.events.taken(found.records, found.events):
            self.waiting.append(records)
            self.waiting_bytes += sum(a.nbytes for a in records.values())
        if found.failure:
            error = SolverError(found.failure)
            # records so far are kept above, so that the last samples show the failure
            error.add_note(f"steps taken: {self.done}")
            raise error

    def look(self) -> None:
        """Say how far the run is; write what waits."""
        self.tell()
        if self.clock.time_to_flush(self.waiting_bytes):
            self.hand_over()

    def tell(self) -> None:
        """Report the progress; the wall limit listens as well."""
        one, dt = self.simulation, self.pace.step
        note = self.clock.note(self.done, one.t, dt, one.details())
        self.progress(self.fraction(), note)

    def hand_over(self, checkpoint: bool = True) -> None:
        """Records to the sink first, then the checkpoint that counts them."""
        if self.waiting:
            whole = joined(self.waiting)
            self.waiting, self.waiting_bytes = [], 0
            self.sink.append(whole)
            self.count(whole)
        if self.events.listed:
            self.sink.put(COUNT, self.events.counts)
        # written after the records it counts: a crash between leaves surplus records,
        # never missing ones
        if checkpoint and self.file is not None and any(self.handed_over.values()):
            arrays = flattened(self.memory())
            wall_time = self.spent + self.clock.elapsed()
            self.file.save(self.done, self.handed_over, wall_time, arrays)

    def count(self, records: Records) -> None:
        """How many records the sink has along each growing dimension."""
        for dim in self.handed_over:
            names = (v.name for v in self.catalogue.growing_along(dim))
            first = next((name for name in names if name in records), None)
            if first is not None:
                self.handed_over[dim] += len(records[first])


def joined(blocks: list[Records]) -> Records:
    """Records of several blocks, one after the other."""
    found: dict[str, list[np.ndarray]] = {}
    for block in blocks:
        for name, values in block.items():
            found.setdefault(name, []).append(values)
    return {name: np.concatenate(parts) for name, parts in found.items()}


def run_through(
    simulation: Simulation,
    catalogue: Catalogue,
    run: RunContext,
    control: StepControl | None = None,
) -> FixedSteps | ControlledSteps:
    """Take a simulation to its end, from the start or from a checkpoint.

    Args:
        simulation: The drive on its way.
        catalogue: What it records.
        run: Where it writes, whom it informs, where it begins.
        control: Lets the size of steps follow the motion.

    Returns:
        Steps taken, and what is to be told of them.

    Raises:
        SolverError: a step failed; all records before it are in the sink.
        Interrupted: the user or a limit stopped it; it can be continued.
    """
    steps = steps_of(simulation, control)
    loop = Loop(simulation, catalogue, run, steps)
    if run.begin is not None:
        loop.continue_from(run.begin)
    loop.compile()
    with stop_wishes() as wish:
        loop.run(wish)
    return steps
