"""Set-valued friction of flanks and saddles of a pushbelt in space.

The convex problem and its sweeps are those of the planar belt, see
`catena.solvers.patches.belt_friction`, with mirror pairs in place of single rows:
element by element its flanks, left and right together, then its two saddles.

Source: [Cebulla2014] 2.4, 2.7, with the bound mu N dt from the smooth normal law.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.rows.spatial_flank import relax_flank_pair, start_spatial_flanks
from catena.rows.spatial_saddle import relax_saddle_pair, start_spatial_saddles
from catena.solvers.patches.belt_friction import Effort, Sweeps
from catena.solvers.patches.friction_patches import Patches, wake
from catena.tables.blocks import Block


class SpatialRows(NamedTuple):
    """Rows of friction of a belt in space, and the blocks they act on."""

    flanks: Rows
    begin: Ints  # (n + 1,)  first flank row of each element
    saddles: Rows
    body: Block
    pulley: Block
    ring: Block


@lean_kernel
def solve_spatial_friction(
    sweeps: Sweeps,
    rows: SpatialRows,
    P_flank: Floats,
    P_saddle: Floats,
    patches: Patches,
    effort: Ints,
    dt: float,
) -> float:
    """Friction impulses of one step; velocities follow.

    Returns the last change of a force where all sweeps were used, else 0 [N].
    """
    count = rows.begin[rows.begin.size - 1]
    start_spatial_flanks(rows.flanks, count, P_flank, rows.body, rows.pulley)
    start_spatial_saddles(rows.saddles, P_saddle, rows.body, rows.ring)
    limit, change = sweeps.tolerance * dt, 0.0
    everyone = sweeps.limit > 0  # plainly True would compile the sweep twice
    for _ in range(sweeps.limit):
        change, visits = sweep_spatial_belt(rows, patches, limit, everyone)
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
def sweep_spatial_belt(
    rows: SpatialRows, patches: Patches, limit: float, everyone: bool
) -> tuple[float, int]:
    """Visit every element, or those awake; the largest change [N s], visits."""
    flanks, saddles, body = rows.flanks, rows.saddles, rows.body
    pulley, ring, awake = rows.pulley, rows.ring, patches.awake
    most, visits = 0.0, 0
    for k in range(awake.size):
        if not everyone and awake[k] == 0:
            continue
        awake[k] = 0
        visits += 1
        change = 0.0
        for i in range(rows.begin[k], rows.begin[k + 1], 2):
            change = max(change, relax_flank_pair(flanks, i, body, pulley))
        if change >= limit:
            awake[k] = 1
        pulled = relax_saddle_pair(saddles, 2 * k, body, ring)
        if pulled >= limit:
            wake(patches, k)
        most = max(most, change, pulled)
    return most, visits
