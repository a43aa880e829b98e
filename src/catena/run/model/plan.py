"""What a run through time is made of: a model, an engine, steps, what to record."""

from __future__ import annotations

from dataclasses import dataclass

from catena.integrators.step_control import StepControl
from catena.model import Model
from catena.motion import Advance
from catena.run.model.engines import Engine
from catena.run.pace import Pace
from catena.tables.contacts import PercussionOptions


@dataclass(frozen=True)
class TimePlan:
    """A model and how it goes through time."""

    model: Model
    engine: Engine
    dt: float
    """Step [s]."""
    steps: int
    """How many of them."""
    record_every: int
    """Steps from one record to the next."""
    options: PercussionOptions
    """How hard the contact solver tries."""
    optional: frozenset[str]
    """Names of the optional signals to record, see ``signals.OPTIONAL``."""
    control: StepControl | None = None
    """How the steps follow the motion; None: all of size dt."""

    def stepper(self) -> Advance:
        """What takes the steps."""
        return self.engine.stepper(self.model, self.dt, self.options, self.control)

    @property
    def pace(self) -> Pace:
        """How its time is cut."""
        return Pace(self.dt, self.steps, self.record_every)

    @property
    def sample_count(self) -> int:
        """Records of the whole run, the start and the end included."""
        return 1 + self.pace.rows

    @property
    def duration(self) -> float:
        """Simulated time of the whole run [s]."""
        return self.pace.duration
