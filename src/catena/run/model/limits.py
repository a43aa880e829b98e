"""What a run would need of the machine, refused before it starts."""

from __future__ import annotations

import shutil
from pathlib import Path

from catena.errors import SpecError
from catena.machine import memory_bytes
from catena.run.model.plan import TimePlan
from catena.run.model.signals import file_of

MOST_STEPS = 10**11
"""Steps of a run; at a microsecond each this is more than a day."""


def refuse_too_large(plan: TimePlan) -> None:
    """Raise if the run has too many steps or its results cannot be stored."""
    if plan.steps > MOST_STEPS:
        raise SpecError.at(
            "solve.duration",
            plan.duration,
            f"is {plan.steps:.3g} steps of {plan.dt:g} s; expected at most "
            f"{MOST_STEPS:.0g} steps, {MOST_STEPS * plan.dt:g} s",
        )
    needed, free = plan.sample_count * sample_bytes(plan), free_bytes()
    if needed > free:
        enough = -(-plan.record_every * needed // max(free, 1))
        raise SpecError.at(
            "solve.record_every",
            plan.record_every,
            f"makes {needed / 1e9:.3g} GB of results with {free / 1e9:.3g} GB free; "
            f"expected at least {enough}",
        )


def sample_bytes(plan: TimePlan) -> int:
    """Bytes of one record."""
    catalogue = file_of(plan)
    total = 0
    for variable in catalogue.variables:
        size = 8
        for length in catalogue.sample_shape(variable):
            size *= length
        total += size
    return total


def free_bytes() -> int:
    """Room for results: the disk of the present folder, and never beyond the memory.

    Plots and reports read whole signals, so that results beyond the memory would be
    of little use.
    """
    return min(shutil.disk_usage(Path.cwd()).free, memory_bytes())
