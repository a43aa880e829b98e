"""What the machine has: its memory."""

from __future__ import annotations

import os
from pathlib import Path

CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")
"""Where Linux says what a container may use."""


def memory_bytes() -> int:
    """Memory of the machine, or what a container is allowed of it; huge if unknown."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not a POSIX system
        return 2**62
    try:
        return min(memory, int(CONTAINER_LIMIT.read_text()))
    except (OSError, ValueError):  # no container, or "max"
        return memory
