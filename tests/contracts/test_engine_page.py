"""The page for newcomers is true: its files, names and lines of code are there."""

import ast
import re
from pathlib import Path

import pytest

import catena
from catena.drives import DRIVES

PACKAGE = Path(catena.__file__).parent
ROOT = PACKAGE.parents[1]
PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| \d+ \| `([^`]+)` \| ([^|]+) \|", re.MULTILINE)


def names_in(path: Path) -> set[str]:
    """What a file defines."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {ast.unparse(target) for target in node.targets}
    return found


def test_every_file_and_folder_named_is_there() -> None:
    paths = set(re.findall(r"`([\w/]+(?:\.py|/))`", PAGE))
    assert len(paths) > 20
    room = PACKAGE / "drives" / "roller_chain"
    places = (ROOT, PACKAGE, room)
    lost = {p for p in paths if not any((place / p).exists() for place in places)}
    assert lost == set()


def test_files_of_the_reading_order_define_what_is_to_be_read() -> None:
    rows = ROW.findall(PAGE)
    assert len(rows) == 14
    for file, words in rows:
        asked = set(re.findall(r"`(\w+)`", words))
        assert asked
        assert asked <= names_in(PACKAGE / file), file


def test_files_along_the_way_of_a_run_define_what_is_named() -> None:
    begin = PAGE.index("| arrow | file | function |")
    rows = PAGE[begin : PAGE.index("\n\n", begin)].splitlines()[2:]
    assert len(rows) > 8
    for row in rows:
        _, files, functions = (part.strip() for part in row.split("|")[1:4])
        paths = [PACKAGE / name for name in re.findall(r"`([^`]+)`", files)]
        asked = re.findall(r"`([^`]+)`", functions)
        for path, name in zip(paths, asked, strict=True):
            text = path.read_text(encoding="utf-8")
            for part in name.split("."):
                assert re.search(rf"^\s*(def|class) {part}\b", text, re.M), row


def test_every_family_of_drives_has_its_line() -> None:
    table = PAGE[PAGE.index("| drive | step |") :]
    named = set(re.findall(r"`(\w+)`", table))
    assert set(DRIVES) <= named


def test_the_step_that_is_shown_is_the_whole_loop() -> None:
    include = re.search(r"\{literalinclude\} \.\./(\S+)(.*?)```", PAGE, re.DOTALL)
    assert include is not None
    text = (ROOT / include[1]).read_text(encoding="utf-8")
    begin, end = re.findall(r':(?:start-at|end-before): "([^"]+)"', include[2])
    shown = text[text.index(begin) :]
    shown = shown[: shown.index(end)]
    assert "advance_coordinates" in shown and "book_interactions" in shown


def test_the_lines_of_code_run(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    exec(code[1], {})
    said = capsys.readouterr().out
    assert "Pace(" in said
