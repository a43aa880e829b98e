"""A pushbelt in space on its way through time, as the loop takes it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from catena.bodies.sheave_spatial import SIDES
from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.spatial.layout import SpatialLayout, refuse_other_hubs
from catena.drives.pushbelt_cvt.spatial.signals import spatial_block_of
from catena.drives.pushbelt_cvt.spatial.start import lifted_state
from catena.drives.pushbelt_cvt.spatial.troubles import spatial_trouble_text
from catena.drives.pushbelt_cvt.start.other_run import (
    arrays_in_state,
    planar_state,
    refuse_other_variator,
    spec_of,
)
from catena.drives.pushbelt_cvt.troubles import BeltSlip, trouble_text
from catena.integrators.steps.pushbelt_samples import empty_samples
from catena.integrators.steps.pushbelt_tables import (
    PULLEY_COUNT,
    System,
    Trouble,
    work_for,
)
from catena.integrators.steps.spatial_pushbelt_samples import empty_spatial_samples
from catena.integrators.steps.spatial_pushbelt_tables import (
    SpatialSystem,
    SpatialWork,
    spatial_work_for,
)
from catena.numerics.arrays import Floats
from catena.run.pace import Pace
from catena.run.simulation import Advanced, Records, Simulation
from catena.run.step_control import levers_of
from catena.tables.checkpoint import arrays_of
from catena.tables.state import State


class SpatialBeltSimulation(Simulation):
    """State and scratch of one run, and the planar belt it may start from."""

    def __init__(
        self,
        placed: SpatialLayout,
        systems: tuple[System, SpatialSystem],
        starts: tuple[State, State],
        pace: Pace,
        planar_steps: int,
    ) -> None:
        self.placed, self.pace = placed, pace
        self.plane, self.system = systems
        self.planar_start, self.planar_steps = starts[0], planar_steps
        self.state = deepcopy(starts[1])
        self.work = self._fresh_work()
        self.slip = BeltSlip(placed.plane)

    def _fresh_work(self) -> SpatialWork:
        return spatial_work_for(self.system, self.placed.space.friction_across)

    def memory(self) -> dict[str, Any]:
        """All that the run continues from; other scratch is made anew by a step."""
        return {"state": self.state, "slid": self.slip.watch.slid}

    def adapted(self, arrays: Records, spec_text: str) -> Records:
        """The end of another run; one in the plane is lifted, gap by gap."""
        other = spec_of(spec_text)
        if other.fidelity == "spatial":
            refuse_other_variator(self.placed.data, belt_data(other))
            return arrays
        refuse_other_hubs(self.placed, belt_data(other))
        state = planar_state(self.placed.plane.data, other, arrays)
        placed = self.placed
        lifted = lifted_state(
            placed.plane, self.plane, state, self.system, placed.space
        )
        return arrays_in_state(lifted)

    def levers(self) -> tuple[Floats, Floats]:
        """Of elements, sheaves and both rings; a quaternion is half an angle."""
        n, spans = self.system.elements, self.system.spans
        high, far = self.placed.plane.levers
        sheave = (1.0, far, far)
        behind = (
            ((far, *sheave, *sheave), PULLEY_COUNT),
            ((1.0, 1.0, 1.0), SIDES * spans),
            ((high,), self.system.rings.twists),
        )
        turned = (1.0, 1.0, 1.0, *4 * (2.0 * high,)), (1.0, 1.0, 1.0, *3 * (high,))
        q, u = (levers_of((one * n, 1), *behind) for one in turned)
        return q, u

    def compile(self) -> None:
        """One step of copies."""
        from catena.integrators.steps.spatial_pushbelt import advance_spatial_belt

        state, samples = deepcopy(self.state), empty_spatial_samples(1, 1, self.system)
        work = self._fresh_work()
        advance_spatial_belt(self.system, state, work, self.pace.step, 1, samples)
        if self.planar_steps:
            self._run_planar(1)

    def first(self) -> Advanced:
        """The planar run before, whose end is the start in space; not recorded."""
        if not self.planar_steps:
            return Advanced(0)
        state, trouble = self._run_planar(self.planar_steps)
        if trouble != Trouble.NONE:
            words = trouble_text(trouble, float(state.t[0]), self.pace.step)
            return Advanced(0, failure=f"{words}; in the planar run before")
        placed = self.placed
        lifted = lifted_state(
            placed.plane, self.plane, state, self.system, placed.space
        )
        mine = arrays_of(self.state)
        for name, values in arrays_of(lifted).items():
            mine[name][...] = values
        return Advanced(0)

    def _run_planar(self, steps: int) -> tuple[State, Trouble]:
        """The planar belt after some steps."""
        from catena.integrators.steps.pushbelt import advance

        state, work = deepcopy(self.planar_start), work_for(self.plane)
        samples = empty_samples(1, 1, self.plane)
        trouble, _ = advance(self.plane, state, work, self.pace.step, steps, samples)
        return state, Trouble(trouble)

    def advance(self, done: int, steps: int) -> Advanced:
        """Take a block of steps, with its samples and snapshots."""
        from catena.integrators.steps.spatial_pushbelt import advance_spatial_belt

        pace = self.pace
        rows = steps // pace.every
        shown = pace.frames_in(done // pace.every, rows)
        samples = empty_spatial_samples(rows, shown.size, self.system)
        trouble, _ = advance_spatial_belt(
            self.system, self.state, self.work, pace.step, pace.every, samples
        )
        if trouble != Trouble.NONE:
            words = spatial_trouble_text(
                Trouble(trouble), self.placed.plane, self.system, self.state,
                self.work, pace.step,
            )  # fmt: skip
            return Advanced(0, failure=words)
        block = spatial_block_of(samples, self.placed, shown)
        slipping = self.slip.look(samples, steps * pace.step)
        return Advanced(steps, block, slipping, self.slip.watch.events())
