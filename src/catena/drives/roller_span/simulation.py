"""A strand on its way through time, as the loop takes it."""

from __future__ import annotations

from typing import Any

from catena.drives.roller_span.recording import events_in, records_of
from catena.drives.roller_span.start import (
    bar_angles,
    bars_from,
    check_fits,
    state_from,
)
from catena.integrators.span.tables import failure_text, taken_from
from catena.run.pace import Pace
from catena.run.simulation import Advanced, Records, Simulation
from catena.tables.checkpoint import copied
from catena.tables.span import (
    Count,
    SpanState,
    SpanStatus,
    SpanSystem,
    empty_log,
    empty_work,
)

ROWS = 2048
"""Rows of the log; a full one pauses the advance."""


class SpanSimulation(Simulation):
    """State, scratch and log of one run."""

    def __init__(self, system: SpanSystem, state: SpanState, pace: Pace) -> None:
        self.system, self.state, self.pace = system, state, pace
        self.bars = bar_angles(system)
        """Where the gears behind torsion bars stand at time 0 [rad]."""
        self.work = empty_work(state.q.size)
        self.log = empty_log(state.q.size, ROWS)

    def memory(self) -> dict[str, Any]:
        """State and scratch: joint forces are the first guess of the next ones."""
        return {"state": self.state, "work": self.work, "bars": self.bars}

    def adapted(self, arrays: Records, spec_text: str) -> Records:
        """The end of another run, seen from the clock and the counts of this one."""
        if arrays["state.q"].size != self.state.q.size:
            return arrays  # refused with both sizes by the caller
        check_fits(arrays, self.system, self.state)
        self.bars[:] = bars_from(arrays, self.system, self.state)
        return state_from(arrays, self.state)

    def compile(self) -> None:
        """No step of a copy."""
        from catena.integrators.span.engine import advance

        state, work = copied(self.state), empty_work(self.state.q.size)
        advance(self.system, state, work, self.log, self.pace.step, 0, -1)

    def advance(self, done: int, steps: int) -> Advanced:
        """Go on by so many samples, or until the log is full."""
        from catena.integrators.span.engine import advance

        self.system.drive_angle, self.system.load_angle = self.bars
        interval, last = self.pace.step, done + steps - 1
        code, number = advance(
            self.system, self.state, self.work, self.log, interval, done, last
        )
        status = SpanStatus(code)
        stretch = taken_from(self.log, done, self.pace.frame_every, status)
        failure = failure_text(status, number, interval)
        records, events = records_of(stretch, done), events_in(stretch)
        return Advanced(number - done, records, failure, events)

    def details(self) -> str:
        """How long the strand is."""
        return f"{int(self.state.counts[Count.LINKS])} links"
