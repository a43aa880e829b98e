"""Files of compiled kernels, each sealed with a checksum.

Machine code whose bytes have changed ends the process or gives wrong numbers, and
numba loads whatever it finds. A damaged file counts here as one that is not there: the
kernel is compiled again and its file replaced.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

SEAL = 4
"""Bytes of the checksum after the content of a file; numba does not read on to it."""


def seal_of(content: bytes) -> bytes:
    """The checksum that follows a content."""
    return zlib.crc32(content).to_bytes(SEAL, "little")


def intact(path: Path) -> bool:
    """Whether a file is there and as it was written."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    content = data[:-SEAL]
    return bool(content) and data[-SEAL:] == seal_of(content)


class SealedFiles(IndexDataCacheFile):
    """Index and machine code of one kernel on disk."""

    def _load_index(self) -> Any:
        """Names of the files by types and machine; none where the index is damaged."""
        index: Any = super()._load_index
        return index() if intact(Path(self._index_path)) else {}

    def _load_data(self, name: str) -> Any:
        """The parts of one kernel.

        Raises:
            OSError: there is none, or it is damaged; numba then compiles.
        """
        if not intact(Path(self._cache_path) / name):
            raise OSError(f"{name}: damaged")
        data: Any = super()._load_data
        return data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BytesIO]:
        """A file to be written; a full disk costs compiling again, not the run."""
        content = BytesIO()
        yield content
        own: Any = super()._open_for_write
        with suppress(OSError), own(filepath) as file:
            file.write(content.getvalue() + seal_of(content.getvalue()))


def seal_files(compiled: Any) -> None:
    """Let a compiled function keep its machine code in sealed files.

    This goes through numba's inner parts: where another version has others, its own
    files are used.
    """
    kept = getattr(compiled, "_cache", None)
    files = getattr(kept, "_cache_file", None)
    if isinstance(files, IndexDataCacheFile):
        files.__class__ = SealedFiles
