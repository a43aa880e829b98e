"""Tables of friction whose bounds are known before the percussions of a step.

Elastic contacts between planar bodies and bearings: their normal forces are computed,
and one impulse of each is left to find. They are rows of the kinds `PLANAR` and `TURN`;
``slot`` is the number of the contact, under which `Slots` keeps the impulse.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows


class Slots(NamedTuple):
    """What rows hand to the next step, by the number of their contact.

    Of contacts with rows of the kinds `PLANAR` and `TURN`; impulses of bearings and
    their bounds are moments [N m s].
    """

    P: Floats  # (n_c,)          friction impulse [N s]
    bound: Floats  # (n_c,)      its bound [N s]
    mu: Floats  # (n_c,)         coefficient that acts, the static or the kinetic one
    approach: Floats  # (n_c,)   approach speed when the contact closed [m/s]
    key: Ints  # (n_c,)          identity of the touching points
    last_step: Ints  # (n_c,)    step in which the contact touched last
    step: Ints  # (1,)           steps begun
    n_touching: Ints  # (1,)     planar rows of this step


def empty_slots(mu: Floats) -> Slots:
    """Slots of contacts with these coefficients that have not touched yet."""
    n = mu.size

    def never() -> Ints:
        return np.full(n, -1, dtype=np.int64)

    count = np.zeros((2, 1), dtype=np.int64)
    zeros = (np.zeros(n) for _ in range(3))
    P, bound, approach = zeros
    return Slots(P, bound, mu.copy(), approach, never(), never(), *count.copy())


class ElasticFriction(NamedTuple):
    """Scratch of a step: n planar rows at most, m bearings, n_b bodies."""

    rows: Rows  # PLANAR (n,)    elastic contacts that touch, the first n_used[0]
    turns: Rows  # TURN (m,)     bearings
    n_used: Ints  # (1,)         how many of them there are
    load: Floats  # (m,)         what presses each bearing [N]
    M_inv: Floats  # (n_u,)
    moves: Ints  # (n_b,)        the body itself, or n_b if no impulse moves it
    clock: Ints  # (1,)          visits of rows so far
    changed: Ints  # (n_b + 1,)  visit that changed a body last
    visited: Ints  # (n + m,)    last visit of a row
    share: Floats  # (1,)        of its way that a visit goes, 1 unless sweeps circle
    last: Floats  # (n + m,)     impulses after the sweep before
    ahead: Floats  # (n + m,)    impulses the sweep began with
    known: Ints  # (1 + n,)      how many and which slots have known groups
