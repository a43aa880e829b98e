"""The engines a model can run under, by the names users write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from catena.dynamics.stability import largest_step
from catena.integrators.half_explicit import advance as advance_half_explicit
from catena.model import Model
from catena.motion import Advance
from catena.tables.contacts import PercussionOptions
from catena.tables.system import State, Work


@dataclass(frozen=True)
class Engine:
    """A way through time."""

    name: str
    """The word after ``engine =`` in a file."""
    summary: str
    """What it is, in one line."""
    stepper: Callable[[Model, float, PercussionOptions], Advance]
    """Takes steps of a model at a step size."""
    refusal: Callable[[Model], str]
    """Why a model cannot run under it; empty if it can."""

    def largest_step(self, model: Model) -> float:
        """Largest stable step at the start of the model [s], infinite if any is."""
        return largest_step(model.system, model.state.q, model.state.rows)


def half_explicit_stepper(
    model: Model, dt: float, options: PercussionOptions
) -> Advance:
    """Moreau's scheme."""

    def steps(state: State, work: Work, n: int) -> int:
        return advance_half_explicit(model.system, state, work, dt, n, options)

    return steps


def takes_all(model: Model) -> str:
    """No model is refused."""
    return ""


ENGINES = {
    engine.name: engine
    for engine in (
        Engine(
            "moreau",
            "half-explicit time stepping; impacts, friction, elastic contacts",
            half_explicit_stepper,
            takes_all,
        ),
    )
}
"""Every engine; drives offer them by name."""
