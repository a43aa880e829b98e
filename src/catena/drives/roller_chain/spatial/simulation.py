"""A chain in space on its way through time, as the loop takes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.codes import STATUS_TEXT, FrictionLaw, Status
from catena.drives.roller_chain.engines.climbing import ClimbWatch
from catena.drives.roller_chain.engines.tooth_jumps import ToothJumps
from catena.drives.roller_chain.spatial.detection import chain_off, lateral_excess
from catena.drives.roller_chain.spatial.layout import SpatialLayout
from catena.drives.roller_chain.spatial.recording import Instant, SpatialRecording
from catena.drives.roller_chain.spatial.start import start_state, stored_energy
from catena.drives.roller_chain.spec.drive import Spec
from catena.integrators.spatial_explicit import advance_explicit
from catena.integrators.spatial_implicit import advance_spatial
from catena.numerics.arrays import Floats
from catena.rows.spatial_forces import ContactForces, contact_forces
from catena.run.events import both
from catena.run.pace import Pace
from catena.run.simulation import Advanced, Simulation
from catena.run.step_control import levers_of
from catena.solvers.spatial_work import explicit_work_for
from catena.tables.checkpoint import copied
from catena.tables.spatial import (
    SpatialChain,
    SpatialState,
    SpatialWork,
    work_for,
)

LAWS = {
    "set-valued": FrictionLaw.COULOMB_DISC,
    "regularised": FrictionLaw.REGULARISED,
}
"""Friction of the explicit scheme by its word in ``solve.friction``."""


class Scheme:
    """Takes steps of one run."""

    def __init__(self, spec: Spec, system: SpatialChain) -> None:
        self.system = system
        self.explicit = spec.spatial.scheme == "explicit"
        self.law = int(LAWS[spec.solve.friction])
        self.more = explicit_work_for(system)

    def advance(
        self, state: SpatialState, work: SpatialWork, step: float, steps: int
    ) -> int:
        """Take steps; how they ended, see `codes.Status`."""
        if not self.explicit:
            return int(advance_spatial(self.system, state, work, step, steps, 0.0))
        return int(
            advance_explicit(self.system, state, work, self.more, step, steps, self.law)
        )


class SpatialSimulation(Simulation):
    """State and scratch of one run."""

    def __init__(
        self,
        spec: Spec,
        placed: SpatialLayout,
        system: SpatialChain,
        pace: Pace,
        recording: SpatialRecording,
        start: SpatialState | None = None,
    ) -> None:
        self.spec, self.placed, self.system = spec, placed, system
        self.pace, self.recording = pace, recording
        self.work, self.scheme = work_for(system), Scheme(spec, system)
        if start is None:
            start = start_state(spec, placed, system, self.work)
        self.state = copied(start)
        self.before = self.state.link_u[:, 2].copy()
        self.start = np.array(stored_energy(system, self.state, self.work))
        self.jumps = ToothJumps(spec)
        self.climbs = ClimbWatch(system, recording.sprockets)
        self.work.ridden[:] = 0.0  # of the chain as it settles

    def memory(self) -> dict[str, Any]:
        """All that the run continues from; scratch is made anew by every step."""
        kept = {"state": self.state, "before": self.before, "start": self.start}
        kept["ridden"] = self.work.ridden
        return {**kept, **self.jumps.memory(), **self.climbs.memory()}

    def refresh(self) -> None:
        """Speeds and energy of the state taken over."""
        self.before[:] = self.state.link_u[:, 2]
        self.start[...] = stored_energy(self.system, self.state, self.work)

    def levers(self) -> tuple[Floats, Floats]:
        """Angles count with the pitch; a quaternion is half an angle."""
        state, pitch = self.state, self.placed.data.chain.pitch
        n, r, b = len(state.link_q), len(state.roller_q), state.border_q.size
        behind = ((1.0, 1.0, pitch) * r, 1), ((pitch,), b)
        turned = (1.0, 1.0, 1.0, *4 * (2.0 * pitch,)), (1.0, 1.0, 1.0, *3 * (pitch,))
        q, u = (levers_of((one * n, 1), *behind) for one in turned)
        return q, u

    def compile(self) -> None:
        """One step of a copy."""
        work = work_for(self.system)
        self.scheme.advance(copied(self.state), work, self.pace.step, 1)

    def advance(self, done: int, steps: int) -> Advanced:
        """Take some steps, and a record where one is due."""
        step, every = self.pace.step, self.pace.every
        status = self.scheme.advance(self.state, self.work, step, steps)
        if status != Status.OK:
            return Advanced(0, failure=self._failure(status))
        if (done + steps) % every:
            return Advanced(steps)
        row, contact = (done + steps) // every - 1, None
        if self.pace.frames_in(row, 1).size:  # before contacts are looked for anew
            contact = contact_forces(self.system, self.state, self.work, step)
        off = chain_off(self.spec, self.system, self.state, self.work)
        climbed = self.climbs.seen(self.state, self.work)
        records = self.recording.records(self._instant(contact))
        failure = off and f"chain off at {self.t:.6g} s: {off}"
        jumped = self.jumps.seen(records["time"], records["sprocket_angle"])
        return Advanced(steps, records, failure, both(jumped, climbed))

    def _instant(self, contact: ContactForces | None) -> Instant:
        """What is seen of the present state; sums since the last sample start anew."""
        state, work = self.state, self.work
        apart = self.pace.step * self.pace.every
        acceleration = (state.link_u[:, 2] - self.before) / apart
        self.before[:] = state.link_u[:, 2]
        forces = work.force.copy()
        energy = stored_energy(self.system, state, work)
        excess = lateral_excess(self.system, state, work)[0]
        means = state.side[[0, 1, 4]] / max(state.side[2], 1.0)
        state.side[:], work.ridden[:] = 0.0, 0.0
        return Instant(
            state,
            forces,
            acceleration,
            np.array(energy),
            self.start,
            means,
            excess,
            self.climbs.heights,
            work.centre.copy(),
            work.axes.copy(),
            contact,
        )

    def _failure(self, status: int) -> str:
        what = STATUS_TEXT[Status(status)]
        if status == Status.LAW_LIMIT:
            what = (
                "a roller is pressed deeper into its bush than 0.54 of "
                f"spatial.roller.clearance = {self.spec.spatial.roller.clearance:.3g} "
                "m, where Johnson's law ends,"
            )
        others = "try a smaller solve.step, or spatial.roller.concentric"
        askew = self.placed.warnings(self.spec)
        if askew:
            others = f"reduce the offset or skew first: {askew[0]}; then {others}"
        return (
            f"chain: {what} at {self.t:.6g} s with steps of {self.pace.step:.3g} s; "
            f"{others}"
        )
