"""A guard against files on which HDF5 would never return.

Labels live in "global heap collections": a 16-byte head, then objects laid end to end,
the last one (index 0) being the free rest. HDF5 walks them trusting every length; a
crafted length of zero makes it walk on the spot. Format: HDF5 file format, III.E.
"""

from __future__ import annotations

import mmap
import struct
from pathlib import Path

from catena.errors import ResultError

_SIGNATURE = b"GCOL\x01\x00\x00\x00"
_SIZE = struct.Struct("<Q")
_OBJECT = struct.Struct("<HHIQ")
_HEAD_SIZE = 16


def check_text_heaps(path: Path) -> None:
    """Refuse a file with a text heap whose lengths do not add up."""
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content,
    ):
        at = content.find(_SIGNATURE)
        while at >= 0:
            if not _adds_up(content, at):
                raise ResultError(f"{path}: its texts are damaged at byte {at}")
            at = content.find(_SIGNATURE, at + len(_SIGNATURE))


def _adds_up(content: mmap.mmap, start: int) -> bool:
    if start + _HEAD_SIZE > len(content):
        return False
    end = start + int(_SIZE.unpack_from(content, start + 8)[0])
    if end > len(content):
        return False
    at = start + _HEAD_SIZE
    while at + _OBJECT.size <= end:
        index, _, _, size = _OBJECT.unpack_from(content, at)
        step: int = size if index == 0 else _OBJECT.size + -(-size // 8) * 8
        if step < _OBJECT.size:
            return False
        at += step
    return at <= end
