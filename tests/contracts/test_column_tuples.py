"""Columns of tables are fields: no tuples of numbers, no offsets into a row."""

import ast
from collections.abc import Iterable

from tests.contracts.sources import PACKAGE as ROOT
from tests.contracts.sources import nodes, trees

from catena.jit import KERNEL_ROOMS

NO_COLUMNS = {
    "contact/kinematics/circle_bowl.py": "a surface's own parameters, behind the code",
    "contact/kinematics/circle_surface.py": "where the code of any surface stands",
    "integrators/span/flow.py": "the last stage of a Runge-Kutta step",
    "rows/spatial_pair.py": "velocities of an element, behind those of the other body",
}
"""Where a number of the module says which entry of a matrix is meant."""
BY_NUMBER = {
    "couplings/bushing.py",
    "integrators/spatial_implicit.py",
    "solvers/spatial_pins.py",
    "solvers/spatial_rows.py",
}
"""The scratch of joints in space, the last table whose columns are numbers."""


def column_tuples(assigned: Iterable[ast.AST]) -> int:
    """Number of assignments of a range to a tuple of names."""
    return sum(
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Tuple)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "range"
        for node in assigned
    )


def test_column_tuples_are_found() -> None:
    two = ast.walk(ast.parse("A, B = range(2)\n(\n    C, D,\n) = range(2)\n"))
    assert column_tuples(two) == 2
    none = ast.walk(ast.parse("for k in range(2):\n    a, b = k, k\n"))
    assert column_tuples(none) == 0


def test_there_is_no_tuple_of_columns() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in trees()
        if column_tuples(nodes(path, ast.Assign))
    }
    assert not found


def numbers(tree: ast.Module) -> set[str]:
    """Names that a module gives to whole numbers, one by one or as a tuple."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=False))
            found |= {
                name.id
                for name, given in pairs
                if isinstance(name, ast.Name)
                and isinstance(given, ast.Constant)
                and type(given.value) is int
            }
    return found


def by_number(tree: ast.Module, names: set[str]) -> bool:
    """Whether an entry of a table of two or more dimensions is found by such a name."""
    parts = [
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple)
        for part in node.slice.elts
        if not isinstance(part, ast.Slice)
    ]
    return any(
        isinstance(node, ast.Name) and node.id in names
        for part in parts
        for node in ast.walk(part)
    )


def test_columns_by_number_are_found() -> None:
    tree = ast.parse("ARM, FORCE = 0, 3\nN = 2\nwork[i, FORCE + a] = work[N]")
    assert numbers(tree) == {"ARM", "FORCE", "N"}
    assert by_number(tree, {"FORCE"})
    assert not by_number(tree, {"N"})
    assert not by_number(ast.parse("x[i, :N]"), {"N"})


def test_no_kernel_finds_a_column_by_its_number() -> None:
    rooms = [ROOT / room for room in KERNEL_ROOMS]
    watched = {
        path: tree
        for path, tree in trees().items()
        if path in rooms or any(map(path.is_relative_to, rooms))
    }
    own = {
        ".".join(("catena", *path.relative_to(ROOT).with_suffix("").parts)): numbers(
            tree
        )
        for path, tree in watched.items()
    }
    found = set()
    for path, tree in watched.items():
        names = set(numbers(tree))
        for node in nodes(path, ast.ImportFrom):
            given = {one.name for one in node.names}
            names |= given & own.get(node.module or "", set())
        if by_number(tree, names):
            found.add(path.relative_to(ROOT).as_posix())
    assert found == set(NO_COLUMNS) | BY_NUMBER
