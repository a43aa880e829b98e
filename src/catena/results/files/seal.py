"""The last bytes of a finished result file: a digest of all bytes before them.

HDF5 ignores what follows its own end of file, so the seal travels inside ``run.nc``
and every netCDF reader still opens it. Damage is found before HDF5 sees the file.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from catena.errors import ResultError

_MAGIC = b"\ncatena seal 1 blake2b "
_DIGEST_SIZE = 20
SEAL_SIZE = len(_MAGIC) + 2 * _DIGEST_SIZE + 1
_STEP = 1 << 20


def _digest(path: Path, size: int) -> bytes:
    digest = hashlib.blake2b(digest_size=_DIGEST_SIZE)
    with path.open("rb") as file:
        while size > 0 and (part := file.read(min(_STEP, size))):
            digest.update(part)
            size -= len(part)
    return digest.hexdigest().encode()


def write_seal(path: Path) -> None:
    """Close a file for good: append the seal and force it to disk."""
    seal = _MAGIC + _digest(path, path.stat().st_size) + b"\n"
    with path.open("ab") as file:
        file.write(seal)
        file.flush()
        os.fsync(file.fileno())


def check_seal(path: Path) -> None:
    """Refuse a file that is not, byte for byte, what was sealed."""
    size = path.stat().st_size - SEAL_SIZE
    seal = b""
    if size > 0:
        with path.open("rb") as file:
            file.seek(size)
            seal = file.read()
    if not (seal.startswith(_MAGIC) and seal.endswith(b"\n")):
        raise ResultError(
            f"{path}: not a complete catena result: it was cut, changed by another "
            "program, or is a different kind of file"
        )
    if seal != _MAGIC + _digest(path, size) + b"\n":
        raise ResultError(f"{path}: damaged, its content does not match its seal")
