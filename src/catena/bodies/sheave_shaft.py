"""Shafts of pulleys in elastic bearings: planar bodies that carry their sheaves.

Places of shafts are counted from where they rest without load; blocks are (3, pulleys),
or (3, 0) where no bearing is elastic, and shafts do not turn as bodies: the turn of a
pulley is a coordinate of its sheaves. Bearings are `catena.couplings.mount`.

Source: [Pfeiffer1997] (15), Figure 5.
"""

from __future__ import annotations

from catena.jit import inline_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.tables.blocks import Block


@inline_kernel
def move_shafts(rest: Rows, shaft: Block, sheaves: Rows) -> None:
    """Sheaves where the shafts are now in their bearings."""
    q, u = shaft.q, shaft.u
    for p in range(q.shape[1]):
        sheaves[p].c_x, sheaves[p].c_y = rest[p].c_x + q[0, p], rest[p].c_y + q[1, p]
        sheaves[p].v_x, sheaves[p].v_y = u[0, p], u[1, p]


@inline_kernel
def press_shafts(belt: Rows, h: Floats, sign: float) -> None:
    """Add what a belt has done to the pulleys since the last sample.

    Before and after contacts press, with opposite signs: their forces remain.
    """
    for p in range(h.shape[1]):
        h[0, p] += sign * belt[p].f_x
        h[1, p] += sign * belt[p].f_y
