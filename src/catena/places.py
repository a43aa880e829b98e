"""Where catena may keep things between runs: caches that can be deleted at any time."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def cache_roots() -> list[Path]:
    """Candidate folders, best first; not all of them need be writable."""
    roots = []
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        roots.append(Path(chosen))
    if sys.platform == "win32":
        roots.append(Path(os.environ.get("LOCALAPPDATA", "")) / "catena")
    elif sys.platform == "darwin":
        roots.append(Path("~/Library/Caches/catena").expanduser())
    elif xdg := os.environ.get("XDG_CACHE_HOME"):
        roots.append(Path(xdg) / "catena")
    else:
        roots.append(Path("~/.cache/catena").expanduser())
    roots.append(Path(tempfile.gettempdir()) / f"catena-{_user_id()}")
    return roots


def _user_id() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"
