"""How the motion is computed, in the user's words."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import Force, Number, Time

USUAL_REVOLUTIONS = 3.0


class SolvePart(Part):
    """How the motion is computed."""

    step: Time = Field(default=1e-6, gt=0.0, le=1e-4)
    """Time step; refused above the limit of stability."""
    duration: Time | None = Field(default=None, gt=0.0, le=1e3)
    """Simulated time."""
    revolutions: Number | None = Field(default=None, gt=0.0, le=1e4)
    """Revolutions of the belt to simulate, instead of a duration; 3 if neither is
    given."""
    discard: Number = Field(default=1.0, ge=0.0)
    """Revolutions of the belt before which key numbers do not look."""
    sample_interval: Time = Field(default=2e-5, gt=0.0, le=1.0)
    """Time between samples of pulleys and totals; means over the steps between."""
    snapshot_interval: Time = Field(default=1e-4, gt=0.0, le=1.0)
    """Time between snapshots of all elements and the ring."""
    tolerance: Force = Field(default=0.1, gt=0.0, le=1e3)
    """Of the friction forces."""
    sweep_limit: int = Field(default=60, ge=1, le=100_000)
    """Most sweeps of the friction solver in a step."""
    frame_count: int = Field(default=300, ge=2, le=5000)
    """Most frames of the moving picture, of the last revolution."""

    @model_validator(mode="after")
    def _one_end(self) -> Self:
        if self.duration is not None and self.revolutions is not None:
            raise ValueError("found both of duration and revolutions; expected one")
        if self.snapshot_interval < self.sample_interval:
            raise ValueError(
                f"snapshot_interval {self.snapshot_interval:g} s is shorter than the "
                f"sample_interval of {self.sample_interval:g} s"
            )
        if self.sample_interval < self.step:
            raise ValueError(
                f"sample_interval {self.sample_interval:g} s is shorter than the step "
                f"of {self.step:g} s"
            )
        if self.revolutions is not None and self.discard >= self.revolutions:
            raise ValueError(
                f"discards {self.discard:g} of {self.revolutions:g} revolutions; "
                "nothing would be left"
            )
        return self
