"""Contacts of bodies in space by sweeps over all of them."""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.worst import worse
from catena.rows.spatial_touch import relax_touch, start_touches
from catena.solvers.patches.waking import until_quiet
from catena.tables.spatial_bodies import BodySystem, BodyWork
from catena.tables.state import State

SWEEPS = 500
"""Sweeps after which a step counts as not solved."""
QUIET = 1e-11
"""Largest change of a sweep over the largest impulse that ends it."""


@inline_kernel
def _sweep(
    count: int, tables: tuple[BodySystem, State, BodyWork], limit: float, everyone: bool
) -> tuple[float, int, bool]:
    """Relax every contact; the largest change over the largest percussion."""
    system, state, work = tables
    change, largest = 0.0, 0.0
    for row in range(count):
        change = worse(change, relax_touch(system, state, work, row))
        largest = max(largest, work.row[row].P)
    return (change / largest if largest > 0.0 else change), count, True


_sweeps = until_quiet(_sweep)


@lean_kernel
def solve_pairs(system: BodySystem, state: State, work: BodyWork, dt: float) -> None:
    """Percussions of one step; velocities follow, the memory keeps them."""
    start_touches(system, state, work, dt)
    count, memory = int(work.found[0]), state.memory
    memory.tally[0] += 1.0
    if count > 0:
        change, taken, _ = _sweeps(count, (system, state, work), QUIET, SWEEPS)
        memory.tally[1] += taken
        if not change < QUIET:
            memory.tally[2] += 1.0
    for row in range(count):
        k = work.row[row].touch
        memory.tally[3] = max(memory.tally[3], -work.row[row].gap)
        memory.P[k, 0] = work.row[row].P
        memory.P[k, 1], memory.P[k, 2] = work.row[row].P_1, work.row[row].P_2
