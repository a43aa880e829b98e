"""Set-valued friction of flanks and saddles: impulses bounded by the load.

Normal forces are elastic and known, so each step is a convex problem: impulses within
discs (flanks) and intervals (saddles) at the velocities of the end of the step. It is
solved by projected Gauss-Seidel sweeps that start from the impulses of the step
before, element by element: its flanks, then its saddle.

After a sweep most elements are done, so only those are visited again that have
changed, or whose neighbours on the ring have. When all are quiet, one more sweep over
all elements is the proof: it must not change any force by more than the tolerance.

Source: [Cebulla2014] 2.4, 2.7, with the bound mu N dt from the smooth normal law.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.rows.flank import relax_flank, start_flanks
from catena.rows.saddle import relax_saddle, start_saddles
from catena.solvers.patches.friction_patches import Patches, list_patches, wake
from catena.tables.blocks import Block

REACH = 2
"""Neighbours to each side that are visited again after a change."""


class Effort(IntEnum):
    """What the solvers of a run have done so far: entries of ``effort``."""

    STEPS = 0
    SWEEPS = 1
    VISITS = 2
    """Patches visited by the sweeps."""
    CAPPED = 3
    """Steps that used all sweeps."""
    COUPLED = 4
    """Iterations of the coupled law."""


class Sweeps(NamedTuple):
    """When sweeps end."""

    tolerance: float  # change of a force [N]
    limit: int


class BeltRows(NamedTuple):
    """Rows of friction of a belt, and the blocks they act on."""

    flanks: Rows
    saddles: Rows
    body: Block
    pulley: Block
    ring: Block


@lean_kernel
def solve_friction(
    sweeps: Sweeps,
    rows: BeltRows,
    count: int,
    P_flank: Floats,
    P_saddle: Floats,
    patches: Patches,
    effort: Ints,
    dt: float,
) -> float:
    """Friction impulses of one step; velocities follow.

    Returns the last change of a force where all sweeps were used, else 0 [N].
    """
    start_flanks(rows.flanks, count, P_flank, rows.body, rows.pulley)
    start_saddles(rows.saddles, P_saddle, rows.body, rows.ring)
    list_patches(rows.flanks, count, patches.first, patches.follow)
    limit, change = sweeps.tolerance * dt, 0.0
    everyone = sweeps.limit > 0  # plainly True would compile the sweep twice
    for _ in range(sweeps.limit):
        change, visits = sweep_belt(rows, patches, limit, everyone)
        effort[Effort.SWEEPS] += 1
        effort[Effort.VISITS] += visits
        if change < limit:
            if everyone:
                return 0.0
            everyone = True
        else:
            everyone = False
    effort[Effort.CAPPED] += 1
    return change / dt


@lean_kernel
def sweep_belt(
    rows: BeltRows, patches: Patches, limit: float, everyone: bool
) -> tuple[float, int]:
    """Visit every body, or those awake; the largest change [N s], visits.

    Who has changed by more than the limit stays awake; who has pulled the ring wakes
    its neighbours.
    """
    flanks, saddles, body = rows.flanks, rows.saddles, rows.body
    pulley, ring, awake = rows.pulley, rows.ring, patches.awake
    first, follow = patches.first, patches.follow
    most, visits = 0.0, 0
    for k in range(saddles.size):
        if not everyone and awake[k] == 0:
            continue
        awake[k] = 0
        visits += 1
        change = 0.0
        i = first[k]
        while i >= 0:
            change = max(change, relax_flank(flanks, i, body, pulley))
            i = follow[i]
        if change >= limit:
            awake[k] = 1
        pulled = relax_saddle(saddles, k, body, ring)
        if pulled >= limit:
            wake(patches, k)
        most = max(most, change, pulled)
    return most, visits
