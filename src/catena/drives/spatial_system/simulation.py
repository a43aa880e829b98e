"""Bodies in space on their way through time, as the loop takes them."""

from __future__ import annotations

from typing import Any

from catena.codes import STATUS_TEXT, Status
from catena.drives.spatial_system.plan import Plan
from catena.drives.spatial_system.signals import Recording
from catena.integrators.steps.spatial_system import advance_bodies
from catena.numerics.arrays import Floats
from catena.run.pace import Pace
from catena.run.simulation import Advanced, Records, Simulation
from catena.run.start import with_added
from catena.run.step_control import levers_of
from catena.tables.checkpoint import copied
from catena.tables.events import taken_events
from catena.tables.spatial_bodies import body_work

ADDED = ("state.memory.modes", "state.memory.events.")
"""Arrays that end states of earlier versions do not have."""


class BodySimulation(Simulation):
    """State and scratch of one run."""

    def __init__(self, plan: Plan, recording: Recording, pace: Pace) -> None:
        self.system, self.recording, self.pace = plan.system, recording, pace
        self.state = copied(plan.start)
        self.work = body_work(plan.system)

    def memory(self) -> dict[str, Any]:
        """All that the run continues from."""
        return {"state": self.state}

    def adapted(self, arrays: Records, spec_text: str) -> Records:
        """End states of versions without events begin with contacts not known yet."""
        return with_added(arrays, self.state, ADDED)

    def levers(self) -> tuple[Floats, Floats]:
        """An angle counts as the way a metre off; a quaternion is half an angle."""
        placed = (1.0, 1.0, 1.0, *4 * (2.0,))
        n = len(self.state.q)
        return levers_of((placed * n, 1)), levers_of(((1.0,), self.state.u.size))

    def compile(self) -> None:
        """One step of a copy."""
        advance_bodies(
            self.system, copied(self.state), body_work(self.system), self.pace.step, 1
        )

    def first(self) -> Advanced:
        """The start, before any step."""
        return Advanced(0, self.recording.records(self.state, self.work, 0.0, True))

    def advance(self, done: int, steps: int) -> Advanced:
        """Take some steps, and a record where one is due."""
        pace, state, work = self.pace, self.state, self.work
        status = advance_bodies(self.system, state, work, pace.step, steps)
        events = taken_events(state.memory.events, work.log)
        if status != Status.OK:
            return Advanced(
                0,
                failure=f"system: {STATUS_TEXT[Status(status)]} at {self.t:.6g} s with "
                f"steps of {pace.step:.3g} s; try a smaller solve.step",
                events=events,
            )
        if (done + steps) % pace.every:
            return Advanced(steps, events=events)
        row = (done + steps) // pace.every - 1
        shown = bool(pace.frames_in(row, 1).size)
        apart = pace.step * pace.every
        records = self.recording.records(state, work, apart, shown)
        return Advanced(steps, records, events=events)
