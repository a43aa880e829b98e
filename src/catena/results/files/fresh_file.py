"""Files that are made anew: never through a link somebody has planted there."""

from __future__ import annotations

import os
from pathlib import Path

from catena.errors import ResultError

NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINKS | getattr(os, "O_BINARY", 0)


def write_fresh(path: Path, content: bytes, *, durable: bool = False) -> None:
    """Write a file that was not there a moment ago; what was there is removed."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, NEW, 0o666), "wb") as file:
        file.write(content)
        if durable:
            file.flush()
            os.fsync(file.fileno())


def refuse_link(path: Path) -> None:
    """Refuse to write into a file that is a symbolic link to another one.

    Raises:
        ResultError: it is one.
    """
    if path.is_symlink():
        raise ResultError(f"{path}: is a symbolic link; expected a file of its own")
