"""Copies of tables: what a checkpoint holds and how it is written back.

A packed state has its arrays side by side, so that a kernel copies it in one go.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from catena.errors import InputError
from catena.numerics.arrays import Floats, Ints
from catena.tables.system import State


def copied(table: Any) -> Any:
    """A deep copy of a table of arrays: a complete checkpoint of a State."""
    if isinstance(table, np.ndarray):
        return table.copy(order="K")
    return type(table)(*(copied(part) for part in table))


def arrays_of(table: Any, prefix: str = "") -> dict[str, Floats]:
    """Every array of a table under its dotted name, as a checkpoint stores them."""
    found: dict[str, Floats] = {}
    for name, part in table._asdict().items():
        if isinstance(part, np.ndarray):
            found[prefix + name] = part
        else:
            found |= arrays_of(part, f"{prefix}{name}.")
    return found


def restore(table: Any, arrays: Mapping[str, Floats], prefix: str = "") -> None:
    """Write stored arrays back into a table of the same model."""
    for name, target in arrays_of(table, prefix).items():
        write_back(name, target, arrays)


def write_back(name: str, target: Floats, arrays: Mapping[str, Floats]) -> None:
    """Write one stored array back.

    Raises:
        InputError: it is absent or has another shape or type.
    """
    stored = arrays.get(name)
    if stored is None or stored.shape != target.shape or stored.dtype != target.dtype:
        raise InputError(f"checkpoint does not fit this model: {name}")
    target[...] = stored


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
