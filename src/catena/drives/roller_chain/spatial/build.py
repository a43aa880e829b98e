"""The chain drive in space, ready to run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.roller_chain.layout.placement import first_tensioner
from catena.drives.roller_chain.spatial.layout import SpatialLayout, layout_of
from catena.drives.roller_chain.spatial.pace import pace_of
from catena.drives.roller_chain.spatial.recording import SpatialRecording
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.drives.roller_chain.spatial.tables import system_of
from catena.drives.roller_chain.spatial.verdict import outcome_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.results.catalogue import Catalogue
from catena.results.health import Outcome
from catena.run.history import History
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.run.protocols import RunContext
from catena.tables.spatial import SpatialChain, SpatialState


@dataclass(frozen=True, eq=False)
class SpatialJob:
    """One run of a chain drive in space."""

    spec: Spec
    placed: SpatialLayout
    system: SpatialChain
    pace: Pace
    start: SpatialState | None = None
    """A state to begin with; if not given, the chain is laid and settled."""

    @property
    def body_step_seconds(self) -> float:
        """Of one link with its roller over one step; up to twice either way [s]."""
        return 6e-7 if self.spec.spatial.scheme == "explicit" else 1.6e-6

    @property
    def recording(self) -> SpatialRecording:
        """The channels of the run."""
        return SpatialRecording.of(self.spec, self.placed)

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        return self.recording.catalogue()

    def forecast(self) -> dict[str, str]:
        """How the chain lies on its path, in words."""
        placed, spec = self.placed, self.spec
        offsets = [part.offset for part in spec.sprocket]
        facts = {
            "links": f"{placed.link_count}, and as many rollers",
            "offset": f"{1e3 * (max(offsets) - min(offsets)):.4g} mm between planes",
            "step": f"{self.pace.step:.3g} s, {spec.spatial.scheme}",
        }
        moving = first_tensioner(spec)
        if moving is not None:
            turn = np.degrees(placed.closing)
            name = spec.part_names()[len(spec.sprocket) + moving]
            facts["assembly"] = f"{name!r} turned by {turn:.4g} deg closes the chain"
        for part in spec.sprocket:
            if moving is None and part.adjust is not None:
                way = f"moved by {1e3 * placed.closing:+.4f} mm"
                facts[f"sprocket {part.name!r}"] = way
        for i, words in enumerate(placed.warnings(spec)):
            facts[f"warning {i + 1}"] = f"{words}; reduce the offset or skew"
        return facts

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        recording = self.recording
        chain = SpatialSimulation(
            self.spec, self.placed, self.system, self.pace, recording, self.start
        )
        control = self.spec.solve.control
        steps = run_through(chain, recording.catalogue(), run, control)
        history = History(run.sink, recording.verdict_names())
        return steps.told(outcome_of(self.spec, self.placed, history, chain.climbs))


def build_spatial(spec: Spec) -> SpatialJob:
    """The run a specification asks for."""
    placed = layout_of(spec)
    system = system_of(spec, placed)
    return SpatialJob(spec, placed, system, pace_of(spec, placed.data))
