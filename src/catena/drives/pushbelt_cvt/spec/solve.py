"""How the motion is computed, in the user's words."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from catena.drives.variator.pace import check_times
from catena.spec.parts import Part
from catena.spec.quantities import Force, Number, Time
from catena.spec.step_control import StepControl

USUAL_REVOLUTIONS = 3.0
USUAL_STEP = 1e-6
"""Where a file states none [s]."""


class SolvePart(Part):
    """How the motion is computed."""

    step: Time | None = Field(default=None, gt=0.0, le=1e-4, examples=["2 us"])
    """How far each step of the computation goes; more than the stiffest contacts bear
    is refused. If not given, 1 us."""
    control: StepControl | None = None
    """Lets the size of steps follow the motion, ``step`` being the largest; if not
    given, all are of one size."""
    duration: Time | None = Field(default=None, gt=0.0, le=1e3, examples=["0.1 s"])
    """How much time of the variator is simulated; if not given, as ``revolutions``
    say."""
    revolutions: Number | None = Field(default=None, gt=0.0, le=1e4, examples=[3])
    """How often the belt runs around during the run, in place of ``duration``; if not
    given, 3 unless a duration is stated."""
    discard: Number = Field(default=1.0, ge=0.0)
    """Turns of the belt at the beginning that means and peaks leave out, so that the
    start does not count."""
    sample_interval: Time = Field(default=2e-5, gt=0.0, le=1.0, examples=["20 us"])
    """Time from one sample of pulleys and totals to the next; each is a mean over the
    steps in between."""
    snapshot_interval: Time = Field(default=2e-4, gt=0.0, le=1.0, examples=["0.2 ms"])
    """Time from one record of all elements and the ring to the next; they fill most of
    the file."""
    tolerance: Force = Field(default=0.1, gt=0.0, le=1e3, examples=["0.1 N"])
    """By how much friction forces may be off in a step before the solver stops
    iterating."""
    sweep_limit: int = Field(default=60, ge=1, le=100_000)
    """How often the friction solver may pass over all contacts in one step, passes over
    some of them counted by their share; a step that needs more goes on with what it
    has and is counted."""
    frame_count: int = Field(default=300, ge=2, le=5000)
    """How many frames the moving picture may have; they show the last turn of the
    belt."""

    @property
    def time_step(self) -> float:
        """The step stated, or the usual one [s]."""
        return USUAL_STEP if self.step is None else self.step

    @model_validator(mode="after")
    def _one_end(self) -> Self:
        check_times(self)
        return self
