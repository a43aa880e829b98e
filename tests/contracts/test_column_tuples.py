"""Columns of tables have names that say of which table: no tuples of numbers."""

import ast
from pathlib import Path

import catena

ROOT = Path(catena.__file__).parent


def column_tuples(text: str) -> int:
    """Number of assignments of a range to a tuple of names."""
    return sum(
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Tuple)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "range"
        for node in ast.walk(ast.parse(text))
    )


def test_column_tuples_are_found() -> None:
    assert column_tuples("A, B = range(2)\n(\n    C, D,\n) = range(2)\n") == 2
    assert column_tuples("for k in range(2):\n    a, b = k, k\n") == 0


def test_there_is_no_tuple_of_columns() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if column_tuples(path.read_text(encoding="utf-8"))
    }
    assert not found
