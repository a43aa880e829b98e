"""The example files that come with catena, by name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
PLACES = (PACKAGE / "examples", PACKAGE.parents[1] / "examples")
"""Where a wheel and where a clone keeps them."""


@dataclass(frozen=True)
class Example:
    """One drive file that comes with the program."""

    name: str
    drive: str
    title: str
    path: Path

    def text(self) -> str:
        """The file itself."""
        return self.path.read_text(encoding="utf-8")


@cache
def examples() -> dict[str, Example]:
    """All example files by name; none where the program came without them."""
    folder = next((place for place in PLACES if place.is_dir()), None)
    paths = sorted(folder.glob("*.toml")) if folder else []
    return {path.stem: _example(path) for path in paths}


def _example(path: Path) -> Example:
    """Name, kind and title; read without a parser, so that a list costs nothing."""
    text = path.read_text(encoding="utf-8")
    words = dict(re.findall(r'^(drive|title) = "(.*)"', text, re.MULTILINE))
    return Example(path.stem, words.get("drive", ""), words.get("title", ""), path)
