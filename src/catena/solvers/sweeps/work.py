"""Scratch arrays of the step solver."""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Ints
from catena.numerics.records import table
from catena.solvers.patches.elastic_friction import elastic_friction
from catena.tables.contacts import PACKED, PercussionWork
from catena.tables.friction import ElasticFriction

MOST_REPLIES = 2**25
"""Numbers that the replies of tied rows may take: 256 MB."""


def percussion_work(
    n_c: int,
    n_t: int,
    n_k: int = 24,
    n_v: int = 0,
    *,
    n_r: int = 0,
    n_j: int = 0,
    friction: ElasticFriction | None = None,
) -> PercussionWork:
    """Scratch arrays for ``n_c`` rows of ``n_t`` tangents and up to ``n_k`` velocities.

    With all ``n_v`` velocities of the system known, every group of connected rows is
    judged by its own percussions. ``n_r`` rows may stand on bodies with ``n_j`` joints;
    ``friction`` is that of elastic contacts and bearings.
    Too few are noticed: the solver then returns ``Status.WORK_TOO_SMALL``.
    """
    n_r = min(n_r, MOST_REPLIES // ((1 + n_t) * max(n_v + n_j, 1)))

    def ints(n: int) -> Ints:
        return np.zeros(n, dtype=np.int64)

    return PercussionWork(
        packed=table(PACKED, n_c),
        ways=np.zeros((2, n_c, 1 + n_t, n_k)),
        dof=np.zeros((n_c, n_k), dtype=np.int64),
        bounded=ints(n_c),
        listed=ints(3),
        last=np.zeros((n_c, 1 + n_t)),
        ahead=np.zeros((n_c, 1 + n_t)),
        group=ints(n_c),
        root=ints(n_v),
        size=np.zeros(max(n_v, 1)),
        away=np.zeros(n_c),
        head=table(PACKED, n_r),
        reply=np.zeros((n_r, 1 + n_t, n_v if n_r else 0)),
        pull=np.zeros((n_r, 1 + n_t, n_j)),
        P_known=np.zeros(n_j),
        P_joint=np.zeros(n_j),
        friction=elastic_friction() if friction is None else friction,
    )
