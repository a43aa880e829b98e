"""A belt drive on its way through time, as the loop takes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.codes import STATUS_TEXT, Status
from catena.drives.belt_drive.signals import Recording
from catena.integrators.steps.belt_drive_tables import empty_samples, work_for
from catena.numerics.arrays import Floats
from catena.run.pace import Pace
from catena.run.simulation import Advanced, Simulation
from catena.run.step_control import levers_of
from catena.tables.checkpoint import copied
from catena.tables.state import State


class BeltSimulation(Simulation):
    """State and scratch of one run."""

    def __init__(self, recording: Recording, start: State, pace: Pace) -> None:
        self.recording, self.pace = recording, pace
        self.system = recording.plan.system
        self.state = copied(start)
        self.work = work_for(self.system, start.ledger.input_work.size)

    def memory(self) -> dict[str, Any]:
        """All that the run continues from; scratch is made anew by a step."""
        return {"state": self.state}

    def levers(self) -> tuple[Floats, Floats]:
        """Angles count with the radius of the largest pulley."""
        radius = max(wheel.radius for wheel in self.recording.placed.wheels)
        levers = levers_of(
            ((1.0, 1.0, radius), self.system.bodies), ((1.0, 1.0), self.system.knots)
        )
        return levers, levers

    def compile(self) -> None:
        """One step of a copy."""
        from catena.integrators.steps.belt_drive import advance

        state = copied(self.state)
        work = work_for(self.system, state.ledger.input_work.size)
        samples = empty_samples(1, self.system, state)
        advance(self.system, state, work, self.pace.step, 1, samples)

    def advance(self, done: int, steps: int) -> Advanced:
        """Take a block of steps, each record after so many of them."""
        from catena.integrators.steps.belt_drive import advance

        pace = self.pace
        rows = steps // pace.every
        samples = empty_samples(rows, self.system, self.state)
        status = advance(
            self.system, self.state, self.work, pace.step, pace.every, samples
        )
        if status != Status.OK:
            at = float(np.max(samples.total[:, 0]))
            return Advanced(
                0,
                failure=f"belt: {STATUS_TEXT[Status(status)]} at {at:.6g} s with steps "
                f"of {pace.step:.3g} s; try a smaller solve.step or a longer "
                "solve.load_ramp",
            )
        shown = pace.frames_in(done // pace.every, rows)
        return Advanced(steps, self.recording.records(samples, shown))
