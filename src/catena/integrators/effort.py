"""How much work a step was, so that no call of a kernel lasts long.

Steps differ: one in flight costs a microsecond, one of a pile that settles a thousand
times as much. A kernel that counts rows visited can return in time without a clock,
whatever the next steps bring; where it returns does not change the steps.
"""

from __future__ import annotations

from catena.jit import inline_kernel
from catena.tables.system import State, System, Work

MOST_EFFORT = 2_000_000
"""Rows and velocities visited before a call returns: some 20 to 100 ms."""


@inline_kernel
def fixed_effort(system: System, state: State) -> int:
    """What every step of a system visits."""
    return int(state.u.size + system.linear.K.size + system.maxwell.C.size)


@inline_kernel
def rows_effort(state: State, work: Work, sweeps: int) -> int:
    """What the contacts of the last step and its sweeps over them added."""
    near, active = state.memory.search.n_near[0], state.memory.rows.n_active[0]
    return int(near + (active + work.percussion.friction.turns.size) * (1 + sweeps))
