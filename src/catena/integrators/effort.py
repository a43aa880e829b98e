"""How much work a step was, so that no call of a kernel lasts long.

Steps differ: one in flight costs a microsecond, one of a pile that settles a thousand
times as much. A kernel that counts rows visited can return in time without a clock,
whatever the next steps bring; where it returns does not change the steps.
"""

from __future__ import annotations

from catena.jit import inline_kernel
from catena.numerics.arrays import Ints
from catena.numerics.records import Rows
from catena.tables.system import State, System, Work

Visited = tuple[Ints, Ints, Ints, Rows, Ints, Rows]
"""How many contacts are near, how many listed and planar ones act, bearings with
friction, and the event log."""

MOST_EFFORT = 2_000_000
"""Rows and velocities visited before a call returns: some 20 to 100 ms."""


@inline_kernel
def fixed_effort(system: System, state: State) -> int:
    """What every step of a system visits."""
    return int(state.u.size + system.linear.K.size + system.maxwell.C.size)


@inline_kernel
def visited_rows(state: State, work: Work) -> Visited:
    """What ``rows_effort`` counts."""
    memory = state.memory
    near, active, touching, logged = (
        memory.search.n_near,
        memory.rows.n_active,
        memory.slots.n_touching,
        memory.events.logged,
    )
    return near, active, touching, work.percussion.friction.turns, logged, work.log


@inline_kernel
def rows_effort(visited: Visited, sweeps: int) -> int:
    """What the contacts of the last step and its sweeps over them added.

    All that is left where the log of events is half full: somebody should empty it.
    """
    near, active, touching, turns, logged, log = visited
    if 2 * logged[0] > log.size:
        return MOST_EFFORT
    return int(near[0] + (active[0] + touching[0] + turns.size) * (1 + sweeps))
