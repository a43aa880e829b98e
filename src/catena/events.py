"""Which models can be followed from event to event."""

from __future__ import annotations

import numpy as np

from catena.codes import FrictionLaw, NormalLaw
from catena.model import Model
from catena.tables.contacts import ContactRows

EVENT_DRIVEN = "event_driven"
MOST_ROWS = 40
"""Contacts a run from event to event can be expected to follow."""

FOLLOWED = (
    NormalLaw.UNILATERAL_NEWTON,
    NormalLaw.UNILATERAL_MOREAU,
    NormalLaw.BILATERAL,
)


def unsuitable(rows: ContactRows) -> int:
    """First row the scheme cannot follow (not rigid), -1 if none."""
    wrong = np.flatnonzero(~np.isin(rows.law_N, FOLLOWED))
    return int(wrong[0]) if wrong.size else -1


def event_driven_refusal(model: Model) -> str:
    """Why events cannot be followed in a model; empty if they can."""
    rows, table = model.state.rows, model.system.contours.candidates
    names = model.labels.contacts
    if len(names) > MOST_ROWS:
        return f"{len(names)} contacts; events are followed for up to {MOST_ROWS}"
    wrong = unsuitable(rows)
    if wrong >= 0:
        return f"contact {names[wrong]!r} is not a rigid one"
    known = np.isin(rows.law_T, (FrictionLaw.NONE, FrictionLaw.COULOMB))
    simple = known & (table.mu_static == 0.0) & (rows.par_T[:, 1] == 0.0)
    simple &= (rows.law_N != NormalLaw.BILATERAL) | (rows.law_T == FrictionLaw.NONE)
    if not simple.all():
        return f"friction of {names[int(np.argmin(simple))]!r} is not plain Coulomb's"
    return ""
