"""One writer per folder: a lock the operating system drops when its owner dies."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from catena.errors import ResultError
from catena.results.files.fresh_file import NO_LINKS

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    _look = _lock
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _look(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)


LOCK_NAME = "run.lock"


class FolderLock:
    """Exclusive use of a run folder until `release` or the end of the process.

    The lock is held on an open file, not by the file's existence: a file left by a
    dead process does not lock anything.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK_NAME
        self._handle = self._acquire()

    def _acquire(self) -> int:
        while True:
            try:
                handle = os.open(self._path, os.O_RDWR | os.O_CREAT | NO_LINKS, 0o644)
            except OSError as error:
                raise ResultError(
                    f"{self._path.parent}: cannot be locked ({error.strerror})"
                ) from None
            try:
                _lock(handle)
            except OSError:
                owner = _owner(handle)
                os.close(handle)
                raise ResultError(
                    f"{self._path.parent}: another run ({owner}) is writing here"
                ) from None
            if self._still_named(handle):
                break
            os.close(handle)  # its owner removed the file before we got the lock
        os.truncate(handle, 0)
        os.write(handle, f"process {os.getpid()}".encode())
        return handle

    def _still_named(self, handle: int) -> bool:
        try:
            named, held = os.stat(self._path), os.fstat(handle)
        except FileNotFoundError:
            return False
        return (named.st_ino, named.st_dev) == (held.st_ino, held.st_dev)

    def release(self) -> None:
        """Let the next one in; the second call does nothing."""
        if self._handle >= 0:
            with suppress(OSError):
                self._path.unlink()
            os.close(self._handle)
            self._handle = -1


def writer_in(folder: Path) -> str:
    """Who is writing into a folder now, such as "process 123"; empty if nobody is."""
    try:
        handle = os.open(folder / LOCK_NAME, os.O_RDONLY)
    except OSError:
        return ""
    try:
        _look(handle)
    except (BlockingIOError, PermissionError):
        return _owner(handle)
    except OSError:  # a file system without locks
        return ""
    else:
        return ""
    finally:
        os.close(handle)


def _owner(handle: int) -> str:
    with suppress(OSError):
        text = os.pread(handle, 64, 0) if hasattr(os, "pread") else b""
        if text:
            return text.decode(errors="replace")
    return "unknown process"
