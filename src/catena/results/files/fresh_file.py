"""Files that are made anew: never through a link somebody has planted there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from catena.errors import InputError, ResultError

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


@contextmanager
def whole_or_nothing(target: Path) -> Iterator[Path]:
    """A file to fill that takes the name of the target when the block ends well.

    Whether it can be written is found before anything is computed for it.

    Raises:
        InputError: The operating system refuses; names the target.
    """
    ending = target.suffix.lower()
    unfinished = target.with_name(f".{target.stem}.{os.getpid()}.part{ending}")
    try:
        if target.parent.is_file():
            raise InputError(f"{target}: cannot be written ({target.parent} is a file)")
        if target.is_dir():
            raise InputError(f"{target}: cannot be written (it is a folder)")
        target.parent.mkdir(parents=True, exist_ok=True)
        write_fresh(unfinished, b"")
        yield unfinished
        unfinished.replace(target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"{target}: cannot be written ({reason})") from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
