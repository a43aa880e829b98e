"""No module needs, as it is imported or for its types, one that needs it."""

import ast
from pathlib import Path

from tests.contracts.sources import PACKAGE, trees


def name_of(path: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


class Needed(ast.NodeVisitor):
    """Modules imported at once or for types alone, but not inside functions."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Imports inside wait for a call."""

    def visit_Import(self, node: ast.Import) -> None:
        self.found |= {alias.name for alias in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            self.found.add(inner if inner in MODULES else str(node.module))


def needs(path: Path) -> set[str]:
    visitor = Needed()
    visitor.visit(trees()[path])
    return visitor.found & set(MODULES)


def test_modules_can_be_put_in_order() -> None:
    """Those that need nothing first, then those that need these, until none is left."""
    left = {name: needs(path) - {name} for name, path in MODULES.items()}
    while ready := {name for name, needed in left.items() if not needed & set(left)}:
        left = {name: needed for name, needed in left.items() if name not in ready}
    assert left == {}
