"""The JSON schema of drive files: editors complete and check while typing."""

from __future__ import annotations

from typing import Any

from catena.drives import DRIVES
from catena.drives.loading import room_named

LIMITS = {
    "gt": "exclusiveMinimum",
    "ge": "minimum",
    "lt": "exclusiveMaximum",
    "le": "maximum",
}
"""How pydantic and JSON schema call the same limit."""


def drive_schema(drive: str = "") -> dict[str, Any]:
    """Schema of one kind of drive, or of all, told apart by the key ``drive``."""
    if drive:
        return _one(drive)
    merged: dict[str, Any] = {}
    members = []
    for name in DRIVES:
        schema = _one(name)
        # Two rooms may each have a part of the same name: keep them apart.
        text_from, text_to = "#/$defs/", f"#/$defs/{name}."
        for key, value in schema.pop("$defs", {}).items():
            merged[f"{name}.{key}"] = _renamed(value, text_from, text_to)
        members.append(_renamed(schema, text_from, text_to))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "catena drive",
        "oneOf": members,
        "$defs": merged,
    }


def _one(drive: str) -> dict[str, Any]:
    schema = room_named(drive).spec_model().model_json_schema()
    schema["title"] = drive
    _speak_to_editors(schema)
    return schema


def _speak_to_editors(node: Any) -> None:
    """Meanings on one line with the unit behind, limits where editors check them."""
    if isinstance(node, list):
        for item in node:
            _speak_to_editors(item)
    if not isinstance(node, dict):
        return
    for item in node.values():
        _speak_to_editors(item)
    for name, key in node.get("properties", {}).items():
        words = " ".join(key.get("description", name).split())
        unit = _unit_in(key)
        key["description"] = f"{words} [{unit}]" if unit else words
    _move_limits(node)


def _unit_in(node: Any) -> str:
    """The SI unit of plain numbers below a node; tables have units of their own."""
    if isinstance(node, list):
        return next((unit for item in node if (unit := _unit_in(item))), "")
    if not isinstance(node, dict):
        return ""
    if "unit" in node:
        return str(node["unit"])
    inside = (node.get(key) for key in ("anyOf", "oneOf", "items", "prefixItems"))
    return next((unit for item in inside if (unit := _unit_in(item))), "")


def _move_limits(node: dict[str, Any]) -> None:
    """Limits of a quantity go to its number, in the words of JSON schema."""
    for ours, theirs in LIMITS.items():
        if ours in node and "anyOf" in node:
            limit = node.pop(ours)
            for choice in node["anyOf"]:
                if choice.get("type") == "number":
                    choice[theirs] = limit


def _renamed(node: Any, old: str, new: str) -> Any:
    """The same schema with its references renamed."""
    if isinstance(node, dict):
        return {
            key: value.replace(old, new) if key == "$ref" else _renamed(value, old, new)
            for key, value in node.items()
        }
    if isinstance(node, list):
        return [_renamed(item, old, new) for item in node]
    return node
