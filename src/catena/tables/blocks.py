"""Bodies of one kind as a block of the flat arrays.

All coordinates of a drive stand in one flat q, all velocities in one flat u, forces in
h, inverse masses in M_inv. Bodies of one kind stand together, coordinate by
coordinate, so that a piece of a flat array is a table (coordinates, bodies):
``body.u[2, k]`` is the third velocity of body k. Views share the memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from catena.jit import inline_kernel
from catena.numerics.arrays import Floats


class Block(NamedTuple):
    """Views (coordinates, bodies) of the flat arrays of a drive."""

    q: Floats
    u: Floats
    h: Floats
    M_inv: Floats
    mean: Floats  # velocities at the middle of the step


@inline_kernel
def view(flat: Floats, first: int, rows: int, count: int) -> Floats:
    """A piece of a flat array as a table (rows, count)."""
    return flat[first : first + rows * count].reshape((rows, count))


@inline_kernel
def block(
    system: Any, state: Any, work: Any, first: int, rows: int, count: int
) -> Block:
    """Bodies of one kind from a place of the flat arrays on; any family's tables."""
    return Block(
        view(state.q, first, rows, count),
        view(state.u, first, rows, count),
        view(work.h, first, rows, count),
        view(system.M_inv, first, rows, count),
        view(work.mean, first, rows, count),
    )
