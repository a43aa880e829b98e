"""Verbs ask what a drive declares; the command line knows no kind of drive."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import catena
from catena.drives import DRIVES
from catena.drives.verbs import SIGNATURES, ability, kinds_that, verbs_of
from catena.errors import InputError

CLI = Path(catena.__file__).parent / "cli"
DECLARED = [(kind, verb) for kind in DRIVES for verb in verbs_of(kind)]


@pytest.mark.parametrize(("kind", "verb"), DECLARED)
def test_every_declared_verb_is_known_and_has_its_function(kind, verb) -> None:
    assert verb in SIGNATURES
    assert callable(ability(kind, verb))


@pytest.mark.parametrize("verb", SIGNATURES)
def test_a_verb_that_is_not_declared_names_the_kinds_that_can(verb: str) -> None:
    unable = next(kind for kind in DRIVES if kind not in kinds_that(verb))
    with pytest.raises(InputError) as found:
        ability(unable, verb)
    assert unable in str(found.value)
    assert all(kind in str(found.value) for kind in kinds_that(verb))


@pytest.mark.parametrize("path", sorted(CLI.glob("*.py")), ids=lambda path: path.stem)
def test_the_command_line_does_not_look_at_kinds(path: Path) -> None:
    """No comparison with the name of a kind, no class of a room in isinstance."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            words = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
            assert words.isdisjoint(DRIVES), f"{path.name}:{node.lineno}"
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {alias.name for alias in node.names}
            room = node.module.startswith("catena.drives.")
            assert not (room and "Spec" in names), f"{path.name}:{node.lineno}"


def test_declaring_costs_no_heavy_import() -> None:
    """Rooms are asked by words: their declarations import nothing."""
    for kind in DRIVES:
        if verbs_of(kind):
            module = import_module(f"catena.drives.{kind}.verbs")
            tree = ast.parse(Path(str(module.__file__)).read_text())
            kinds = ast.Import | ast.ImportFrom
            assert not any(isinstance(node, kinds) for node in tree.body)
