"""A pushbelt brought to rest by its own steps, damped.

Normal forces alone do not decide where a pushbelt rests: what sticks, and how much each
contact carries, is left over from the way there. So it takes that way: the drive's own
steps, after each of which all velocities lose the same small share. Where it ends,
friction stays within its bounds by the law of the run itself.
"""

from __future__ import annotations

from catena.bodies.planar import fill_poses
from catena.integrators.steps.pushbelt import add_forces, step
from catena.integrators.steps.pushbelt_tables import (
    System,
    Trouble,
    Work,
    belt_rows,
    shaft_block,
)
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.rows.flank import push_flank, push_shafts
from catena.rows.planar import push_planar
from catena.rows.saddle import push_saddle
from catena.tables.blocks import Block, view
from catena.tables.state import State

NONE = int(Trouble.NONE)
INSTANT = 1e-12
"""Time over which directions of friction turn on [s]: none, but rows want one."""


@lean_kernel
def settle(
    system: System, state: State, work: Work, dt: float, count: int, keep: float
) -> int:
    """Steps at the loads of one instant; velocities keep a share of themselves.

    Returns a Trouble.
    """
    rows, now = belt_rows(system, state, work), state.t[0]
    shaft = shaft_block(system, state, work)
    fill_poses(rows.body.q, work.pose)
    for _ in range(count):
        trouble = step(system, state, work, rows, shaft, dt)
        state.t[0] = now
        if trouble != NONE:
            return trouble
        for i in range(state.u.size):
            state.u[i] *= keep
    return NONE


@lean_kernel
def held_forces(system: System, state: State, work: Work, ones: Floats) -> int:
    """All forces of a place into ``work.h``; the memory holds friction as forces [N].

    Friction that sticks turns with the bodies it acts on: its forces belong to the
    stiffness, as the tension of a string does. Returns a Trouble.
    """
    rows = belt_rows(system, state, work)
    shaft = shaft_block(system, state, work)
    fill_poses(rows.body.q, work.pose)
    trouble = add_forces(system, state, work, rows, shaft, INSTANT)
    if trouble != NONE:
        return trouble
    n, memory = system.elements, state.memory
    body, pulley = _receiving(rows.body, ones), _receiving(rows.pulley, ones)
    ring, flanks = _receiving(rows.ring, ones), rows.flanks
    for i in range(work.row_count[0]):
        F_t, F_g = memory.P_flank[flanks[i].slot]
        flanks[i].P_t, flanks[i].P_g = F_t, F_g
        push_flank(flanks, i, body, pulley, F_t, F_g)
    push_shafts(flanks, work.row_count[0], _receiving(shaft, ones))
    for i in range(n):
        push_saddle(rows.saddles, i, body, ring, memory.P_saddle[i])
    for i in range(rows.edges.size):
        a, b, F = rows.edges[i].a, rows.edges[i].b, memory.P_edge[i]
        push_planar(rows.edges, i, a, b, body.u, body.M_inv, F)
    return NONE


@inline_kernel
def _receiving(block: Block, ones: Floats) -> Block:
    """Bodies whose forces stand where velocities do, and whose masses are one."""
    one = view(ones, 0, block.h.shape[0], block.h.shape[1])
    return Block(block.q, block.h, block.h, one, block.mean)
