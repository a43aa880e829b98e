"""A chain on its way through time, as the loop takes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.codes import STATUS_TEXT, Status
from catena.drives.roller_chain.engines.choice import engine_of
from catena.drives.roller_chain.engines.deepest import DeepestWatch
from catena.drives.roller_chain.engines.tooth_jumps import ToothJumps
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.signals import Recording
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.drives.roller_chain.start.other_run import check_axes
from catena.drives.roller_chain.start.rest import Equilibrium
from catena.integrators.planar_chain.assembly import work_for
from catena.integrators.planar_chain.samples import Samples, Total, empty_samples
from catena.integrators.planar_chain.tables import State, System
from catena.numerics.arrays import Floats
from catena.run.pace import Pace
from catena.run.simulation import Advanced, Records, Simulation
from catena.run.step_control import levers_of
from catena.tables.checkpoint import copied


class ChainSimulation(Simulation):
    """State, scratch and engine of one run."""

    def __init__(
        self,
        spec: Spec,
        placed: Layout,
        system: System,
        pace: Pace,
        recording: Recording,
        start: State | None = None,
    ) -> None:
        self.spec, self.system = spec, system
        self.pace, self.recording = pace, recording
        self.equilibrium: Equilibrium | None = None
        if start is None:
            self.state, self.equilibrium = start_state(spec, placed, system)
        else:
            self.state = copied(start)
        self.work = work_for(system)
        self.engine = engine_of(spec, placed, system)
        self.creeps = spec.solve.motion == "quasi-static"
        self.jumps = ToothJumps(spec)
        self.deepest = DeepestWatch(spec, placed, system)

    def memory(self) -> dict[str, Any]:
        """All that the run continues from; other scratch is made anew by a block."""
        work = self.work
        kept = {"state": self.state, "counter": work.counter, "extreme": work.extreme}
        return {**kept, **self.jumps.memory(), **self.deepest.memory()}

    def adapted(self, arrays: Records, spec_text: str) -> Records:
        """The state another run ended with, if its axes stand where they do here."""
        stored = arrays.get("state.q")
        if stored is not None and stored.shape == self.state.q.shape:
            check_axes(self.spec, self.system, self.state.q, stored)
        return arrays

    def levers(self) -> tuple[Floats, Floats]:
        """Angles count with the pitch."""
        pitch = 2.0 * float(self.system.half.mean())
        levers = levers_of(((1.0, 1.0, pitch), self.state.q.size // 3))
        return levers, levers

    def compile(self) -> None:
        """One step of a copy; quasi-static kernels are loaded by the start."""
        if not self.creeps:
            state = copied(self.state)
            samples = empty_samples(1, state)
            self.engine(
                self.system, state, work_for(self.system), self.pace.step, 1, samples
            )

    def advance(self, done: int, steps: int) -> Advanced:
        """Take a block of steps, each record after so many of them."""
        pace = self.pace
        rows = steps // pace.every
        samples = empty_samples(rows, self.state)
        status = self.engine(
            self.system, self.state, self.work, pace.step, pace.every, samples
        )
        if status != Status.OK:
            return Advanced(0, failure=failure_text(status, samples, pace.step))
        self.deepest.seen(samples)
        shown = pace.frames_in(done // pace.every, rows)
        records = self.recording.records(samples, shown)
        events = self.jumps.seen(records["time"], records["sprocket_angle"])
        return Advanced(steps, records, events=events)


def failure_text(status: int, samples: Samples, step: float) -> str:
    """Why a chain cannot go on, when, and what may help."""
    at = float(np.max(samples.total[:, Total.TIME]))
    return (
        f"chain: {STATUS_TEXT[Status(status)]} at {at:.6g} s with steps of "
        f"{step:.3g} s; try a smaller solve.step or a longer solve.load_ramp"
    )
