"""Which tests run a module when compiled: those that import it, the nearest first.

Imports are followed from module to module, also where a function imports. A test that
needs few other modules is near: it says something of this one, and compiles quickly.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "catena"
RUNS = re.compile(r"\b(run|advance\w*|running|simulate\w*)\(")
"""How tests call what goes through time."""
MOST = 3
"""Test files that are tried for one module."""


@cache
def imported(path: Path) -> frozenset[Path]:
    """Files of the package and of tests that a file imports itself."""
    tree = ast.parse(path.read_text("utf-8"))
    found: set[Path] = set()
    for node in ast.walk(tree):
        for name in _names(node):
            if (file := _file(name) or _beside(path, name)) is not None:
                found.add(file)
    return frozenset(found)


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
        yield node.module
        yield from (f"{node.module}.{one.name}" for one in node.names)


@cache
def _file(name: str) -> Path | None:
    first, *rest = name.split(".")
    folder = {"catena": PACKAGE, "tests": ROOT / "tests"}.get(first)
    if folder is None or not rest:
        return None
    place = folder.joinpath(*rest).with_suffix(".py")
    return place if place.is_file() else None


def _beside(path: Path, name: str) -> Path | None:
    """A file of the same folder, which tests import by its bare name."""
    place = path.with_name(f"{name}.py")
    return place if place.is_file() else None


@cache
def needed(path: Path) -> frozenset[Path]:
    """All files that an import of a file leads to."""
    found, waiting = set(), [path]
    while waiting:
        for file in imported(waiting.pop()):
            if file not in found:
                found.add(file)
                waiting.append(file)
    return frozenset(found)


def nearest(module: Path) -> list[str]:
    """Test files that need a module: those named after it, then those that need least.

    Of steps through time those that run something come first. Tests without the
    compiler are left out: lines tell what they reach.
    """
    stepping = "integrators" in module.relative_to(PACKAGE).parts
    able: list[tuple[bool, bool, int, str]] = []
    for file in sorted((ROOT / "tests" / "unit").rglob("test_*.py")):
        text = file.read_text("utf-8")
        if module in needed(file) and "\npytestmark = plain" not in text:
            still = stepping and RUNS.search(text) is None
            other = file.stem != f"test_{module.stem}"
            able.append((other, still, len(needed(file)), str(file)))
    return [name for *_, name in sorted(able)[:MOST]]
