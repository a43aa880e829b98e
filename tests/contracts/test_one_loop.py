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
    files = {PACKAGE / "run" / name for name in ("checkpoint.py", "start.py")}
    assert users_of("flattened") == {LOOP, *files}


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


def test_the_engines_of_before_are_gone() -> None:
    """Their folders, and what only they had: loops, paces and ledgers of their own."""
    for folder in ("chain", "pushbelt", "timeloop", "drives/timeloop"):
        assert not (PACKAGE / folder).exists(), folder
    ledgers = {
        str(path.relative_to(PACKAGE))
        for path, text in SOURCES.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and node.name == "Ledger"
    }
    # tables/system.py: planar systems, as long as they have tables of their own
    assert ledgers - {"tables/system.py"} == {"tables/state.py"}


def test_rooms_of_drives_hold_no_kernels() -> None:
    rooms = PACKAGE / "drives"
    kernel = ("@kernel", "@lean_kernel", "@inline_kernel")
    found = [
        str(path.relative_to(PACKAGE))
        for path, text in SOURCES.items()
        if path.is_relative_to(rooms)
        and any(line.startswith(kernel) for line in text.splitlines())
    ]
    assert found == []
