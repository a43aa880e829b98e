"""Files that grow by a line at a time; a kill tears the last one, never the others."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from catena.errors import ResultError
from catena.results.files.fresh_file import refuse_link


def append_line(path: Path, text: str) -> None:
    """Add a line; it is with the operating system when this returns.

    Raises:
        ResultError: the file is a link to another one, or the disk refuses.
    """
    refuse_link(path)
    try:
        with path.open("ab+") as file:
            _drop_torn_line(file)
            file.write(text.encode() + b"\n")
    except OSError as error:
        raise ResultError(f"{path}: cannot be written ({error.strerror})") from None


def whole_lines(path: Path) -> list[str]:
    """Every line but one that was torn; none where there is no file."""
    if not path.is_file():
        return []
    *whole, _ = path.read_bytes().split(b"\n")
    return [line.decode(errors="replace") for line in whole]


def _drop_torn_line(file: BinaryIO) -> None:
    """Cut the half line of a killed process, so that the next one stands alone."""
    file.seek(max(file.tell() - 1, 0))
    if file.read() not in (b"", b"\n"):
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
