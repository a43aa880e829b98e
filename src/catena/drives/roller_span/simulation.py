"""A strand on its way through time, as the loop takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from catena.drives.roller_span.recording import events_in, records_of
from catena.drives.roller_span.start import (
    bar_angles,
    bars_from,
    check_fits,
    state_from,
)
from catena.integrators.span.tables import REASONS, failure_text, taken_from
from catena.numerics.arrays import Floats
from catena.rounding import rounded
from catena.run.pace import Pace
from catena.run.simulation import Advanced, Records, Simulation
from catena.tables.checkpoint import copied
from catena.tables.span import (
    Count,
    DriveKind,
    SpanState,
    SpanStatus,
    SpanSystem,
    empty_log,
    empty_work,
)

ROWS = 2048
"""Rows of the log; a full one pauses the advance."""
HANGS = 0.5
"""Way below its tangent, in pitches, from which a strand counts as slack; taut ones
swing by a tenth."""


class SlackWatch:
    """Keeps since when a strand hangs below its tangent, for why a sprocket stops."""

    def __init__(self, system: SpanSystem) -> None:
        self.system = system
        self.since = np.array([np.nan])
        """Begin of the slack it has now [s]; NaN: it is taut."""
        self.sag = self.tension = 0.0

    def seen(self, samples: Mapping[str, Floats]) -> None:
        """Look at some records."""
        time = samples["time"]
        if not time.size:
            return
        height = min(self.system.driver_radius, self.system.driven_radius)
        sag = height - samples["lowest"]
        taut = np.flatnonzero(sag <= HANGS * self.system.pitch)
        begin = int(taut[-1]) + 1 if taut.size else 0
        if begin == time.size:
            self.since[0] = np.nan
        elif taut.size or np.isnan(self.since[0]):
            self.since[0] = time[begin]
        self.sag, self.tension = float(sag[-1]), float(samples["tension_middle"][-1])

    def why_stopped(self, state: SpanState) -> str:
        """Which sprocket stopped, and what may help, in words."""
        driver = bool(state.u[0] <= 0.0)
        name = "driver" if driver else "driven sprocket"
        words = f"the {name} stopped or turned back; the model knows forward running"
        if not driver and not np.isnan(self.since[0]):
            return (
                f"{words} only. The strand went slack at {self.since[0]:.3g} s, hangs "
                f"{1e3 * self.sag:.3g} mm below its tangent and carries "
                f"{rounded(self.tension)} N: the load brakes the {name} alone; more "
                "load, less speed or a larger chain.joint_damping keeps it taut"
            )
        if self.system.drive_kind == DriveKind.SPEED:
            return f"{words} only: lower the load, or raise driven.inertia"
        return f"{words} only: raise the drive torque or prescribe the speed"


class SpanSimulation(Simulation):
    """State, scratch and log of one run."""

    def __init__(self, system: SpanSystem, state: SpanState, pace: Pace) -> None:
        self.system, self.state, self.pace = system, state, pace
        self.bars = bar_angles(system)
        """Where the gears behind torsion bars stand at time 0 [rad]."""
        self.work = empty_work(state.q.size)
        self.log = empty_log(state.q.size, ROWS)
        self.slack = SlackWatch(system)

    def memory(self) -> dict[str, Any]:
        """State and scratch: joint forces are the first guess of the next ones."""
        kept = {"state": self.state, "work": self.work, "bars": self.bars}
        return {**kept, "slack": self.slack.since}

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
        self.slack.seen(stretch.samples)
        failure = failure_text(status, number, interval)
        if status == SpanStatus.REVERSED:
            why = self.slack.why_stopped(self.state)
            failure = failure.replace(REASONS[status], why)
        records, events = records_of(stretch, done), events_in(stretch)
        return Advanced(number - done, records, failure, events)

    def details(self) -> str:
        """How long the strand is."""
        return f"{int(self.state.counts[Count.LINKS])} links"
