"""Start and solution of a chain variator, in the user's words."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from catena.drives.variator.pace import check_times
from catena.spec.parts import Part
from catena.spec.quantities import Force, Number, RotationalSpeed, Time
from catena.spec.start import FromRun
from catena.spec.step_control import StepControl

USUAL_REVOLUTIONS = 8.0
USUAL_STEP = 2e-6
"""Where a file states none [s]."""


class StartPart(FromRun):
    """From where the run starts: the band under clamping, without torque."""

    ratio: Number | None = Field(default=None, gt=0.05, lt=20.0, examples=[1.0])
    """Ratio r_O / r_I of the radii on which the pins start; that of two given speeds if
    not given."""
    primary_speed: RotationalSpeed | None = Field(
        default=None, ge=0.0, lt=1e5, examples=["2000 rpm"]
    )
    """How fast the pulley turns at first where boundary.primary_torque drives it; if
    not given it has the speed of the boundary."""
    clamping: Force | None = Field(default=None, gt=0.0, lt=1e7, examples=["20 kN"])
    """Axial force on the secondary pulley with which two end stops are set, needed
    with ``boundary.stop = "both"``; if not given, forces of the boundary clamp."""


class SolvePart(Part):
    """How the motion is computed."""

    step: Time | None = Field(default=None, gt=0.0, le=1e-4, examples=["2 us"])
    """Time step; refused above the limit of stability. If not given, 2 us."""
    control: StepControl | None = None
    """Lets the size of steps follow the motion, ``step`` being the largest; if not
    given, all are of one size. Even running takes steps of one size."""
    duration: Time | None = Field(default=None, gt=0.0, le=1e3, examples=["0.5 s"])
    """How long the motion is followed; if not given, as long as ``revolutions`` say."""
    revolutions: Number | None = Field(default=None, gt=0.0, le=1e4, examples=[8])
    """Rounds of the chain to follow, instead of a duration; if not given, and no
    duration either, 8."""
    discard: Number = Field(default=4.0, ge=0.0, examples=[4])
    """Revolutions of the chain before which key numbers do not look."""
    load_ramp: Time = Field(default=0.02, ge=0.0, le=10.0, examples=["20 ms"])
    """Time over which torques grow from zero at the start, while clamping acts from the
    beginning; torques given as tables follow their own course."""
    sample_interval: Time = Field(default=2e-5, gt=0.0, le=1.0, examples=["20 us"])
    """Time between samples of pulleys and totals; means over the steps between."""
    snapshot_interval: Time = Field(default=2e-4, gt=0.0, le=1.0, examples=["0.2 ms"])
    """Time between snapshots of all pins."""
    tolerance: Force = Field(default=1.0, gt=0.0, le=1e3, examples=["1 N"])
    """How far the last sweep may still change a friction force."""
    sweep_limit: int = Field(default=60, ge=1, le=100_000, examples=[60])
    """Most sweeps of the friction solver in a step."""
    frame_count: int = Field(default=300, ge=2, le=5000, examples=[300])
    """Most frames of the moving picture, of the last revolution."""

    @property
    def time_step(self) -> float:
        """The step stated, or the usual one [s]."""
        return USUAL_STEP if self.step is None else self.step

    @model_validator(mode="after")
    def _one_end(self) -> Self:
        check_times(self)
        return self
