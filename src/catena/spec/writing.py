"""A checked specification back into plain data and TOML text."""

from __future__ import annotations

import json
from typing import Any

from catena.spec.parts import DriveSpec


def resolved_data(spec: DriveSpec) -> dict[str, Any]:
    """The specification with every default filled in, as plain SI data."""
    return spec.model_dump(mode="json", exclude_none=True)


def resolved_toml(spec: DriveSpec) -> str:
    """The same as TOML text."""
    return toml_text(resolved_data(spec))


def toml_text(data: dict[str, Any]) -> str:
    """A dictionary of numbers, texts, lists and tables as TOML."""
    lines: list[str] = []
    _write_table(data, "", lines)
    return "\n".join(lines).strip() + "\n"


def _write_table(table: dict[str, Any], path: str, lines: list[str]) -> None:
    tables = {k: v for k, v in table.items() if isinstance(v, dict)}
    arrays = {k: v for k, v in table.items() if _is_table_array(v)}
    for key, value in table.items():
        if key not in tables and key not in arrays:
            lines.append(f"{_key(key)} = {value_text(value)}")
    for key, value in tables.items():
        inner = f"{path}{_key(key)}"
        lines += ["", f"[{inner}]"]
        _write_table(value, f"{inner}.", lines)
    for key, values in arrays.items():
        inner = f"{path}{_key(key)}"
        for value in values:
            lines += ["", f"[[{inner}]]"]
            _write_table(value, f"{inner}.", lines)


def _is_table_array(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, dict) for item in value)
    )


def value_text(value: Any) -> str:
    """A number, text, list or inline table as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(k)} = {value_text(v)}" for k, v in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return "[" + ", ".join(value_text(item) for item in value) + "]"


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if bare else json.dumps(key, ensure_ascii=False)
