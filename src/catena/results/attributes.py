"""Attributes of a result file: text and numbers as they are, anything else as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from catena.errors import AssemblyError, shown
from catena.results.layout import Coordinate, Layout, Variable

FORMAT = 1
"""Version of the file format; a reader refuses files with a larger one."""


def encoded(name: str, value: object) -> str | np.int64 | np.float64:
    """One attribute as HDF5 stores it."""
    if isinstance(value, str):
        safe = value.replace("\0", "\\x00")  # HDF5 text ends at a NUL
        return safe.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, bool | int | np.integer) and abs(int(value)) < 2**63:
        return np.int64(value)
    if isinstance(value, float | np.floating):
        return np.float64(value)
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        raise AssemblyError(
            f"attribute {name}: {shown(value)} is neither text, number nor plain data"
        ) from None


def write_attributes(target: Any, attributes: Mapping[str, object]) -> None:
    """Set attributes on an open HDF5 group or dataset."""
    for name, value in attributes.items():
        target.attrs[name] = encoded(name, value)


def read_attributes(source: Any) -> dict[str, Any]:
    """All attributes of an open HDF5 group as Python text and numbers."""
    attributes: dict[str, Any] = {}
    for name in source.attrs:
        if not name.startswith("_"):
            value = source.attrs[name]
            attributes[name] = value.item() if isinstance(value, np.generic) else value
    return attributes


def layout_to_json(layout: Layout) -> str:
    """A layout without the values of its coordinates, which are arrays of the file."""
    return json.dumps(
        {
            "sizes": layout.sizes,
            "coordinates": {
                name: {"units": c.units, "label": c.label}
                for name, c in layout.coordinates.items()
            },
            "variables": [vars(variable) for variable in layout.variables],
        },
        ensure_ascii=False,
        default=int,
    )


def layout_from_json(text: str, coordinate_values: Mapping[str, Any]) -> Layout:
    """The inverse of `layout_to_json`, given the values of the coordinates."""
    data = json.loads(text)
    return Layout(
        sizes=data["sizes"],
        coordinates={
            name: Coordinate(coordinate_values[name], c["units"], c["label"])
            for name, c in data["coordinates"].items()
        },
        variables=tuple(Variable(**v) for v in data["variables"]),
    )
