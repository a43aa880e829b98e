"""Which models an engine can follow, and why not others."""

from __future__ import annotations

import numpy as np

from catena.codes import SET_VALUED_NORMAL_LAWS, FrictionLaw, NormalLaw
from catena.model import Model
from catena.tables.pairs import PairKind

EVENT_DRIVEN = "event_driven"
MOST_ROWS = 40
"""Contacts a run from event to event can be expected to follow; joints do not count."""


def smooth_refusal(model: Model) -> str:
    """Why a model is no smooth one; empty if all its forces are single-valued.

    Coupled contacts that are not definite count as set-valued: their forces depend on
    the step.
    """
    table, groups = model.system.contours.candidates, model.system.maxwell
    wrong = (table.rigid == 1) | (table.sticky == 1)
    for m in np.flatnonzero(groups.definite == 0):
        wrong[groups.row[groups.first[m] : groups.first[m + 1]]] = True
    if not wrong.any():
        return ""
    name = model.labels.contacts[int(np.argmax(wrong))]
    return f"expected 'moreau', since contact {name!r} has a set-valued law"


def event_driven_refusal(model: Model) -> str:
    """Why events cannot be followed in a model; empty if they can."""
    rows, table = model.state.memory.rows, model.system.contours.candidates
    names = model.labels.contacts
    count = int(np.count_nonzero(rows.law_N != NormalLaw.BILATERAL))
    if count > MOST_ROWS:
        words = f"{count} contacts; events are followed for up to {MOST_ROWS}"
        return f"expected 'moreau', since there are {words}"
    rigid = np.isin(rows.law_N, sorted(SET_VALUED_NORMAL_LAWS))
    if not rigid.all():
        name = names[int(np.argmin(rigid))]
        return f"expected 'moreau', since contact {name!r} is not a rigid one"
    if (table.pair == PairKind.CIRCLE_ROD).any():
        name = names[int(np.argmax(table.pair == PairKind.CIRCLE_ROD))]
        return f"expected 'moreau', since contact {name!r} moves along a rod"
    known = np.isin(rows.law_T, (FrictionLaw.NONE, FrictionLaw.COULOMB))
    simple = known & (table.mu_static == 0.0) & (rows.par_T[:, 1] == 0.0)
    simple &= (rows.law_N != NormalLaw.BILATERAL) | (rows.law_T == FrictionLaw.NONE)
    if not simple.all():
        name = names[int(np.argmin(simple))]
        return f"expected 'moreau', since friction of {name!r} is not plain Coulomb's"
    return ""
