"""A file whose changes become visible all at once or not at all.

HDF5 rewrites parts of a file in place. A process killed between two of those writes
can lose blocks that were flushed long before: replaying the writes of 300 flushed
blocks one by one, 740 of 3194 intermediate files were unreadable. Therefore HDF5
writes into memory here, and `commit` brings the changes to disk:

1. bytes beyond the old end are written directly: nobody refers to them yet;
2. a log with all changed old pages, the new size and a CRC-32 of every page is
   written under a temporary name and renamed. **From here on the block is kept.**
3. the changed pages are copied into the file.

Whoever opens the file later repeats step 3 (`settle`) and checks every page, so a torn
or damaged file is either repaired or refused, never half believed.
"""

from __future__ import annotations

import io
import os
import zlib
from array import array
from contextlib import suppress
from pathlib import Path

from catena.results.files.fresh_file import write_fresh
from catena.results.files.log import PAGE, CommitLog, log_path, pages, settle, write_log

_ZERO_CRC = zlib.crc32(bytes(PAGE))


class TransactionalFile(io.RawIOBase):
    """A file for h5py that keeps its changes in memory until `commit`."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        log = settle(path)
        self._checksums = log.checksums
        self._committed = self._size = log.size
        self._dirty: dict[int, bytearray] = {}
        self._position = 0
        self._base = path.open("r+b", buffering=0)
        self._base.truncate(log.size)

    @classmethod
    def create(cls, path: Path, content: bytes) -> TransactionalFile:
        """A new file holding ``content``, already committed; replaces an old one.

        It takes its name last: whoever is killed on the way leaves no file.
        """
        path.unlink(missing_ok=True)
        log_path(path).unlink(missing_ok=True)
        unnamed = path.with_name(path.name + ".new")
        write_fresh(unnamed, content)
        padded = content.ljust(pages(len(content)) * PAGE, b"\0")
        starts = range(0, len(padded), PAGE)
        checksums = array("I", [zlib.crc32(padded[at : at + PAGE]) for at in starts])
        write_log(path, CommitLog(len(content), checksums, {}))
        os.replace(unnamed, path)
        return cls(path)

    def commit(self) -> None:
        """Make all changes since the last commit permanent, or none of them.

        Raises:
            OSError: the disk refused; file and memory are as before the call.
        """
        if not self._dirty and self._size == self._committed:
            return
        for page in [page for page in self._dirty if page >= pages(self._size)]:
            del self._dirty[page]
        checksums = self._checksums[: pages(self._size)]
        checksums.extend([_ZERO_CRC] * (pages(self._size) - len(checksums)))
        for page, content in self._dirty.items():
            checksums[page] = zlib.crc32(content)
        patches = {
            page: bytes(content)
            for page, content in self._dirty.items()
            if page * PAGE < self._committed
        }
        try:
            self._write_beyond_end()
            write_log(self._path, CommitLog(self._size, checksums, patches))
        except OSError:
            with suppress(OSError):
                self._base.truncate(self._committed)
            raise
        for page, patch in patches.items():
            self._write_base(page * PAGE, patch)
        self._base.truncate(self._size)
        self._checksums, self._committed = checksums, self._size
        self._dirty.clear()

    def sync(self) -> None:
        """Ask the operating system to survive a power loss from here on."""
        os.fsync(self._base.fileno())

    def _write_beyond_end(self) -> None:
        self._base.truncate(max(self._size, self._committed))
        for page, content in sorted(self._dirty.items()):
            start = max(page * PAGE, self._committed)
            if start < (page + 1) * PAGE:
                self._write_base(start, content[start - page * PAGE :])

    def _write_base(self, start: int, content: bytes | bytearray) -> None:
        view = memoryview(content)[: max(0, self._size - start)]
        self._base.seek(start)
        while view:
            view = view[self._base.write(view) :]

    def _page(self, page: int) -> bytes | bytearray:
        if page in self._dirty:
            return self._dirty[page]
        start = page * PAGE
        self._base.seek(start)
        content = self._base.read(min(PAGE, max(0, self._committed - start))) or b""
        return content.ljust(PAGE, b"\0")

    def _spans(self, start: int, stop: int) -> list[tuple[int, int, int]]:
        """The pages touched by a byte range: (page, first byte, last byte + 1)."""
        return [
            (page, max(start - page * PAGE, 0), min(stop - page * PAGE, PAGE))
            for page in range(start // PAGE, pages(stop))
        ]

    # What h5py asks of a file object.

    def readable(self) -> bool:
        """Yes."""
        return True

    def writable(self) -> bool:
        """Yes."""
        return True

    def seekable(self) -> bool:
        """Yes."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        """Move to a byte of the uncommitted state."""
        origin = (0, self._position, self._size)[whence]
        self._position = origin + offset
        return self._position

    def tell(self) -> int:
        """The current byte."""
        return self._position

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]
        """Read the uncommitted state."""
        view = memoryview(buffer).cast("B")
        stop = min(self._position + len(view), self._size)
        start, done = self._position, 0
        for page, first, last in self._spans(start, max(start, stop)):
            view[done : done + last - first] = self._page(page)[first:last]
            done += last - first
        self._position += done
        return done

    def write(self, data: memoryview, /) -> int:  # type: ignore[override]
        """Change the uncommitted state."""
        view = memoryview(data).cast("B")
        start, done = self._position, 0
        if start > self._size:
            self.truncate(start)
        for page, first, last in self._spans(start, start + len(view)):
            if page not in self._dirty:
                self._dirty[page] = bytearray(self._page(page))
            self._dirty[page][first:last] = view[done : done + last - first]
            done += last - first
        self._position += done
        self._size = max(self._size, self._position)
        return done

    def truncate(self, size: int | None = None, /) -> int:
        """Set the size of the uncommitted state; what is added is zero."""
        size = self._position if size is None else size
        low, high = sorted((size, self._size))
        for page, first, last in self._spans(low, high):
            if page in self._dirty or page * PAGE < self._committed:
                self._dirty.setdefault(page, bytearray(self._page(page)))
                self._dirty[page][first:last] = bytes(last - first)
        self._size = size
        return size

    def flush(self) -> None:
        """Nothing: only `commit` reaches the disk."""

    def close(self) -> None:
        """Release the file without committing."""
        if not self.closed:
            self._base.close()
        super().close()
