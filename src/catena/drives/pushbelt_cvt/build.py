"""The pushbelt variator, ready to run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from catena.drives.pushbelt_cvt.forecast import forecast
from catena.drives.pushbelt_cvt.layout.placement import Layout, layout_of
from catena.drives.pushbelt_cvt.pace import pace_of
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.signals import KEPT, results_of
from catena.drives.pushbelt_cvt.simulation import BeltSimulation
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.state import running_state
from catena.drives.pushbelt_cvt.verdict import outcome_of
from catena.errors import InputError
from catena.integrators.steps.pushbelt_limit import step_limit
from catena.integrators.steps.pushbelt_tables import System
from catena.results.catalogue import Catalogue
from catena.run.history import History
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.solvers.patches.belt_friction import Sweeps
from catena.tables.state import State

if TYPE_CHECKING:
    from catena.drives.pushbelt_cvt.spatial.build import SpatialBeltJob
    from catena.results.health import Outcome
    from catena.run.protocols import RunContext


@dataclass(frozen=True, eq=False)
class BeltJob:
    """One run of a pushbelt variator."""

    spec: Spec
    placed: Layout
    system: System
    start: State
    pace: Pace
    body_step_seconds: ClassVar[float] = 2.5e-7
    """Computing time of one element over one step, roughly [s]."""

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        return results_of(self.placed.data.element.count, self.placed.data.ring.spans)

    def forecast(self) -> dict[str, str]:
        """Limits and the state the run starts with, in words."""
        return forecast(self.spec, self.placed)

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        belt = BeltSimulation(self.placed, self.system, self.start, self.pace)
        steps = run_through(belt, self.catalogue(), run, self.spec.solve.control)
        history = History(run.sink, sorted(KEPT))
        effort = belt.state.memory.effort
        return steps.told(outcome_of(self.spec, self.placed, history, effort))


def build(spec: Spec) -> BeltJob | SpatialBeltJob:
    """The run a specification asks for."""
    if spec.fidelity == "planar":
        return build_planar(spec)
    from catena.drives.pushbelt_cvt.spatial.build import build_spatial

    return build_spatial(spec)


def build_planar(spec: Spec) -> BeltJob:
    """The run of a belt in one plane.

    Raises:
        InputError: The belt is one in space.
    """
    if spec.fidelity != "planar":
        raise InputError(
            f'fidelity: found {spec.fidelity!r}; expected "planar" for this analysis'
        )
    placed = layout_of(spec)
    sweeps = Sweeps(spec.solve.tolerance, spec.solve.sweep_limit)
    system = system_of(placed.data, sweeps)
    start = running_state(placed, system)
    pace = pace_of(spec, placed, step_limit(system, start))
    return BeltJob(spec, placed, system, start, pace)
