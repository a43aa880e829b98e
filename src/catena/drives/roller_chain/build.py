"""The chain drive, ready to run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catena.chain.assembly import largest_step, work_for
from catena.chain.samples import TIME, empty_samples
from catena.chain.tables import SENSE, System
from catena.codes import STATUS_TEXT, Status
from catena.drives.roller_chain.judging import History, judged
from catena.drives.roller_chain.layout import Layout, layout_of
from catena.drives.roller_chain.recording import append_frames, block_of
from catena.drives.roller_chain.recording import layout_of as results_of
from catena.drives.roller_chain.spans import SpanProbe
from catena.drives.roller_chain.spec import Spec
from catena.drives.roller_chain.spec_boundaries import SpeedMotion
from catena.drives.roller_chain.tables import running_state, system_of
from catena.errors import AssemblyError, SolverError, SpecError
from catena.results import layout as results_layout

if TYPE_CHECKING:
    from catena.jobs import Progress, Sink
    from catena.results.health import Outcome

STEP_SHARE = 0.4
"""Default time step over the largest stable one."""
SAMPLES_PER_TOOTH = 16
BLOCK_ROWS = 256
"""Samples between two reports of progress."""


@dataclass(frozen=True)
class Pace:
    """How time is cut into steps, samples and frames."""

    step: float
    every: int
    """Steps per sample."""
    rows: int
    """Samples of the run."""
    frame_every: int
    """Samples per frame."""
    frame_from: int
    """First sample that becomes a frame."""


@dataclass(frozen=True, eq=False)
class ChainJob:
    """One run of a chain drive."""

    spec: Spec
    placed: Layout
    system: System
    pace: Pace

    def layout(self) -> results_layout.Layout:
        """What the run will record."""
        return results_of(
            self.placed.placement.link_count,
            [part.name for part in self.spec.sprocket],
            [part.name for part in self.spec.guide],
            list(SpanProbe.of(self.placed).names),
        )

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Run to the end; what happened before a failure is kept."""
        from catena.chain.step import advance

        state = running_state(self.spec, self.placed, self.system)
        work = work_for(state)
        probe, history = SpanProbe.of(self.placed), History()
        pace, sprockets = self.pace, len(self.spec.sprocket)
        sense = self.system.rotor[SENSE, :sprockets]
        progress(0.0, "compiling or loading kernels")
        done = 0
        while done < pace.rows:
            samples = empty_samples(min(BLOCK_ROWS, pace.rows - done), state)
            status = advance(self.system, state, work, pace.step, pace.every, samples)
            if status != Status.OK:
                raise SolverError(_failure(status, samples.total[:, TIME], pace.step))
            block = block_of(samples, probe, sense)
            sink.append(block)
            append_frames(sink, samples, sprockets, _frame_rows(pace, done))
            history.add(block)
            done += len(samples.total)
            progress(done / pace.rows, f"{state.t[0]:.3f} s")
        return judged(self.spec, self.placed, history, work.counter, pace.step)


def _failure(status: int, time: np.ndarray, step: float) -> str:
    return (
        f"chain: {STATUS_TEXT[Status(status)]} at {time.max():.6g} s with steps of "
        f"{step:.3g} s; try a smaller solve.step or a longer solve.load_ramp"
    )


def _frame_rows(pace: Pace, done: int) -> slice:
    """Which rows of a block become frames."""
    first = max(0, pace.frame_from - done)
    phase = (done + first - pace.frame_from) % pace.frame_every
    return slice(first + (-phase) % pace.frame_every, None, pace.frame_every)


def build(spec: Spec) -> ChainJob:
    """The run a specification asks for."""
    placed = layout_of(spec)
    system = system_of(spec, placed)
    return ChainJob(spec, placed, system, _pace(spec, placed, largest_step(system)))


def _pace(spec: Spec, placed: Layout, limit: float) -> Pace:
    solve = spec.solve
    step = STEP_SHARE * limit if solve.step is None else solve.step
    if step > 0.95 * limit:
        raise SpecError.at(
            "solve.step",
            step,
            f"is too large for these stiffnesses: at most {0.95 * limit:.3g} s",
            "leave it out to have it chosen",
        )
    tooth_period = 2.0 * np.pi / _fastest_teeth(spec)
    interval = solve.sample_interval or tooth_period / SAMPLES_PER_TOOTH
    every = max(1, round(interval / step))
    if solve.step is None:
        step = interval / max(1, int(np.ceil(interval / step)))
        every = max(1, round(interval / step))
    rows = max(2, round(solve.duration / (every * step)))
    loop = placed.placement.link_count * tooth_period
    shown = min(rows, round(loop / (every * step)))
    frame_every = max(1, round(shown / solve.frame_count))
    return Pace(step, every, rows, frame_every, rows - shown)


def _fastest_teeth(spec: Spec) -> float:
    """Teeth of the driver per time at its largest speed, times 2 pi [rad/s]."""
    for part in spec.sprocket:
        if isinstance(part.boundary, SpeedMotion):
            speed = max(part.boundary.speed, part.boundary.run_up or 0.0)
            return part.tooth_count * speed
    raise AssemblyError("roller_chain: no sprocket has a given speed")
