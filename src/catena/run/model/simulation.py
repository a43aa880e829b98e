"""A model of bodies, couplings and contacts on its way through time."""

from __future__ import annotations

import math
from typing import Any

from catena.codes import Status
from catena.motion import Motion, stopped, unsound
from catena.run.model.plan import TimePlan
from catena.run.model.recorder import Recorder, no_peaks
from catena.run.simulation import Advanced, Records, Simulation
from catena.run.start import with_added
from catena.tables.events import taken_events
from catena.tables.system import contact_count

ADDED = ("state.memory.slots.", "state.memory.search.gap")
"""Arrays that end states of earlier versions do not have."""


class ModelSimulation(Simulation):
    """State, scratch, engine and recorder of one run."""

    def __init__(self, plan: TimePlan) -> None:
        model = plan.model
        self.plan, self.pace = plan, plan.pace
        self.motion = Motion(model, model.start(), model.work())
        self.state = self.motion.state
        self.recorder = Recorder(plan, self.motion, no_peaks(model))
        self.steps = plan.stepper()

    def memory(self) -> dict[str, Any]:
        """All that the run continues from."""
        return {"state": self.state, "peaks": self.recorder.peaks}

    def adapted(self, arrays: Records, spec_text: str) -> Records:
        """End states of versions that kept no slots begin with empty ones."""
        return with_added(arrays, self.state, ADDED)

    def compile(self) -> None:
        """No step of a copy."""
        self.steps(self.motion.model.start(), self.motion.work, 0)
        self.motion.balance()

    def first(self) -> Advanced:
        """The start is recorded."""
        return self.recorded(0)

    def advance(self, done: int, steps: int) -> Advanced:
        """Take steps, and a record where one is due."""
        status, taken = self.steps(self.state, self.motion.work, steps)
        events = taken_events(self.state.memory.events, self.motion.work.log)
        if status not in (Status.OK, Status.PAUSED):
            words = str(stopped(self.motion, Status(status)))
            return Advanced(taken, failure=words, events=events)
        if done + taken == self.pace.next_stop(done):
            return self.recorded(taken)._replace(events=events)
        return Advanced(taken, events=events)

    def recorded(self, taken: int) -> Advanced:
        """A record; the run ends where energy is not finite or comes from nowhere."""
        records, now = self.recorder.take()
        error = unsound(self.motion, now)
        failure = "" if error is None else str(error)
        if failure and not math.isfinite(now.residual):
            return Advanced(taken, failure=failure)
        return Advanced(taken, records, failure)

    def details(self) -> str:
        """How many contacts are closed, and how hard they are to solve."""
        contacts = contact_count(self.state)
        sweeps = float(self.state.memory.report.sweeps[0])
        return f"{contacts} contacts, {sweeps:.1f} iterations"
