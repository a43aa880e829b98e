"""Checkpoints: everything a run continues from, in one small file beside its results.

The file is replaced as a whole, so that a crash leaves the old one or the new one. It
ends with a digest of its content, so that any changed byte is noticed.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catena.errors import ResultError
from catena.jit import kernels_digest
from catena.results.files.fresh_file import write_fresh
from catena.tables.checkpoint import arrays_of, write_back

CHECKPOINT_NAME = "checkpoint.npz"
END_NAME = "end_state.npz"
"""The last checkpoint of a finished run: others can start from it."""
FORMAT = 5
"""Version of the file; older and newer ones are refused."""
_FACTS = "facts"


@dataclass(frozen=True)
class Facts:
    """How far the run was, and what it belongs to."""

    steps: int
    """Steps taken."""
    samples: dict[str, int]
    """Records in the result file along every dimension that grows."""
    wall_time: float
    """Seconds spent so far."""
    spec_hash: str = ""
    kernels: str = ""
    """Digest of the kernel sources: equal ones continue bit for bit."""
    format: int = FORMAT


@dataclass(frozen=True)
class Checkpoint:
    """A stored state."""

    facts: Facts
    arrays: dict[str, NDArray[Any]]

    @property
    def same_kernels(self) -> bool:
        """Whether the kernels that wrote it are the ones that would continue."""
        return self.facts.kernels == kernels_digest()


def flattened(memory: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """Every array of some tables and arrays, under dotted names."""
    found: dict[str, NDArray[Any]] = {}
    for name, part in memory.items():
        if isinstance(part, np.ndarray):
            found[name] = part
        else:
            found |= arrays_of(part, f"{name}.")
    return found


def restored(memory: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write stored arrays back into the tables they came from.

    Raises:
        InputError: an array is absent or has another shape.
    """
    for name, target in flattened(memory).items():
        write_back(name, target, arrays)


class CheckpointFile:
    """The checkpoint of one run folder."""

    def __init__(
        self, folder: Path, spec_hash: str | None, name: str = CHECKPOINT_NAME
    ) -> None:
        self.path = folder / name
        self.spec_hash = spec_hash
        """Of the run it belongs to; None where any will do."""

    def save(
        self,
        steps: int,
        samples: Mapping[str, int],
        wall_time: float,
        arrays: Mapping[str, Any],
    ) -> None:
        """Replace the checkpoint; on return it is on the disk.

        Raises:
            ResultError: the disk refused; the checkpoint before is kept.
        """
        digest = kernels_digest()
        facts = Facts(steps, dict(samples), wall_time, self.spec_hash or "", digest)
        text = np.frombuffer(json.dumps(asdict(facts)).encode(), dtype=np.uint8)
        content = io.BytesIO()
        np.savez(content, **{**arrays, _FACTS: text})
        try:
            whole = content.getvalue()
            replace_durably(self.path, whole + _digest(whole))
        except OSError as error:
            reason = error.strerror or error
            raise ResultError(f"{self.path}: cannot be written ({reason})") from None

    def load(self) -> Checkpoint | None:
        """The stored state, or None if there is none yet.

        Raises:
            ResultError: damaged, of another format, or of another run.
        """
        if not self.path.exists():
            return None
        try:
            content = checked_content(self.path.read_bytes())
            with np.load(io.BytesIO(content), allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in stored.files}
            facts = Facts(**json.loads(arrays.pop(_FACTS).tobytes()))
        except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
            raise ResultError(f"{self.path}: is damaged ({error})") from None
        except zipfile.BadZipFile as error:
            raise ResultError(f"{self.path}: is damaged ({error})") from None
        self._check(facts)
        return Checkpoint(facts, arrays)

    def _check(self, facts: Facts) -> None:
        if facts.format != FORMAT:
            raise ResultError(
                f"{self.path}: has format {facts.format}; this version reads {FORMAT}"
            )
        if self.spec_hash is not None and facts.spec_hash != self.spec_hash:
            raise ResultError(f"{self.path}: belongs to a run of other inputs")

    def remove(self) -> None:
        """A run that begins anew needs none."""
        with suppress(OSError):
            self.path.unlink()

    def keep_as_end(self) -> None:
        """The run is finished: its last state stays, for runs that start from it."""
        with suppress(OSError):
            os.replace(self.path, self.path.with_name(END_NAME))


def _digest(content: bytes) -> bytes:
    """What the content must be followed by."""
    return hashlib.sha256(content).digest()


def checked_content(stored: bytes) -> bytes:
    """The stored bytes without their digest.

    Raises:
        ValueError: the digest is not that of the content.
    """
    size = hashlib.sha256().digest_size
    content, digest = stored[:-size], stored[-size:]
    if _digest(content) != digest:
        raise ValueError("its digest does not fit its content")
    return content


def replace_durably(path: Path, content: bytes) -> None:
    """Write a file so that a crash leaves the old or the new content."""
    passing = path.with_name(path.name + ".new")
    write_fresh(passing, content, durable=True)
    os.replace(passing, path)
