"""Attributes of a result file: text and numbers as they are, anything else as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from catena.errors import AssemblyError, ResultError, shown
from catena.results.catalogue import Catalogue, Coordinate, Variable

FORMAT = 1
"""Version of the file format; a reader refuses files with a larger one."""
_MAX_BYTES = 60_000
_CONTINUED = re.compile(r".*__[0-9]+")


def write_attributes(target: Any, attributes: Mapping[str, object]) -> None:
    """Set attributes on an open HDF5 group or dataset.

    Text has a fixed length, as the netCDF library writes it: a text of variable
    length could claim gigabytes in a damaged header. HDF5 allows 64 kB for one
    attribute, so longer text continues in ``name__2``, ``name__3`` and so on.
    """
    for name, value in attributes.items():
        encoded = _encoded(name, value)
        parts = [encoded] if isinstance(encoded, np.generic) else _pieces(encoded)
        for number, part in enumerate(parts, start=1):
            target.attrs[_part_name(name, number)] = part
        stale = len(parts) + 1
        while _part_name(name, stale) in target.attrs:
            del target.attrs[_part_name(name, stale)]
            stale += 1


def read_attributes(source: Any) -> dict[str, Any]:
    """All attributes of an open HDF5 group as Python text and numbers."""
    raw = {name: _checked(source, name) for name in source.attrs}
    attributes: dict[str, Any] = {}
    for name, value in raw.items():
        if name.startswith("_") or _CONTINUED.fullmatch(name):
            continue
        if isinstance(value, bytes):
            number = 1
            while isinstance(more := raw.get(_part_name(name, number + 1)), bytes):
                value, number = value + more, number + 1
            value = value.decode("utf-8", "replace")
        attributes[name] = value.item() if isinstance(value, np.generic) else value
    return attributes


def _encoded(name: str, value: object) -> bytes | np.int64 | np.float64:
    """One attribute as UTF-8 text or a number."""
    if isinstance(value, bool | int | np.integer) and abs(int(value)) < 2**63:
        return np.int64(value)
    if isinstance(value, float | np.floating):
        return np.float64(value)
    if not isinstance(value, str):
        try:
            value = json.dumps(value, ensure_ascii=False, allow_nan=False)
        except (TypeError, ValueError):
            raise AssemblyError(
                f"attribute {name}: {shown(value)} is no text, number or plain data"
            ) from None
    text = value.replace("\0", "\\x00")  # HDF5 text ends at a NUL
    return text.encode("utf-8", "backslashreplace")


def _pieces(text: bytes) -> list[Any]:
    """The text in pieces short enough for HDF5, typed as fixed-length UTF-8."""
    import h5py

    pieces: list[bytes] = []
    while text or not pieces:
        end = _MAX_BYTES
        while end < len(text) and text[end] & 0xC0 == 0x80:  # inside a character
            end -= 1
        pieces.append(text[:end])
        text = text[end:]
    return [
        np.array(piece, dtype=h5py.string_dtype("utf-8", max(len(piece), 1)))
        for piece in pieces
    ]


def _part_name(name: str, number: int) -> str:
    return name if number == 1 else f"{name}__{number}"


def _checked(source: Any, name: str) -> Any:
    """An attribute, unless its text has a variable and therefore unknown length."""
    import h5py

    kind = h5py.h5a.open(source.id, name.encode()).get_type()
    if isinstance(kind, h5py.h5t.TypeVlenID) or (
        isinstance(kind, h5py.h5t.TypeStringID) and kind.is_variable_str()
    ):
        raise ResultError(f"attribute {name} has a variable length")
    return source.attrs[name]


def catalogue_to_json(catalogue: Catalogue) -> str:
    """A catalogue without values of coordinates, which are arrays of the file."""
    return json.dumps(
        {
            "sizes": catalogue.sizes,
            "coordinates": {
                name: {"units": c.units, "label": c.label}
                for name, c in catalogue.coordinates.items()
            },
            "variables": [_described(variable) for variable in catalogue.variables],
        },
        ensure_ascii=False,
        default=int,
    )


def _described(variable: Variable) -> dict[str, Any]:
    """A variable in plain values, as far as they are not attributes of the file."""
    left_out = ("take", "contact", *(() if variable.names else ("names",)))
    return {
        name: value for name, value in vars(variable).items() if name not in left_out
    }


def catalogue_from_json(text: str, coordinate_values: Mapping[str, Any]) -> Catalogue:
    """The inverse of `catalogue_to_json`, given the values of the coordinates."""
    data = json.loads(text)
    return Catalogue(
        sizes=data["sizes"],
        coordinates={
            name: Coordinate(coordinate_values[name], c["units"], c["label"])
            for name, c in data["coordinates"].items()
        },
        variables=tuple(Variable(**v) for v in data["variables"]),
    )
