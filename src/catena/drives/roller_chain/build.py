"""The chain drive, ready to run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from catena.chain.assembly import largest_step
from catena.chain.tables import System
from catena.drives.roller_chain.expected_speed import highest_speed
from catena.drives.roller_chain.foreseen import foreseen
from catena.drives.roller_chain.judging import judged
from catena.drives.roller_chain.layout import Layout
from catena.drives.roller_chain.march import March
from catena.drives.roller_chain.pace import Pace, pace_of
from catena.drives.roller_chain.preloading import assembled
from catena.drives.roller_chain.recording import layout_of as results_of
from catena.drives.roller_chain.spans import SpanProbe
from catena.drives.roller_chain.spec import Spec
from catena.drives.roller_chain.tables import system_of
from catena.results import layout as results_layout
from catena.timeloop.stopping import stop_wishes

if TYPE_CHECKING:
    from catena.jobs import Progress, Sink
    from catena.results.health import Outcome
    from catena.timeloop.checkpoint import Checkpoint, CheckpointFile


@dataclass(frozen=True, eq=False)
class ChainJob:
    """One run of a chain drive."""

    spec: Spec
    placed: Layout
    system: System
    pace: Pace

    def layout(self) -> results_layout.Layout:
        """What the run will record."""
        return results_of(
            self.placed.placement.link_count,
            self.pace.frames,
            [part.name for part in self.spec.sprocket],
            [part.name for part in self.spec.guide],
            list(SpanProbe.of(self.placed).names),
            bool(self.system.laws.floating),
        )

    def foretold(self) -> dict[str, str]:
        """How the chain lies on its path and at rest under its loads, in words."""
        return foreseen(self.spec, self.placed, self.system, self.pace)

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Run from the start, without checkpoints."""
        return self.march(sink, progress, None, None)

    def march(
        self,
        sink: Sink,
        progress: Progress,
        file: CheckpointFile | None,
        begin: Checkpoint | None,
    ) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        march = March(self.spec, self.placed, self.system, self.pace, file)
        if begin is not None:
            march.continue_from(begin)
        with stop_wishes() as wish:
            march.run(sink, progress, wish)
        counter, step = march.work.counter, self.pace.step
        found = march.equilibrium
        return judged(self.spec, self.placed, march.history, counter, step, found)


def build(spec: Spec) -> ChainJob:
    """The run a specification asks for."""
    placed = assembled(spec)
    system = system_of(spec, placed)
    fastest = highest_speed(spec, placed, system)
    pace = pace_of(spec, placed, largest_step(system), fastest)
    return ChainJob(spec, placed, system, pace)
