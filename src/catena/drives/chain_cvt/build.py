"""The chain variator, ready to run."""

from __future__ import annotations

from dataclasses import dataclass

from catena.drives.chain_cvt.forecast import forecast
from catena.drives.chain_cvt.plan import system_of
from catena.drives.chain_cvt.signals import SIGNALS, results_of
from catena.drives.chain_cvt.simulation import ChainSimulation
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.spec.solve import USUAL_REVOLUTIONS
from catena.drives.chain_cvt.start.band import Band, band_of, check_slip
from catena.drives.chain_cvt.start.state import start_state
from catena.drives.chain_cvt.step_limit import ChainLimit, chain_limit
from catena.drives.chain_cvt.verdict import outcome_of
from catena.drives.variator.pace import Rounds, check_step, variator_pace
from catena.integrators.steps.pin_chain_tables import System
from catena.results.catalogue import Catalogue
from catena.results.health import Outcome
from catena.run.history import History
from catena.run.loop import run_through
from catena.run.pace import Pace
from catena.run.protocols import RunContext
from catena.tables.state import State

ROUNDS = Rounds(usual=USUAL_REVOLUTIONS, creep=0.03, block=8)


@dataclass(frozen=True, eq=False)
class ChainJob:
    """One run of a chain variator."""

    spec: Spec
    band: Band
    system: System
    start: State
    pace: Pace
    limit: ChainLimit

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        return results_of(self.spec.chain.link_count)

    def forecast(self) -> dict[str, str]:
        """Limits and the state the run starts with, in words."""
        return forecast(self.spec, self.band, self.limit.step)

    def march(self, run: RunContext) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""
        chain = ChainSimulation(self.system, self.start, self.pace)
        steps = run_through(chain, self.catalogue(), run, self.spec.solve.control)
        names = (*(channel.name for channel in SIGNALS), "pin_axial", "snapshot_time")
        history = History(run.sink, names)
        signals, count = history.whole(), chain.work.counter
        return steps.told(outcome_of(self.spec, self.band, signals, count))


def build(spec: Spec) -> ChainJob:
    """The run a specification asks for."""
    band = band_of(spec)
    check_slip(spec, band)
    system = system_of(spec)
    start = start_state(system, band)
    limit = chain_limit(system, start)
    return ChainJob(spec, band, system, start, pace_of(spec, band, limit), limit)


def pace_of(spec: Spec, band: Band, limit: ChainLimit) -> Pace:
    """Steps below the limit of stability; whole snapshots."""
    check_step(spec.solve.time_step, limit.step, limit.advice)
    moves = band.chain_speed > 0.0
    return variator_pace(spec.solve, ROUNDS, band.revolution if moves else None)
