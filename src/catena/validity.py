"""Gaps of a state, contacts that begin inside each other, laws beyond their range."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.bodies.rigid_planar import poses_of
from catena.codes import SET_VALUED_NORMAL_LAWS, NormalLaw
from catena.contact.search import fill_gaps
from catena.laws.johnson import limit_penetration
from catena.model import Model
from catena.numerics.arrays import Bools, Floats
from catena.tables.pairs import PairKind
from catena.tables.system import State

RIGID_MISFIT = 1e-5
"""Start of a rigid contact inside the other body that needs no word [m]."""
ELASTIC_MISFIT = 1e-3
"""The same for an elastic one, which may begin under load [m]."""


class Excess(NamedTuple):
    """The contact that is deepest, compared with how deep its law goes."""

    contact: str
    depth: float
    """Penetration [m]."""
    limit: float
    """Where the law ends [m]."""

    @property
    def beyond(self) -> bool:
        """Whether it is, or only the nearest to the limit of its law."""
        return self.depth >= self.limit

    def __str__(self) -> str:
        link = ", but" if self.beyond else " before the step;"
        return (
            f"contact {self.contact} is {self.depth:.3g} m deep{link} its law holds up "
            f"to {self.limit:.3g} m"
        )


def gaps_of(model: Model, state: State) -> Floats:
    """Gaps of all contacts at the coordinates of a state [m]."""
    gaps = np.zeros(len(model.labels.contacts))
    pose = poses_of(state.q, len(model.labels.bodies))
    fill_gaps(model.system.contours, gaps, pose, state.q)
    return gaps


def has_gap(model: Model) -> Bools:
    """Which rows have a gap of their own: no pressed faces, no friction of bearings."""
    pair = model.system.contours.candidates.pair
    return ~np.isin(pair, (PairKind.POINT_FACE, PairKind.JOURNAL_TURN))


def misfits(model: Model) -> list[tuple[str, float]]:
    """Contacts that start inside each other and joints that do not fit.

    Name and how far off it is [m], the worst first.
    """
    gaps, laws = gaps_of(model, model.start()), model.state.memory.rows.law_N
    depth = np.where(laws == NormalLaw.BILATERAL, np.abs(gaps), -gaps)
    rigid = np.isin(laws, sorted(SET_VALUED_NORMAL_LAWS))
    off = has_gap(model) & (depth > np.where(rigid, RIGID_MISFIT, ELASTIC_MISFIT))
    order = np.argsort(-depth, kind="stable")
    return [(model.labels.contacts[i], float(depth[i])) for i in order if off[i]]


def worst_excess(model: Model, state: State) -> Excess | None:
    """The contact nearest to the limit of its law, or farthest beyond; None without."""
    contacts = model.system.contours.candidates
    laws = contacts.laws[contacts.law]
    limited = np.flatnonzero(laws.law == NormalLaw.JOHNSON)
    if limited.size == 0:
        return None
    limit = limit_penetration(1.0) * laws.p[limited]
    depth = -gaps_of(model, state)[limited]
    k = int(np.argmax(depth / limit))
    name = model.labels.contacts[limited[k]]
    return Excess(name, float(depth[k]), float(limit[k]))
