"""Set-valued friction of flanks, saddles and neighbours, bounded by the load.

Normal forces are elastic and known, so each step is a convex problem: impulses within
discs (flanks) and intervals (saddles, edges) at the velocities of the end of the step.
It is solved by projected Gauss-Seidel sweeps that start from the impulses of the step
before, element by element: its flanks, its saddle, then the edge to the element ahead,
if there is friction between elements.

After a sweep most elements are done, so only those are visited again that have
changed, or whose neighbours on the ring have. When all are quiet, one more sweep over
all elements is the proof: it must not change any force by more than the tolerance.
The limit counts visits, a pass over all elements as one: where two places of a flank
both stick, impulses may rise against each other for hundreds of sweeps, but on a few
elements only, and they hardly move anything.

Source: [Cebulla2014] 2.4, 2.7, with the bound mu N dt from the smooth normal law.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.numerics.worst import worse
from catena.rows.flank import relax_flank, start_flanks
from catena.rows.planar import relax_planar
from catena.rows.saddle import relax_saddle, start_saddles
from catena.solvers.patches.waking import (
    Patches,
    Speed,
    list_patches,
    waking_sweep,
    within_visits,
)
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
    """Steps that used all visits."""
    COUPLED = 4
    """Iterations of the coupled law."""


class Sweeps(NamedTuple):
    """When sweeps end."""

    tolerance: float  # change of a force [N]
    limit: int  # passes over all bodies; partial ones count by their visits


class BeltRows(NamedTuple):
    """Rows of friction of a belt, and the blocks they act on."""

    flanks: Rows
    saddles: Rows
    edges: Rows  # with the body ahead; as many as bodies, or none
    body: Block
    pulley: Block
    ring: Block


@inline_kernel
def _visit(
    patches: Patches, rows: BeltRows, k: int, left: Speed
) -> tuple[float, float, Speed]:
    """Relax the flanks of one body, its saddle, which pulls the ring, and its edge."""
    flanks, body, follow = rows.flanks, rows.body, patches.follow
    change, i = 0.0, patches.first[k]
    while i >= 0:
        change = worse(change, relax_flank(flanks, i, body, rows.pulley))
        i = follow[i]
    joined = relax_saddle(rows.saddles, k, body, rows.ring)
    if k < rows.edges.size:
        joined = worse(joined, relax_planar(rows.edges, k, body.u, body.M_inv))
    return change, joined, left


sweep_belt = waking_sweep(_visit)
_sweeps = within_visits(sweep_belt)


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
    most = sweeps.limit * patches.awake.size
    solved = _sweeps(patches, rows, sweeps.tolerance * dt, most)
    return note_effort(effort, solved, sweeps.tolerance, dt)


@inline_kernel
def note_effort(
    effort: Ints, solved: tuple[float, int, int], tolerance: float, dt: float
) -> float:
    """Count sweeps and visits; the last change of a force if they did not suffice."""
    change, taken, visits = solved
    effort[Effort.SWEEPS] += taken
    effort[Effort.VISITS] += visits
    if change < tolerance * dt:
        return 0.0
    effort[Effort.CAPPED] += 1
    return float(change / dt)
