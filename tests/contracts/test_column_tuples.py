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
    assert found == set(NO_COLUMNS)


BY_MEMBER = {
    "loss": "the ledger: groups by causes",
    "own": "the part of the ledger that belongs to couplings",
    "samples": "on their way to the recorder",
    "poses": "three rows: place, cosine, sine",
    "strips": "rows of a ring, each run through as a whole and in vectors",
    "curves": "times, values, areas",
    "masks": "all rows of one kind",
}
"""What arrays of two dimensions are found by the members of an enumeration."""
MEMBERS = {
    "Cause": "loss", "OwnLoss": "own", "Group": "loss", "SpatialGroup": "loss",
    "Rotor": "samples", "Pulley": "samples", "Element": "samples", "Pin": "samples",
    "Total": "samples", "Link": "samples", "Knot": "samples", "Guide": "samples",
    "ChainPulley": "samples", "SpatialElement": "samples",
    "SpatialKnot": "samples", "Sheave": "samples",
    "LinkForce": "samples", "Pose": "poses", "Curve": "curves",
    "Strip": "strips",
    "ContactKind": "masks",
}  # fmt: skip


def members_in(tree: ast.Module, enumerations: set[str]) -> set[str]:
    """Enumerations whose members find an entry of an array of two dimensions."""
    return {
        node.value.id
        for one in ast.walk(tree)
        if isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Tuple)
        for node in ast.walk(one.slice)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in enumerations
    }


def enumerations_of(tree: ast.Module) -> set[str]:
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base) == "IntEnum" for base in node.bases)
    }


def test_columns_by_members_are_found() -> None:
    text = "class Joint(IntEnum):\n    FX = 0\nwork[j, Joint.FX] = counts[Joint.FX]"
    tree = ast.parse(text)
    assert enumerations_of(tree) == {"Joint"}
    assert members_in(tree, {"Joint"}) == {"Joint"}
    assert members_in(ast.parse("counts[Joint.FX] = 1"), {"Joint"}) == set()


def test_tables_of_rows_are_records() -> None:
    """Columns by the members of an enumeration are for the arrays named above."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")]
    known = set().union(*map(enumerations_of, trees))
    rooms = [
        ast.parse(path.read_text(encoding="utf-8"))
        for room in KERNEL_ROOMS
        for path in (ROOT / room).rglob("*.py")
    ]
    assert set().union(*(members_in(tree, known) for tree in rooms)) == set(MEMBERS)
    assert set(MEMBERS.values()) == set(BY_MEMBER)
