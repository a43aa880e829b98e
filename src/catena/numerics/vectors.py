"""Vectors of any length, moved without temporary copies."""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints


@lean_kernel
def copy_into(target: Floats | Ints, source: Floats | Ints) -> None:
    """Copy the source over the target; a slice assignment may allocate."""
    for k in range(target.size):
        target[k] = source[k]


@lean_kernel
def copy_table(target: Floats, source: Floats) -> None:
    """The same for two dimensions.

    A slice assignment compiles the words of its error too: 4 s, once in a process.
    """
    for i in range(target.shape[0]):
        for k in range(target.shape[1]):
            target[i, k] = source[i, k]
