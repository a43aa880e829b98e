"""The sweep of set-valued friction, written once for every kind of row.

A patch is a body with the rows it leads, and what joins it to its neighbours. A sweep
visits the patches that are awake; one whose rows changed stays awake, one whose joint
changed wakes its neighbours too. When a sweep has been quiet, everyone is asked once
more, and only a quiet sweep over everyone ends the search: waking saves time, it proves
nothing.

Families of drives differ in the rows of a patch alone: `waking_sweep` makes their sweep
from a kernel that visits one patch. What has no patches states its own sweep over all
rows. `until_quiet` repeats either, `within_visits` the sweeps of patches. The kernels
made here are pasted into those that call them, so that machine code of these can be
kept.

Source: projected sweeps with the friction cone of known size, [Pfeiffer1997] (11), the
bounds from elastic normal forces. The order of rows decides between equally true
impulses where sticking rows are redundant.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Ints
from catena.numerics.records import Rows
from catena.numerics.worst import worse

NOBODY = -1
Speed = tuple[int, float]
"""A velocity, by its number in the flat u, and its value; `NOBODY`: none."""
UNKNOWN: Speed = (NOBODY, 0.0)


class Patches(NamedTuple):
    """Who leads which rows, and who is awake; n patches."""

    first: Ints  # (n,)       first row of a patch, -1: none
    follow: Ints  # (rows,)   the row after a row, -1: none
    awake: Ints  # (n,)
    neighbour: Ints  # (m, n) patches that a change of this one reaches, -1: none


def ring_patches(bodies: int, rows: int, reach: int = 1) -> Patches:
    """Patches of bodies in a ring: each reaches so many before and behind."""
    k = np.arange(bodies, dtype=np.int64)
    ways = [way for far in range(1, reach + 1) for way in (far, -far)]
    around = np.stack([np.roll(k, way) for way in ways])
    empty = np.full(bodies, NOBODY, dtype=np.int64)
    return Patches(empty, np.full(rows, NOBODY, dtype=np.int64), 0 * k, around)


@lean_kernel
def list_patches(rows: Rows, count: int, first: Ints, follow: Ints) -> None:
    """Rows of every patch in their order; of any kind of row with a first body."""
    for k in range(first.size):
        first[k] = NOBODY
    for i in range(count - 1, -1, -1):
        a = rows[i].a
        if a < 0:  # tells the compiler that no index counts from the end
            continue
        follow[i] = first[a]
        first[a] = i


@lean_kernel
def wake(patches: Patches, k: int) -> None:
    """Ask a patch and its neighbours again."""
    patches.awake[k] = 1
    for side in range(patches.neighbour.shape[0]):
        other = patches.neighbour[side, k]
        if other >= 0:
            patches.awake[other] = 1


def waking_sweep(visit: Any) -> Any:
    """A sweep out of ``visit(patches, rows, k, left)``: relax all rows of patch k.

    A visit returns the largest change of the rows that patch k leads, that of what
    joins it to its neighbours [N s], and a velocity it leaves to the next visit: who
    takes it from there need not wait until it has been written and read again.
    """

    @inline_kernel
    def sweep(
        patches: Patches, rows: Any, limit: float, everyone: bool
    ) -> tuple[float, int, bool]:
        awake = patches.awake
        most, visits, left = 0.0, 0, UNKNOWN
        for k in range(awake.size):
            if not everyone and awake[k] == 0:
                continue
            # before the visit: what it changes may wake the patch again
            awake[k] = 0
            visits += 1
            change, joined, left = visit(patches, rows, k, left)
            # "not smaller", so that NaN counts as a change and is never solved
            if not joined < limit:
                wake(patches, k)
            elif not change < limit:
                awake[k] = 1
            most = worse(most, worse(change, joined))
        return most, visits, everyone

    return sweep


def until_quiet(sweep: Any) -> Any:
    """Sweeps until one over everyone changes less than the limit.

    A sweep returns its largest change [N s], its visits, and whether it met everyone.
    """

    @inline_kernel
    def solve(
        patches: Any, rows: Any, limit: float, most: int
    ) -> tuple[float, int, int]:
        """The last change, sweeps and visits; a change of the limit: not solved."""
        # begin with everyone; end only after a sweep over everyone that was quiet:
        # who sleeps may have been left by a change that was too small to wake it
        everyone, change, visits = most > 0, limit, 0
        for n in range(most):
            change, seen, all_met = sweep(patches, rows, limit, everyone)
            visits += seen
            if change < limit and all_met:
                return change, n + 1, visits
            everyone = change < limit
        return change, most, visits

    return solve


def within_visits(sweep: Any) -> Any:
    """Waking sweeps until one over everyone is quiet, as `until_quiet` makes them.

    The limit is one of visits: sweeps over a few patches may be many.
    """

    @inline_kernel
    def solve(
        patches: Patches, rows: Any, limit: float, most: int
    ) -> tuple[float, int, int]:
        """The last change, sweeps and visits; a change of the limit: not solved."""
        everyone, change, visits, n = most > 0, limit, 0, 0
        while visits < most:
            change, seen, all_met = sweep(patches, rows, limit, everyone)
            visits += seen
            n += 1
            if change < limit and all_met:
                break
            everyone = change < limit
            change = max(change, limit)
        return change, n, visits

    return solve
