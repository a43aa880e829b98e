"""Set-valued friction of a step, patch by patch.

A patch is a body with the rows it leads: contacts whose first body it is, and the joint
behind it. A sweep visits the patches that are awake; one whose impulses changed wakes
itself and its neighbours. When a sweep has been quiet, everyone is asked once more, and
only a quiet sweep over everyone ends the search: waking saves time, it proves nothing.

Source: projected sweeps with the friction cone of known size, [Pfeiffer1997] (11), the
bounds from elastic normal forces. The order of rows decides between equally true
impulses where sticking rows are redundant.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.rows.planar import CAPPED, COUNT, SWEEPS, relax_planar
from catena.rows.turn import relax_turn

NOBODY = -1


class Patches(NamedTuple):
    """Who leads which rows, and who is awake; n patches."""

    first: Ints  # (n,)       first planar row of a patch, -1: none
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


@lean_kernel
def sweep_patches(
    patches: Patches,
    rows: Rows,
    turns: Rows,
    blocks: tuple[Floats, Floats],
    flat: tuple[Floats, Floats],
    limit: float,
    everyone: bool,
) -> float:
    """One pass over patches of planar and turn rows; the largest change [N s].

    ``blocks`` are the views (3, n) of u and M_inv, ``flat`` the same as they are.
    """
    first, follow, awake = patches.first, patches.follow, patches.awake
    u3, M_inv3 = blocks
    u, M_inv = flat
    most = 0.0
    for k in range(first.size):
        if not everyone and awake[k] == 0:
            continue
        awake[k] = 0
        change, i = 0.0, first[k]
        while i >= 0:
            change = max(change, relax_planar(rows, i, u3, M_inv3))
            i = follow[i]
        turned = relax_turn(turns, k, u, M_inv) if k < turns.size else 0.0
        if turned >= limit:
            wake(patches, k)
        elif change >= limit:
            awake[k] = 1
        most = max(most, change, turned)
    return most


@lean_kernel
def solve_patches(
    patches: Patches,
    rows: Rows,
    turns: Rows,
    blocks: tuple[Floats, Floats],
    flat: tuple[Floats, Floats],
    counter: Ints,
    limit: float,
    most: int,
) -> None:
    """Impulses of one step from the started ones; velocities follow.

    ``limit`` is the change that counts as none [N s], ``most`` the cap of sweeps.
    """
    list_patches(rows, counter[COUNT], patches.first, patches.follow)
    everyone = True
    for _ in range(most):
        change = sweep_patches(patches, rows, turns, blocks, flat, limit, everyone)
        counter[SWEEPS] += 1
        if change < limit:
            if everyone:
                return
            everyone = True
        else:
            everyone = False
    counter[CAPPED] += 1
