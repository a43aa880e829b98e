"""The JSON schema of drive files: editors complete and check while typing."""

from __future__ import annotations

from typing import Any

from catena.drives import DRIVES
from catena.drives.loading import room_named


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
    return schema


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
