"""Entries of the ledger that a run of a belt records, each with its name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.state import Cause


def loss_entries(named: Sequence[tuple[str, int, Cause]]) -> Ints:
    """Group and cause (losses, 2) of named losses, in their order."""
    return np.array([(group, cause) for _, group, cause in named], dtype=np.int64)


@lean_kernel
def take_losses(entries: Ints, loss: Floats, out: Floats) -> None:
    """Write the entries of a ledger in their order."""
    for i in range(entries.shape[0]):
        out[i] = loss[entries[i, 0], entries[i, 1]]
