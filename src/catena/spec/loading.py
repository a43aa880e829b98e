"""From a TOML file to checked data; files are untrusted and limited in size."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from catena.errors import InputError, Problem, SpecError

LARGEST_FILE = 4_000_000
"""Bytes a specification may have."""
DEEPEST_NESTING = 16
"""Levels of tables and lists a specification may have."""
LONGEST_KEY = 64
"""Parts a dotted key may have before it is looked at more closely."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
WORDS = re.compile(r"[^,=\[\]{}#\n]+")
"""Stretches of text that may be one key."""


def read_toml(path: str | Path) -> tuple[dict[str, Any], str]:
    """The data and the text of a TOML file, or an error in one clear sentence."""
    path = Path(path)
    try:
        with path.open("rb") as file:  # a device may have no end
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            size = max(path.stat().st_size, len(content))
            raise InputError(
                f"{path}: {size / 1e6:.1f} MB; a specification has at most "
                f"{LARGEST_FILE / 1e6:.0f} MB"
            )
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: cannot be read: {reason}") from None
    return parse_toml(text, str(path)), text


def parse_toml(text: str, source: str = "specification") -> dict[str, Any]:
    """The data of a TOML text."""
    _refuse_long_keys(text, source)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source}: is not TOML: {error}") from None
    except RecursionError:
        raise InputError(f"{source}: is nested too deeply") from None
    except ValueError:  # beyond Python's digit limit
        raise InputError(
            f"{source}: cannot be read: an integer has thousands of digits"
        ) from None
    _refuse_deep_nesting(data, source)
    _refuse_control_characters(data, source)
    return data


def _refuse_long_keys(text: str, source: str) -> None:
    """Dotted keys of a million parts would keep the parser busy for minutes."""
    for word in WORDS.finditer(text):
        if word[0].count(".") > LONGEST_KEY and _parts(word[0]) > LONGEST_KEY:
            raise SpecError.at(
                source, None, f"has a key of more than the {LONGEST_KEY} parts allowed"
            )


def _parts(word: str) -> int:
    """Of a dotted key; a row of dots, as in a comment, has none."""
    return sum(1 for part in word.split(".") if part.strip())


def _refuse_deep_nesting(data: dict[str, Any], source: str) -> None:
    level: list[Any] = [data]
    for _ in range(DEEPEST_NESTING):
        level = [item for node in level for item in _children(node)]
        if not level:
            return
    raise SpecError.at(
        source, None, f"is nested deeper than the {DEEPEST_NESTING} levels allowed"
    )


def _refuse_control_characters(data: dict[str, Any], source: str) -> None:
    """Neither files nor terminals can carry them; a text may have lines and tabs."""
    waiting: list[tuple[str, Any]] = [("", data)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, str) and CONTROL.search(node):
            expected = "expected a text without control characters"
            raise SpecError([Problem(path, node, expected)], source)
        if isinstance(node, list):
            waiting += [(f"{path}[{i}]", item) for i, item in enumerate(node)]
        elif isinstance(node, dict):
            if bad := next(filter(CONTROL.search, node), None):
                expected = "expected keys without control characters"
                raise SpecError([Problem(path or "file", bad, expected)], source)
            waiting += [(f"{path}.{k}".lstrip("."), v) for k, v in node.items()]


def _children(node: Any) -> list[Any]:
    if isinstance(node, dict):
        items = list(node.values())
    else:
        items = node
    return [item for item in items if isinstance(item, (dict, list))]
