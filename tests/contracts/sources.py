"""The package as Python reads it: once for all contracts, when one asks first."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import catena

Node = TypeVar("Node", bound=ast.AST)
PACKAGE = Path(catena.__file__).parent
ROOT = PACKAGE.parents[1]


@cache
def texts() -> dict[Path, str]:
    """Source files in a fixed order."""
    return {p: p.read_text(encoding="utf-8") for p in sorted(PACKAGE.rglob("*.py"))}


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(text) for path, text in texts().items()}


@cache
def _kinds() -> dict[Path, dict[type[ast.AST], list[ast.AST]]]:
    """Nodes of every file by their kind."""
    found: dict[Path, dict[type[ast.AST], list[ast.AST]]] = {}
    for path, tree in trees().items():
        kinds = found[path] = {}
        for node in ast.walk(tree):
            kinds.setdefault(type(node), []).append(node)
    return found


def nodes(path: Path, kind: type[Node]) -> list[Node]:
    """Nodes of one kind in a file."""
    return _kinds()[path].get(kind, [])  # type: ignore[return-value]


def all_nodes(kind: type[Node]) -> Iterator[tuple[Path, Node]]:
    """Nodes of one kind in the package, each with its file."""
    for path in texts():
        for node in nodes(path, kind):
            yield path, node
