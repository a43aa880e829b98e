"""Reference variators: named sets of numbers that fill what a file leaves out."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

INSTEAD_OF = {"azimuthal": ("matrix",), "matrix": ("azimuthal",)}
"""Keys a reference does not fill where the file states another one instead."""

LENGTHS = (("element", "thickness"), ("ring", "endplay"), ("ring", "length"))
"""Two of these three are stated, the other follows; the first ones win."""


def reference_names() -> list[str]:
    """Every known reference variator."""
    return list(_table())


def with_reference(data: dict[str, Any]) -> dict[str, Any]:
    """The data of a file, filled from the reference variator it names.

    ``variator = "24 mm"`` is short for a table with that ``reference`` alone.
    """
    variator = data.get("variator")
    if isinstance(variator, str):
        variator = {"reference": variator}
        data = {**data, "variator": variator}
    name = variator.get("reference") if isinstance(variator, dict) else None
    if name is None:
        return data
    if name not in _table():
        known = ", ".join(repr(known) for known in _table())
        raise ValueError(f"variator: found {name!r}; expected one of {known}")
    return _merged(_fitting(_table()[name], data), data)


def _fitting(reference: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """The reference with only as many belt lengths as the file leaves open.

    Without the ring's spans where the belt runs in space: its own default is smaller.
    """
    stated = [place for place in LENGTHS if _at(data, place) is not None]
    offered = [
        place
        for place in LENGTHS
        if place not in stated and _at(reference, place) is not None
    ]
    kept = offered[: max(0, 2 - len(stated))]
    result = {
        key: dict(value) if isinstance(value, dict) else value
        for key, value in reference.items()
    }
    for section, key in LENGTHS:
        if (section, key) not in kept:
            result[section].pop(key, None)
    if data.get("fidelity") == "spatial":
        result["ring"].pop("span_count", None)
    return result


def _at(data: dict[str, Any], place: tuple[str, str]) -> Any:
    section = data.get(place[0])
    return section.get(place[1]) if isinstance(section, dict) else None


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Two nested tables in one; the second wins, except where it holds nothing."""
    result = {
        key: value
        for key, value in base.items()
        if not any(over.get(other) is not None for other in INSTEAD_OF.get(key, ()))
    }
    for key, value in over.items():
        below = result.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            result[key] = _merged(below, value)
        elif value is not None or key not in result:
            result[key] = value
    return result


@cache
def _table() -> dict[str, dict[str, Any]]:
    place = files("catena.drives.pushbelt_cvt.spec") / "references.toml"
    return tomllib.loads(place.read_text("utf-8"))
