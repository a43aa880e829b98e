"""Set-valued friction of bodies that meet only on the sheaves: sweeps over flank rows.

Each row has a body of its own; rows of a pulley feel each other through its shaft
alone, which is heavy. Few projected Gauss-Seidel sweeps are enough: the last one, over
all rows, changes no force by more than the tolerance and is the proof.
"""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.rows.flank import relax_flank, start_flanks
from catena.tables.blocks import Block


@lean_kernel
def solve_sheave_friction(
    rows: Rows,
    count: int,
    P: Floats,
    body: Block,
    pulley: Block,
    limit: float,
    most_sweeps: int,
) -> tuple[int, float]:
    """Friction impulses of one step; sweeps taken and the last change [N s].

    A change of at least ``limit`` says that the sweeps were not enough.
    """
    start_flanks(rows, count, P, body, pulley)
    change = 0.0
    for sweep in range(most_sweeps):
        change = 0.0
        for i in range(count):
            change = max(change, relax_flank(rows, i, body, pulley))
        if change < limit:
            return sweep + 1, change
    return most_sweeps, change
