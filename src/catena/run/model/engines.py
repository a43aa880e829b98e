"""The engines a model can run under, by the names users write."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from catena.dynamics.stability import largest_step
from catena.integrators.step_control import StepControl
from catena.model import Model
from catena.motion import Advance, stepper
from catena.suitability import (
    EVENT_DRIVEN,
    event_driven_refusal,
    implicit_refusal,
    smooth_refusal,
)
from catena.tables.contacts import PercussionOptions


@dataclass(frozen=True)
class Engine:
    """A way through time in steps."""

    name: str
    """The word after ``engine =`` in a file."""
    summary: str
    """What it is, in one line."""
    refusal: Callable[[Model], str]
    """Why a model cannot run under it; empty if it can."""
    any_step: bool = False
    """Whether it is stable at any step."""
    raster: bool = False
    """Whether it chooses its own steps and takes the stated one for its records."""

    def stepper(
        self,
        model: Model,
        dt: float,
        options: PercussionOptions,
        control: StepControl | None = None,
    ) -> Advance:
        """What takes the steps."""
        return stepper(model, dt, self.name, options, control)

    def largest_step(self, model: Model) -> float:
        """Largest stable step at the start of the model [s], infinite if any is."""
        if self.any_step:
            return math.inf
        return largest_step(model.system, model.state)


def takes_all(model: Model) -> str:
    """No model is refused."""
    return ""


CONTROLLED = "moreau"
"""The engine whose steps may follow the motion."""

ENGINES = {
    engine.name: engine
    for engine in (
        Engine(
            CONTROLLED,
            "half-explicit steps: impacts, friction, elastic contacts",
            takes_all,
        ),
        Engine(
            "runge_kutta",
            "explicit steps of fourth order, for smooth models",
            smooth_refusal,
        ),
        Engine(
            "semi_implicit",
            "semi-implicit Euler steps, one force each, for smooth models",
            smooth_refusal,
        ),
        Engine(
            "linearly_implicit",
            "one linear solve per step, for stiff couplings; no joints, no rebound",
            implicit_refusal,
            any_step=True,
        ),
        Engine(
            EVENT_DRIVEN,
            "from event to event, for few rigid contacts; a step is a record",
            event_driven_refusal,
            any_step=True,
            raster=True,
        ),
    )
}
"""Every engine that takes steps; drives offer them by name."""
