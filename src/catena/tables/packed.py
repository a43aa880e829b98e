"""A table whose arrays lie side by side, so that it is copied in one go."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.tables.checkpoint import arrays_of
from catena.tables.system import State


class PackedState(NamedTuple):
    """A state that lives in two arrays."""

    state: State  # views into the two
    floats: Floats
    ints: Ints


def packed_state(state: State) -> PackedState:
    """A packed copy of a state."""
    arrays = list(arrays_of(state).values())
    floats: Floats = np.zeros(sum(a.size for a in arrays if a.dtype == np.float64))
    ints: Ints = np.zeros(sum(a.size for a in arrays) - floats.size, dtype=np.int64)
    stores = {floats.dtype: floats, ints.dtype: ints}
    copy = _viewed(state, stores, dict.fromkeys(stores, 0))
    return PackedState(copy, floats, ints)


def overwrite(target: State, source: State) -> None:
    """Copy every array of one state over those of another."""
    values = arrays_of(source)
    for name, array in arrays_of(target).items():
        array[...] = values[name]


def _viewed(table: Any, stores: dict[Any, Any], used: dict[Any, int]) -> Any:
    """The same table of views, filled with the same numbers."""
    if not isinstance(table, np.ndarray):
        return type(table)(*(_viewed(part, stores, used) for part in table))
    at = used[table.dtype]
    used[table.dtype] = at + table.size
    view = stores[table.dtype][at : at + table.size].reshape(table.shape)
    view[...] = table
    return view
