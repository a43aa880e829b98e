"""Event-driven runs as a second opinion: exact instants, few contacts."""

from __future__ import annotations

import numpy as np

from catena.codes import FrictionLaw
from catena.integrators.event_driven import integrate, unsuitable
from catena.model import Model
from catena.motion import Motion
from catena.timeloop.plan import TimePlan

EVENT_DRIVEN = "event_driven"
MOST_ROWS = 40
"""Contacts a run from event to event can be expected to follow."""


def event_driven_refusal(model: Model) -> str:
    """Why events cannot be followed in a model; empty if they can."""
    rows, table = model.state.rows, model.system.contours.candidates
    names = model.labels.contacts
    if len(names) > MOST_ROWS:
        return f"{len(names)} contacts; events are followed for up to {MOST_ROWS}"
    wrong = unsuitable(rows)
    if wrong >= 0:
        return f"contact {names[wrong]!r} is not a unilateral rigid one"
    known = np.isin(rows.law_T, (FrictionLaw.NONE, FrictionLaw.COULOMB))
    simple = known & (table.mu_static == 0.0) & (rows.par_T[:, 1] == 0.0)
    if not simple.all():
        return f"friction of {names[int(np.argmin(simple))]!r} is not plain Coulomb's"
    return ""


def event_driven_motion(plan: TimePlan) -> Motion:
    """Run from event to event, recording at the instants of the plan."""
    model = plan.model
    motion = Motion(model, model.start(), model.work())
    motion.take()
    records = range(
        plan.record_every, plan.steps + plan.record_every, plan.record_every
    )
    for done in records:
        end = min(done, plan.steps) * plan.dt
        integrate(model.system, motion.state, motion.work, end)
        motion.take()
    return motion
