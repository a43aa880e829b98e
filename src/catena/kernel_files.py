"""Files of compiled kernels, each sealed with a checksum.

Machine code whose bytes have changed ends the process or gives wrong numbers, and
numba loads whatever it finds. A damaged file counts here as one that is not there: the
kernel is compiled again and its file replaced.
"""

from __future__ import annotations

import contextlib
import pickle
import zlib
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

SEAL = 4
"""Bytes of the checksum before the content of a file."""


def sealed(content: bytes) -> bytes:
    """The content with its checksum."""
    return zlib.crc32(content).to_bytes(SEAL, "little") + content


def unsealed(data: bytes) -> bytes | None:
    """The content of a sealed file; None where it is damaged."""
    content = data[SEAL:]
    found = zlib.crc32(content).to_bytes(SEAL, "little")
    return content if content and data[:SEAL] == found else None


class SealedFiles(IndexDataCacheFile):
    """Index and machine code of one kernel on disk."""

    def _load_index(self) -> dict[Any, str]:
        """Names of the files by types and machine; empty where there is none."""
        content = self._content(Path(self._index_path))
        if content is None:
            return {}
        stamp, overloads = pickle.loads(content)
        fresh = stamp == (self._version, self._source_stamp)
        return dict(overloads) if fresh else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        stamp = self._version, self._source_stamp
        self._write(self._index_path, (stamp, overloads))

    def _load_data(self, name: str) -> Any:
        """The parts of one kernel.

        Raises:
            OSError: there is none, or it is damaged; numba then compiles.
        """
        content = self._content(Path(self._cache_path) / name)
        if content is None:
            raise OSError(f"{name}: damaged")
        return pickle.loads(content)

    def _save_data(self, name: str, data: Any) -> None:
        self._write(str(Path(self._cache_path) / name), data)

    def _content(self, path: Path) -> bytes | None:
        try:
            return unsealed(path.read_bytes())
        except OSError:
            return None

    def _write(self, path: str, data: Any) -> None:
        """Keep something; a disk that is full costs compiling, not the run."""
        dump: Any = self._dump
        with contextlib.suppress(OSError), self._open_for_write(path) as file:
            file.write(sealed(dump(data)))


def seal_files(compiled: Any) -> None:
    """Let a compiled function keep its machine code in sealed files.

    This goes through numba's inner parts: where another version has others, its own
    files are used.
    """
    kept = getattr(compiled, "_cache", None)
    files = getattr(kept, "_cache_file", None)
    if isinstance(files, IndexDataCacheFile):
        files.__class__ = SealedFiles
