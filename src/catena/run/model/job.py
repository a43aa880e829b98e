"""A job that takes a model through time."""

from __future__ import annotations

from dataclasses import dataclass

from catena.results.catalogue import Catalogue
from catena.results.health import Outcome
from catena.run.history import History
from catena.run.loop import run_through
from catena.run.model.forecast import forecast
from catena.run.model.means import verdict_names
from catena.run.model.plan import TimePlan
from catena.run.model.signals import file_of
from catena.run.model.simulation import ModelSimulation
from catena.run.model.verdict import outcome_of
from catena.run.pace import Pace
from catena.run.protocols import RunContext


@dataclass(frozen=True)
class TimeJob:
    """Runs a plan."""

    plan: TimePlan

    @property
    def pace(self) -> Pace:
        """How its time is cut."""
        return self.plan.pace

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        return file_of(self.plan)

    def forecast(self) -> dict[str, str]:
        """Size, largest step, results and gaps at the start, in words."""
        return forecast(self.plan)

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        model = ModelSimulation(self.plan)
        run_through(model, self.catalogue(), run)
        history = History(run.sink, verdict_names(self.plan))
        return outcome_of(self.plan, model.motion, model.recorder.peaks, history)
