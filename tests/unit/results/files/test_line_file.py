"""Files of lines: a torn one is dropped, a planted link is not followed."""

from pathlib import Path

import pytest

from catena.errors import ResultError
from catena.results.files.line_file import append_line, whole_lines


def test_lines_come_back_whatever_is_in_them(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    lines = ["plain", "", "two\u2028halves\x85 of \x1c one", "größer"]
    assert whole_lines(file) == []
    for line in lines:
        append_line(file, line)
    assert whole_lines(file) == lines


def test_a_torn_line_is_neither_read_nor_continued(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    append_line(file, "whole")
    with file.open("a") as torn:
        torn.write("ha")
    assert whole_lines(file) == ["whole"]
    append_line(file, "next")
    assert whole_lines(file) == ["whole", "next"]
    file.write_text("ha")
    append_line(file, "first")
    assert whole_lines(file) == ["first"]


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    victim, file = tmp_path / "victim", tmp_path / "lines"
    victim.write_text("precious")
    file.symlink_to(victim)
    with pytest.raises(ResultError, match="symbolic link"):
        append_line(file, "x")
    assert victim.read_text() == "precious"
