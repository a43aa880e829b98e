"""What is worth knowing of a run through time before it starts."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from catena.codes import SET_VALUED_NORMAL_LAWS, NormalLaw
from catena.dynamics.stability import named_step
from catena.model import Model
from catena.tables.pairs import PairKind
from catena.timeloop.limits import sample_bytes
from catena.timeloop.plan import TimePlan
from catena.validity import gaps_of

CLOSED = 1e-9
"""Gap that is none [m]."""
MOST_CONTACTS = 8
"""Contacts that are told one by one."""
RIGID_MISFIT = 1e-5
"""Start of a rigid contact inside the other body that needs no word [m]."""
ELASTIC_MISFIT = 1e-3
"""The same for an elastic one, which may begin under load [m]."""


def foretold(plan: TimePlan) -> dict[str, str]:
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


def has_gap(model: Model) -> NDArray[np.bool_]:
    """Which rows have a gap of their own: no pressed faces, no friction of bearings."""
    pair = model.system.contours.candidates.pair
    return ~np.isin(pair, (PairKind.POINT_FACE, PairKind.JOURNAL_TURN))


def start_warnings(model: Model) -> list[str]:
    """Contacts that begin inside each other, and joints that do not fit."""
    gaps, laws = gaps_of(model, model.start()), model.state.rows.law_N
    rigid = np.isin(laws, sorted(SET_VALUED_NORMAL_LAWS))
    depth = np.where(laws == NormalLaw.BILATERAL, np.abs(gaps), -gaps)
    depth = np.where(has_gap(model), depth, 0.0)
    order = np.argsort(-depth, kind="stable")[:MOST_CONTACTS]
    return [
        f"contact {model.labels.contacts[i]} starts {depth[i]:.3g} m off"
        for i in order
        if depth[i] > (RIGID_MISFIT if rigid[i] else ELASTIC_MISFIT)
    ]
