"""Which models an engine can follow, and why not others."""

from __future__ import annotations

import numpy as np

from catena.codes import SET_VALUED_NORMAL_LAWS, FrictionLaw, NormalLaw
from catena.model import Model
from catena.numerics.arrays import Ints
from catena.tables.pairs import PairKind

EVENT_DRIVEN = "event_driven"
MOST_IMPLICIT = 300
"""Contacts with set-valued laws in linearly implicit steps: they are solved densely."""
MOST_ROWS = 40
"""Contacts a run from event to event can be expected to follow; joints do not count."""


def smooth_refusal(model: Model) -> str:
    """Why a model is no smooth one; empty if all its forces are single-valued.

    Coupled contacts that are not definite count as set-valued: their forces depend on
    the step.
    """
    wrong = np.union1d(set_valued_rows(model), indefinite_rows(model))
    if not wrong.size:
        return ""
    name = model.labels.contacts[int(wrong[0])]
    return f"expected 'moreau', since contact {name!r} has a set-valued law"


def set_valued_rows(model: Model) -> Ints:
    """Contacts whose forces do not follow from place and speed."""
    table = model.system.contours.candidates
    return np.flatnonzero((table.rigid == 1) | (table.sticky == 1))


def indefinite_rows(model: Model) -> Ints:
    """Members of coupled groups that are not definite."""
    groups = model.system.maxwell
    found = [
        groups.row[groups.first[m] : groups.first[m + 1]]
        for m in np.flatnonzero(groups.definite == 0)
    ]
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def implicit_refusal(model: Model) -> str:
    """Why a model has no linearly implicit steps; empty if it has."""
    rows, names = model.state.memory.rows, model.labels.contacts
    own = set_valued_rows(model)
    joints = own[rows.law_N[own] == NormalLaw.BILATERAL]
    bouncing = own[(rows.par_N[own, 0] != 0.0) | (rows.par_T[own, 2] != 0.0)]
    discs = own[rows.law_T[own] == FrictionLaw.COULOMB_DISC]
    reasons = (
        (joints, "is a rigid joint"),
        (np.setdiff1d(bouncing, joints), "has a restitution"),
        (discs, "has friction in a plane"),
        (indefinite_rows(model), "belongs to a coupled group that is not definite"),
    )
    for wrong, words in reasons:
        if wrong.size:
            return f"expected 'moreau', since contact {names[int(wrong[0])]!r} {words}"
    if own.size > MOST_IMPLICIT:
        words = f"{own.size} contacts with set-valued laws, at most {MOST_IMPLICIT}"
        return f"expected 'moreau', since there are {words}"
    return ""


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
