"""The pushbelt variator in space, ready to run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from catena.drives.pushbelt_cvt.layout.data import BeltData
from catena.drives.pushbelt_cvt.pace import pace_of
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.spatial.forecast import spatial_forecast
from catena.drives.pushbelt_cvt.spatial.layout import SpatialLayout, spatial_layout_of
from catena.drives.pushbelt_cvt.spatial.plan import spatial_system_of
from catena.drives.pushbelt_cvt.spatial.signals import KEPT, spatial_results_of
from catena.drives.pushbelt_cvt.spatial.simulation import SpatialBeltSimulation
from catena.drives.pushbelt_cvt.spatial.start import lifted_state
from catena.drives.pushbelt_cvt.spatial.verdict import spatial_outcome_of
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.state import running_state
from catena.drives.variator.boundary.data import held
from catena.errors import SpecError
from catena.integrators.steps.pushbelt_tables import System
from catena.integrators.steps.spatial_pushbelt_limit import spatial_step_limit
from catena.integrators.steps.spatial_pushbelt_tables import SpatialSystem
from catena.results.catalogue import Catalogue
from catena.results.health import Outcome
from catena.run.history import History
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.run.protocols import RunContext
from catena.solvers.patches.belt_friction import Sweeps
from catena.tables.state import State


@dataclass(frozen=True, eq=False)
class SpatialBeltJob:
    """One run of a pushbelt variator in space."""

    spec: Spec
    placed: SpatialLayout
    systems: tuple[System, SpatialSystem]
    """Of the planar twin, and in space."""
    starts: tuple[State, State]
    """The running belt on its nominal course, in the plane and in space."""
    pace: Pace
    body_step_seconds: ClassVar[float] = 8e-7
    """Computing time of one element over one step, roughly [s]."""

    @property
    def planar_steps(self) -> int:
        """Of the planar run before; 0 where the belt starts in space at once."""
        space = self.spec.spatial
        if space.start == "cold":
            return 0
        duration = space.planar_revolutions * self.placed.plane.revolution
        return max(1, round(duration / self.pace.step))

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        data = self.placed.data
        return spatial_results_of(data.element.count, data.ring.spans)

    def forecast(self) -> dict[str, str]:
        """Limits and the state the run starts with, in words."""
        return spatial_forecast(self.spec, self.placed)

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        # a state that is continued or taken over needs no planar run before
        before = self.planar_steps if run.begin is None else 0
        belt = SpatialBeltSimulation(
            self.placed, self.systems, self.starts, self.pace, before
        )
        steps = run_through(belt, self.catalogue(), run, self.spec.solve.control)
        history = History(run.sink, sorted(KEPT))
        effort = belt.state.memory.effort
        return steps.told(spatial_outcome_of(self.spec, self.placed, history, effort))


def build_spatial(spec: Spec) -> SpatialBeltJob:
    """The run a specification asks for."""
    placed = spatial_layout_of(spec)
    sweeps = Sweeps(spec.solve.tolerance, spec.solve.sweep_limit)
    plane = system_of(_held(placed.plane.data), sweeps)
    system = spatial_system_of(placed.data, placed.space, sweeps)
    start = running_state(placed.plane, plane)
    lifted = lifted_state(placed.plane, plane, start, system, placed.space)
    pace = pace_of(spec, placed.plane, spatial_step_limit(system, lifted))
    if spec.spatial.start == "planar" and placed.plane.start.speed_primary <= 0.0:
        raise SpecError.at(
            "spatial.start",
            "planar",
            "needs a running belt, but the primary pulley starts from rest",
            'spatial.start = "cold" sets out in space at once',
        )
    return SpatialBeltJob(spec, placed, (plane, system), (start, lifted), pace)


def _held(data: BeltData) -> BeltData:
    """The planar belt under what is imposed at time zero, when space begins."""
    return replace(
        data,
        primary_boundary=held(data.primary_boundary),
        secondary_boundary=held(data.secondary_boundary),
    )
