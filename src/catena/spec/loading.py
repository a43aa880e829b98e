"""From a TOML file to checked data; files are untrusted and limited in size."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from catena.errors import InputError, SpecError

LARGEST_FILE = 4_000_000
"""Bytes a specification may have."""
DEEPEST_NESTING = 16
"""Levels of tables and lists a specification may have."""


def read_toml(path: str | Path) -> tuple[dict[str, Any], str]:
    """The data and the text of a TOML file, or an error in one clear sentence."""
    path = Path(path)
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise InputError(
                f"{path}: {size / 1e6:.1f} MB; a specification has at most "
                f"{LARGEST_FILE / 1e6:.0f} MB"
            )
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: cannot be read: {reason}") from None
    return parse_toml(text, str(path)), text


def parse_toml(text: str, source: str = "specification") -> dict[str, Any]:
    """The data of a TOML text."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source}: is not TOML: {error}") from None
    except RecursionError:
        raise InputError(f"{source}: is nested too deeply") from None
    except ValueError as error:  # integers beyond Python's digit limit
        raise InputError(f"{source}: cannot be read: {error}") from None
    _refuse_deep_nesting(data, source)
    return data


def _refuse_deep_nesting(data: dict[str, Any], source: str) -> None:
    level: list[Any] = [data]
    for _ in range(DEEPEST_NESTING):
        level = [item for node in level for item in _children(node)]
        if not level:
            return
    raise SpecError.at(
        source, None, f"is nested deeper than the {DEEPEST_NESTING} levels allowed"
    )


def _children(node: Any) -> list[Any]:
    if isinstance(node, dict):
        items = list(node.values())
    else:
        items = node
    return [item for item in items if isinstance(item, (dict, list))]
