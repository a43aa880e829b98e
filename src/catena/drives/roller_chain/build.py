"""The chain drive, ready to run."""

from __future__ import annotations

from dataclasses import dataclass

from catena.drives.roller_chain.engines.deepest import with_place
from catena.drives.roller_chain.forecast import forecast_words
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.pace import deciding_part, pace_of
from catena.drives.roller_chain.plan import system_of
from catena.drives.roller_chain.signals import Recording
from catena.drives.roller_chain.simulation import ChainSimulation
from catena.drives.roller_chain.spatial.build import SpatialJob, build_spatial
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.expected_speed import highest_speed
from catena.drives.roller_chain.start.preload import assembled
from catena.drives.roller_chain.start.state import path_state
from catena.drives.roller_chain.verdict import TOO_LARGE, outcome_of
from catena.errors import InputError
from catena.integrators.planar_chain.step_limit import chain_step_limit
from catena.integrators.planar_chain.tables import State, System
from catena.results.catalogue import Catalogue
from catena.results.health import Outcome
from catena.rows.planar import Counter
from catena.run.history import History
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.run.protocols import RunContext


@dataclass(frozen=True, eq=False)
class ChainJob:
    """One run of a chain drive."""

    spec: Spec
    placed: Layout
    system: System
    pace: Pace
    start: State | None = None
    """Where it begins, if not at its own start."""
    decides: str = ""
    """Which part sets the largest stable step, in words."""

    @property
    def recording(self) -> Recording:
        """The channels of the run."""
        return Recording.of(self.spec, self.placed, self.system)

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        return self.recording.catalogue()

    def forecast(self) -> dict[str, str]:
        """How the chain lies on its path and at rest under its loads, in words."""
        words = forecast_words(self.spec, self.placed, self.system, self.pace)
        chosen = self.decides if self.spec.solve.step is None else ""
        return words | {"step": "; ".join(filter(None, (words["step"], chosen)))}

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        recording = self.recording
        chain = ChainSimulation(
            self.spec, self.placed, self.system, self.pace, recording, self.start
        )
        control = self.spec.solve.control
        steps = run_through(chain, recording.catalogue(), run, control)
        names = (c.name for c in recording.signals() if c.name not in TOO_LARGE)
        history, counter = History(run.sink, names), chain.work.counter
        cap, found = counter[Counter.CAPPED] / steps.count, chain.equilibrium
        done = outcome_of(self.spec, self.placed, history, cap, self.pace.step, found)
        return steps.told(with_place(done, chain.deepest))


def build(spec: Spec) -> ChainJob | SpatialJob:
    """The run a specification asks for."""
    return build_spatial(spec) if spec.fidelity == "spatial" else build_planar(spec)


def build_planar(spec: Spec) -> ChainJob:
    """The run of a chain in one plane.

    Raises:
        InputError: The chain is one in space.
    """
    if spec.fidelity != "planar":
        raise InputError(
            f'fidelity: found {spec.fidelity!r}; expected "planar" for this analysis'
        )
    placed = assembled(spec)
    system = system_of(spec, placed)
    fastest = highest_speed(spec, placed, system)
    limit = chain_step_limit(system, path_state(spec, placed, system))
    decides = deciding_part(spec, system, limit.energy)
    pace = pace_of(spec, placed, limit.step, fastest, decides)
    return ChainJob(spec, placed, system, pace, decides=decides)
