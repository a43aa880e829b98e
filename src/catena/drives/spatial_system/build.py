"""A system of bodies in space, ready to run."""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.drives.spatial_system.pace import largest_step, pace_of
from catena.drives.spatial_system.plan import Plan, plan_of
from catena.drives.spatial_system.signals import CHANNELS, Recording
from catena.drives.spatial_system.simulation import BodySimulation
from catena.drives.spatial_system.spec import Spec
from catena.drives.spatial_system.verdict import outcome_of
from catena.results.catalogue import Catalogue
from catena.results.health import Outcome
from catena.run.history import History
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.run.protocols import RunContext

NO_LIMIT = "; no spring or elastic contact limits it"


@dataclass(frozen=True, eq=False)
class BodyJob:
    """One run of bodies in space."""

    spec: Spec
    plan: Plan
    pace: Pace

    @property
    def recording(self) -> Recording:
        """The channels of the run."""
        return Recording(self.spec, self.plan.system)

    @property
    def depth_follows_step(self) -> bool:
        """Whether bodies are in each other only as far as a step comes too late."""
        elastic = any(part.stiffness is not None for part in self.spec.contact)
        return self.spec.solve.control is None and not elastic

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        return self.recording.catalogue()

    def forecast(self) -> dict[str, str]:
        """What is simulated, in words."""
        spec, limit = self.spec, largest_step(self.plan.system)
        return {
            "bodies": f"{len(spec.movers)}, {len(spec.contact)} pairs may touch",
            "couplings": f"{len(spec.bushing)} bushings, {len(spec.spring)} springs",
            "step": f"{self.pace.step:.3g} s"
            + (f" of at most {limit:.3g} s" if limit < math.inf else NO_LIMIT),
        }

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        recording = self.recording
        bodies = BodySimulation(self.plan, recording, self.pace)
        control = self.spec.solve.control
        steps = run_through(bodies, recording.catalogue(), run, control)
        names = [c.name for c in CHANNELS if c.dims[0] == "time"]
        history = History(run.sink, names)
        return steps.told(outcome_of(self.spec, history, self.pace))


def build(spec: Spec) -> BodyJob:
    """The run a specification asks for."""
    plan = plan_of(spec)
    return BodyJob(spec, plan, pace_of(spec, plan.system))
