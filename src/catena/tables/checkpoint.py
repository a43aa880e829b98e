"""Copies of tables: what a checkpoint holds and how it is written back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from catena.errors import InputError
from catena.numerics.arrays import Floats


def copied(table: Any) -> Any:
    """A deep copy of a table of arrays: a complete checkpoint of a State."""
    if isinstance(table, np.ndarray):
        return table.copy()
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
