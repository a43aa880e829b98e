"""Words of steps whose size follows the motion, for every drive that has them."""

from __future__ import annotations

from pydantic import Field

from catena.spec.parts import Part
from catena.spec.quantities import Length, Time

MOST_HALVINGS = 4
"""Of the step, where a file does not say how small it may become."""


class StepControl(Part):
    """Steps whose size follows the motion."""

    tolerance: Length = Field(default=1e-6, gt=0.0, le=1.0, examples=["1 um"])
    """Error of any place that steps may make between two looks, some 64 of the largest
    steps apart; what is between is repeated with half the step until it is met."""
    smallest: Time | None = Field(default=None, gt=0.0, examples=["0.5 us"])
    """Below this the step shrinks no further, whatever its error: when contacts close
    it may never be met. If not given, a 16th of the step."""


def check_control(control: StepControl | None, step: float | None) -> None:
    """Refuse a smallest step above half the largest, with which that is compared.

    Raises:
        ValueError: with both.
    """
    if control is None or control.smallest is None or step is None:
        return
    if control.smallest > 0.5 * step:
        raise ValueError(
            f"control.smallest ({control.smallest:g} s) must be at most half the step "
            f"({step:g} s)"
        )
