"""Vectors of any length, moved without temporary copies."""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints


@kernel
def copy_into(target: Floats | Ints, source: Floats | Ints) -> None:
    """Copy the source over the target; a slice assignment may allocate."""
    for k in range(target.size):
        target[k] = source[k]
