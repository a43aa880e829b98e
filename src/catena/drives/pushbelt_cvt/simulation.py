"""A pushbelt on its way through time, as the loop takes it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.signals import block_of
from catena.drives.pushbelt_cvt.start.other_run import planar_arrays
from catena.drives.pushbelt_cvt.troubles import BeltSlip, trouble_text
from catena.integrators.steps.pushbelt_samples import empty_samples
from catena.integrators.steps.pushbelt_tables import (
    PULLEY_COUNT,
    System,
    Trouble,
    work_for,
)
from catena.numerics.arrays import Floats
from catena.run.pace import Pace
from catena.run.simulation import Advanced, Records, Simulation
from catena.run.step_control import levers_of
from catena.tables.state import State


class BeltSimulation(Simulation):
    """State and scratch of one run."""

    def __init__(
        self, placed: Layout, system: System, start: State, pace: Pace
    ) -> None:
        self.placed, self.system, self.pace = placed, system, pace
        self.state = deepcopy(start)
        self.work = work_for(system)
        self.slip = BeltSlip(placed)

    def memory(self) -> dict[str, Any]:
        """All that the run continues from; other scratch is made anew by a step."""
        return {"state": self.state, "slid": self.slip.watch.slid}

    def adapted(self, arrays: Records, spec_text: str) -> Records:
        """The end of another planar run, with the counts of this one."""
        return planar_arrays(self.placed.data, arrays, spec_text)

    def levers(self) -> tuple[Floats, Floats]:
        """Of elements, sheaves, the ring with its sections, and shafts."""
        high, far = self.placed.levers
        levers = levers_of(
            ((1.0, 1.0, high), self.system.elements),
            ((far, 1.0, far, far), PULLEY_COUNT),
            ((1.0, 1.0), self.system.spans),
            ((high,), self.system.angles),
            ((1.0, 1.0, far), PULLEY_COUNT if any(self.placed.data.bearings) else 0),
        )
        return levers, levers

    def compile(self) -> None:
        """One step of a copy."""
        from catena.integrators.steps.pushbelt import advance

        state = deepcopy(self.state)
        work, samples = work_for(self.system), empty_samples(1, 1, self.system)
        advance(self.system, state, work, self.pace.step, 1, samples)

    def advance(self, done: int, steps: int) -> Advanced:
        """Take a block of steps, with its samples and snapshots."""
        from catena.integrators.steps.pushbelt import advance

        pace = self.pace
        rows = steps // pace.every
        shown = pace.frames_in(done // pace.every, rows)
        samples = empty_samples(rows, shown.size, self.system)
        trouble, _ = advance(
            self.system, self.state, self.work, pace.step, pace.every, samples
        )
        if trouble != Trouble.NONE:
            words = trouble_text(Trouble(trouble), self.t, pace.step)
            return Advanced(0, failure=words)
        block = block_of(samples, self.placed, shown)
        slipping = self.slip.look(samples, steps * pace.step)
        return Advanced(steps, block, slipping, self.slip.watch.events())
