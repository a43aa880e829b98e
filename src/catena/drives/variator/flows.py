"""The power that flows through a variator, revolution by revolution."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catena.numerics.arrays import Floats
from catena.run.verdict import Flow
from catena.tables.state import Cause


def flows_of(
    power: Floats, clamping: Floats, loss: Floats, gained: Floats
) -> list[Flow]:
    """Powers of shafts (n, 2) and clamping (n,), losses (n, k), what is stored (n,)."""
    work = np.column_stack([power, clamping])
    parts = zip(work, loss, gained, strict=True)
    return [Flow.of(given, lost, float(gain)) for given, lost, gain in parts]


def losses_by_cause(loss: Floats, causes: Sequence[Cause]) -> Floats:
    """Losses of all mechanisms (mechanisms,) gathered by their causes (causes,)."""
    found = np.zeros(len(Cause))
    for value, cause in zip(loss, causes, strict=True):
        found[cause] += value
    return found
