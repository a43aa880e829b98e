"""Where catena may keep things between runs: caches that can be deleted at any time."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def cache_roots() -> Iterator[Path]:
    """Candidate folders, best first; not all of them need be writable.

    The temporary folder, which others can write to, comes last and only when nobody
    else could have filled what is found there: machine code is loaded from it.
    """
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen)
    with suppress(RuntimeError):  # a user without a home
        yield _user_cache()
    private = Path(tempfile.gettempdir()) / f"catena-{_user_id()}"
    with suppress(OSError):
        if _made_private(private):
            yield private


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "")) / "catena"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/catena").expanduser()
    if xdg := os.environ.get("XDG_CACHE_HOME"):
        return Path(xdg) / "catena"
    return Path("~/.cache/catena").expanduser()


def _made_private(folder: Path) -> bool:
    """Make a folder among those of others; whether only this user can fill it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    others_write = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return found.st_uid == os.getuid() and not others_write


def _user_id() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"
