"""Set-valued friction of flanks and saddles of a pushbelt in space.

The convex problem and its sweeps are those of the planar belt, see
`catena.solvers.patches.belt_friction`, with mirror pairs in place of single rows:
element by element its flanks, left and right together, its two saddles, and both edges
to the element ahead, if there is friction between elements.

Source: [Cebulla2014] 2.4, 2.7, with the bound mu N dt from the smooth normal law.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.numerics.worst import worse
from catena.rows.spatial_edge import Edges, relax_edge_pair
from catena.rows.spatial_flank import relax_flank_pair, start_spatial_flanks
from catena.rows.spatial_saddle import relax_saddle_pair, start_spatial_saddles
from catena.solvers.patches.belt_friction import Sweeps, note_effort
from catena.solvers.patches.waking import Patches, Speed, waking_sweep, within_visits
from catena.tables.blocks import Block


class SpatialRows(NamedTuple):
    """Rows of friction of a belt in space, and the blocks they act on."""

    flanks: Rows
    begin: Ints  # (n + 1,)  first flank row of each element
    saddles: Rows
    edges: Edges
    body: Block
    pulley: Block
    ring: Block
    twist: Block  # (1, knots of both rings), empty where they do not twist


@inline_kernel
def _visit(
    patches: Patches, rows: SpatialRows, k: int, left: Speed
) -> tuple[float, float, Speed]:
    """Relax the flanks of one element, pair by pair, its two saddles and edges."""
    flanks, body, change = rows.flanks, rows.body, 0.0
    for i in range(rows.begin[k], rows.begin[k + 1], 2):
        change = worse(change, relax_flank_pair(flanks, i, body, rows.pulley))
    joined = relax_saddle_pair(rows.saddles, 2 * k, body, rows.ring)
    if 2 * k < rows.edges.row.size:
        joined = worse(joined, relax_edge_pair(rows.edges, 2 * k, body))
    return change, joined, left


_sweeps = within_visits(waking_sweep(_visit))


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
    most = sweeps.limit * patches.awake.size
    solved = _sweeps(patches, rows, sweeps.tolerance * dt, most)
    return note_effort(effort, solved, sweeps.tolerance, dt)
