"""Tables of friction whose bounds are known before the percussions of a step.

Elastic contacts between planar bodies and bearings: their normal forces are computed,
and one impulse of each is left to find. They are rows of the kinds `PLANAR` and `TURN`;
``slot`` is the number of the contact, whose percussion ``P_T`` is their memory.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows


class ElasticFriction(NamedTuple):
    """Scratch of a step: n planar rows at most, m bearings, n_b bodies."""

    rows: Rows  # PLANAR (n,)    elastic contacts that touch, the first n_used[0]
    turns: Rows  # TURN (m,)     bearings
    n_used: Ints  # (1,)         how many of them there are
    moment: Floats  # (n_c,)     impulse of a bearing in the step before [N m s]
    M_inv: Floats  # (n_u,)
    moves: Ints  # (n_b,)        the body itself, or n_b if no impulse moves it
    clock: Ints  # (1,)          visits of rows so far
    changed: Ints  # (n_b + 1,)  visit that changed a body last
    visited: Ints  # (n + m,)    last visit of a row
    share: Floats  # (1,)        of its way that a visit goes, 1 unless sweeps circle
    last: Floats  # (n + m,)     impulses after the sweep before
    ahead: Floats  # (n + m,)    impulses the sweep began with
    known: Ints  # (1 + n,)      how many and which slots have known groups
