"""Columns of tables have names that say of which table: no tuples of numbers."""

import ast
from pathlib import Path

import catena

ROOT = Path(catena.__file__).parent
REMAINING = {
    "bodies/planar.py": 1,
    "integrators/spatial_implicit.py": 1,
    "integrators/steps/pin_chain_tables.py": 1,
    "integrators/steps/pushbelt_samples.py": 4,
    "integrators/steps/spatial_pushbelt_samples.py": 5,
    "rows/planar.py": 2,
    "run/step_control.py": 1,
    "tables/candidates.py": 1,
    "tables/span.py": 7,
    "tables/spatial.py": 1,
    "tables/spatial_bodies.py": 1,
}
"""Tuples of the form ``A, B = range(2)`` that are still to become enumerations or
records, by file; a file that has none any more leaves this list."""


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


def test_no_new_tuple_of_columns() -> None:
    found = {}
    for path in ROOT.rglob("*.py"):
        if count := column_tuples(path.read_text(encoding="utf-8")):
            found[path.relative_to(ROOT).as_posix()] = count
    assert found == REMAINING
