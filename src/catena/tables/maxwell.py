"""Tables of contacts that share the compliance of one elastic body."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints


class ActiveSetWork(NamedTuple):
    """Scratch arrays for complementarity problems up to a given size."""

    A: Floats  # (n, n)   subsystem of the free indices
    b: Floats  # (n,)
    w: Floats  # (n,)     M z + q
    pivot: Ints  # (n,)
    chosen: Ints  # (n,)  the free indices
    best: Ints  # (3,)    fewest wrong signs so far, patience left, last draw


class MaxwellGroups(NamedTuple):
    """Groups of rows and their influence matrices."""

    first: Ints  # (n_g + 1,)  where each group begins in ``row``
    row: Ints  # (n_m,)        members, group after group
    C: Floats  # (n_m, n_max)  influence of the b-th member of the same group [m/N]
    definite: Ints  # (n_g,)   0 where some forces together deform nothing


class MaxwellWork(NamedTuple):
    """Scratch arrays for the largest group."""

    C: Floats  # (n, n)
    g_rigid: Floats  # (n,)
    la: Floats  # (n,)
    g: Floats  # (n,)
    closed: Ints  # (n,)
    member: Ints  # (n,)
    solve: ActiveSetWork


def active_set_work(n: int) -> ActiveSetWork:
    """Scratch arrays for problems of size n."""
    return ActiveSetWork(
        A=np.zeros((n, n)),
        b=np.zeros(n),
        w=np.zeros(n),
        pivot=np.zeros(n, dtype=np.int64),
        chosen=np.zeros(n, dtype=np.int64),
        best=np.zeros(3, dtype=np.int64),
    )


def maxwell_work(groups: MaxwellGroups) -> MaxwellWork:
    """Scratch arrays for these groups."""
    n = groups.C.shape[1]
    return MaxwellWork(
        C=np.zeros((n, n)),
        g_rigid=np.zeros(n),
        la=np.zeros(n),
        g=np.zeros(n),
        closed=np.zeros(n, dtype=np.int64),
        member=np.zeros(n, dtype=np.int64),
        solve=active_set_work(n),
    )
