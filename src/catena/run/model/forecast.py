"""What is worth knowing of a run through time before it starts."""

from __future__ import annotations

import math

import numpy as np

from catena.dynamics.stability import named_step
from catena.model import Model
from catena.run.model.limits import sample_bytes
from catena.run.model.plan import TimePlan
from catena.validity import gaps_of, has_gap, misfits

CLOSED = 1e-9
"""Gap that counts as closed [m]."""
MOST_CONTACTS = 8
"""Most contacts that are listed one by one."""


def forecast(plan: TimePlan) -> dict[str, str]:
    """Facts in words, by name."""
    model = plan.model
    free = int(np.count_nonzero(model.system.inertia.held == 0))
    limit = plan.engine.largest_step(model)
    size = plan.sample_count * sample_bytes(plan) / 1e6
    facts = {
        "bodies": str(len(model.labels.bodies) - 1 + len(model.labels.linear)),
        "coordinates free to move": str(free),
        "rows of contacts and joints": str(len(model.labels.contacts)),
        "largest stable step": f"{named_step(limit)} s, {plan.dt:.3g} s is taken"
        if math.isfinite(limit)
        else f"any, {plan.dt:.3g} s is taken",
        "results": f"{plan.sample_count} records, {size:.3g} MB",
    }
    names, gaps = model.labels.contacts, gaps_of(model, model.start())
    told = np.flatnonzero(has_gap(model))
    if 0 < told.size <= MOST_CONTACTS:
        words = (f"{names[i]} {gap_in_words(gaps[i])}" for i in told)
        facts["gaps at the start"] = ", ".join(words)
    warnings = start_warnings(model)
    if warnings:
        facts["look at"] = "; ".join(warnings)
    return facts


def gap_in_words(gap: float) -> str:
    """A gap in mm, or that there is none."""
    return "closed" if abs(gap) < CLOSED else f"{1e3 * gap:.4g} mm"


def start_warnings(model: Model) -> list[str]:
    """Contacts that begin inside each other, and what the joints made of the start."""
    found = [
        f"contact {name} starts {depth:.3g} m off"
        for name, depth in misfits(model)[:MOST_CONTACTS]
    ]
    return found + list(model.notes)
