"""One loop takes every drive through time: nobody else writes, checkpoints or stops."""

import ast
from pathlib import Path

import catena

PACKAGE = Path(catena.__file__).parent
SOURCES = {path: path.read_text() for path in sorted(PACKAGE.rglob("*.py"))}
LOOP = PACKAGE / "run" / "loop.py"


def users_of(name: str) -> set[Path]:
    """Files that call something of this name, as a function or a method."""
    found = set()
    for path, text in SOURCES.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                called = node.func
                own = called.attr if isinstance(called, ast.Attribute) else None
                if name in (own, getattr(called, "id", None)):
                    found.add(path)
    return found


def test_only_the_loop_takes_stop_wishes_and_clocks() -> None:
    assert users_of("stop_wishes") == {LOOP}
    assert users_of("Clock") == {LOOP}
    assert users_of("flattened") == {LOOP, PACKAGE / "run" / "checkpoint.py"}


def test_time_is_cut_by_one_class() -> None:
    classes = [
        node.name
        for text in SOURCES.values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
    ]
    assert classes.count("Pace") == 1
    assert "March" not in classes
    assert not (PACKAGE / "timeloop").exists()


def test_every_drive_through_time_goes_through_the_loop() -> None:
    users = users_of("run_through")
    rooms = {path.parent.name for path in users}
    assert rooms >= {"roller_chain", "roller_span", "pushbelt_cvt", "model"}
    assert all("def march(" in SOURCES[path] for path in users)  # so it is resumable
