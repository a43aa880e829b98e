"""Bodies of one kind as a block of the flat arrays.

All coordinates of a drive stand in one flat q, all velocities in one flat u, forces in
h, inverse masses in M_inv. Bodies of one kind stand together, coordinate by
coordinate, so that a piece of a flat array is a table (coordinates, bodies):
``body.u[2, k]`` is the third velocity of body k. Views share the memory.
"""

from __future__ import annotations

from typing import NamedTuple

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
