"""The log beside a growing file: what it must look like after its last commit."""

from __future__ import annotations

import io
import os
import struct
import zlib
from array import array
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from catena.errors import ResultError
from catena.results.files.fresh_file import refuse_link, write_fresh

PAGE = 8192
_MAGIC = b"catenaJ1"
_HEADER = struct.Struct("<8sQQQ")
_PATCH = struct.Struct("<Q")
_CRC = struct.Struct("<I")


class CommitLog(NamedTuple):
    """The state of a file after its last commit."""

    size: int
    checksums: array[int]
    """CRC-32 of every page, the last one padded with zeros."""
    patches: dict[int, bytes]
    """Pages the last commit changed below the old end of the file."""

    def pack(self) -> bytes:
        """The bytes on disk, closed by a checksum of their own."""
        parts = [
            _HEADER.pack(_MAGIC, self.size, len(self.checksums), len(self.patches)),
            self.checksums.tobytes(),
        ]
        for page, content in self.patches.items():
            parts += [_PATCH.pack(page), content]
        body = b"".join(parts)
        return body + _CRC.pack(zlib.crc32(body))

    @classmethod
    def unpack(cls, data: bytes) -> CommitLog | None:
        """The log, or ``None`` when the bytes are not one."""
        if len(data) < _HEADER.size + _CRC.size:
            return None
        body = memoryview(data)[: -_CRC.size]
        if _CRC.unpack(data[-_CRC.size :]) != (zlib.crc32(body),):
            return None
        magic, size, page_count, patch_count = _HEADER.unpack_from(body)
        start = _HEADER.size + 4 * page_count
        record = _PATCH.size + PAGE
        if (
            magic != _MAGIC
            or page_count != pages(size)
            or len(body) != start + patch_count * record
        ):
            return None
        checksums = array("I", bytes(body[_HEADER.size : start]))
        patches = {}
        for at in range(start, len(body), record):
            (page,) = _PATCH.unpack_from(body, at)
            patches[page] = bytes(body[at + _PATCH.size : at + record])
        return cls(size, checksums, patches)


def pages(size: int) -> int:
    """How many pages a file of that size has."""
    return -(-size // PAGE)


def log_path(path: Path) -> Path:
    """Where the log of a file lives."""
    return path.with_name(path.name + ".journal")


def write_log(path: Path, log: CommitLog) -> None:
    """Replace the log in one step: the moment a commit becomes final."""
    target = log_path(path)
    temporary = target.with_name(target.name + ".new")
    try:
        write_fresh(temporary, log.pack())
        os.replace(temporary, target)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def settle(path: Path) -> CommitLog:
    """Bring a file to the state of its last commit and check every page of it."""
    refuse_link(path)
    try:
        log = CommitLog.unpack(log_path(path).read_bytes())
    except FileNotFoundError:
        raise ResultError(f"{path}: the run ended before anything was kept") from None
    if log is None:
        raise ResultError(f"{path}: damaged, its log is not readable")
    with path.open("rb") as file:
        damaged = _damaged_pages(file, log)
    if not damaged:
        return log
    if damaged <= log.patches.keys():
        with path.open("r+b") as file:
            for page in damaged:
                file.seek(page * PAGE)
                file.write(log.patches[page][: log.size - page * PAGE])
        with path.open("rb") as file:
            damaged = _damaged_pages(file, log)
    if damaged:
        raise ResultError(
            f"{path}: damaged or cut, {len(damaged)} of {pages(log.size)} pages "
            "do not match their checksums"
        )
    return log


def _damaged_pages(file: io.BufferedReader, log: CommitLog) -> set[int]:
    damaged, left = set(), log.size
    for page, checksum in enumerate(log.checksums):
        content = file.read(PAGE)[:left]
        if zlib.crc32(content.ljust(PAGE, b"\0")) != checksum or (
            len(content) < min(PAGE, left)
        ):
            damaged.add(page)
        left -= PAGE
    return damaged
