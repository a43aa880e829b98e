"""Writing a run: blocks go to ``run.nc.part``, a finished run becomes ``run.nc``.

``run.nc`` exists only for complete runs. A failed, interrupted or killed run stays
``run.nc.part`` with its log beside it; `catena.results.run.open_run` reads it, and
`RunWriter.reopen` continues it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from numpy.typing import NDArray

from catena.errors import AssemblyError, Interrupted, ResultError
from catena.results.catalogue import KEPT_AS, Catalogue
from catena.results.files.attributes import FORMAT, catalogue_to_json
from catena.results.files.finite import checked_values, refuse_non_finite
from catena.results.files.interrupts import uninterrupted
from catena.results.files.lock import FolderLock
from catena.results.files.log import log_path
from catena.results.files.part_file import PartFile
from catena.results.files.seal import write_seal
from catena.results.files.skeleton import skeleton
from catena.results.health import Outcome

RUN_NAME = "run.nc"
PART_NAME = "run.nc.part"


class RunWriter:
    """The one writer of a run folder; what a call wrote is on disk when it returns.

    As a context manager it abandons the run when the block ends without `finish`.
    Not for use from several threads at once.
    """

    def __init__(self, folder: Path, lock: FolderLock, part: PartFile) -> None:
        self.folder = folder
        self._lock = lock
        self._part = part
        self.open = True

    @classmethod
    @uninterrupted()
    def create(
        cls,
        folder: str | Path,
        catalogue: Catalogue,
        attributes: Mapping[str, object] | None = None,
        overwrite: bool = False,
    ) -> RunWriter:
        """Start a run in a folder.

        With ``overwrite`` a complete older run stays until the new one is finished; an
        unfinished older one is dropped at once.

        Raises:
            ResultError: results exist, another run is writing, or the disk refuses.
        """
        folder = Path(folder)
        if not overwrite:
            refuse_existing(folder)
        head = {"catena_format": FORMAT, "status": "running"}
        head |= {KEPT_AS: catalogue_to_json(catalogue)}
        # Made first: a process killed meanwhile leaves nothing behind.
        content = skeleton(catalogue, {**(attributes or {}), **head})
        with _locked(folder, make=True) as lock:
            if not overwrite:
                refuse_existing(folder)
            writer = cls(folder, lock, PartFile.create(folder / PART_NAME, content))
            writer._start()
        return writer

    @classmethod
    def reopen(
        cls, folder: str | Path, samples: Mapping[str, int] | None = None
    ) -> RunWriter:
        """Continue an unfinished run, first cut to a number of samples.

        Args:
            folder: a run folder holding ``run.nc.part``.
            samples: how many to keep along growing dimensions; the others keep all.

        Raises:
            ResultError: nothing to continue, damaged, in use, or too few samples.
        """
        folder = Path(folder)
        if not (folder / PART_NAME).is_file():
            raise ResultError(f"{folder}: holds no unfinished run to continue")
        with _locked(folder) as lock:
            writer = cls(folder, lock, PartFile.reopen(folder / PART_NAME))
            writer._start()
            writer._part.cut(writer.catalogue, samples or {})
            writer.set_attributes({"status": "running", "message": ""})
        return writer

    def _start(self) -> None:
        self.catalogue = self._part.read_catalogue()

    @property
    def path(self) -> Path:
        """The file being written."""
        return self.folder / PART_NAME

    @property
    def samples(self) -> dict[str, int]:
        """Kept samples along each growing dimension."""
        return dict(self._part.samples)

    def append(self, block: Mapping[str, Any]) -> None:
        """Add samples along every growing dimension the block has variables of.

        Raises:
            AssemblyError: names or shapes do not match the catalogue.
            SolverError: a value is not finite; nothing of the block is written.
            ResultError: the disk refused; all earlier blocks are kept.
        """
        self._part.append(self.catalogue, self._checked_block(block))

    def put(self, name: str, values: object) -> None:
        """Write a whole variable; raises as `append` does.

        One that grows keeps its length: records are added by `append` alone.
        """
        variable = self.catalogue[name]
        array = checked_values(self.catalogue, variable, values)
        dim = self.catalogue.growing_dim(variable)
        if dim is not None and len(array) != self.samples[dim]:
            raise AssemblyError(
                f"result variable {name} grows and has {self.samples[dim]} records, "
                f"not {len(array)}: append blocks to it"
            )
        refuse_non_finite(self.catalogue, variable, array, {})
        self._part.put(name, array)

    def read(self, name: str) -> NDArray[Any]:
        """Everything written of a variable so far."""
        self.catalogue[name]  # an unknown name is refused in words
        return self._part.read(name)

    def set_attributes(self, attributes: Mapping[str, object]) -> None:
        """Add or replace attributes of the run."""
        self._part.set_attributes(attributes)

    def finish(
        self, outcome: Outcome, attributes: Mapping[str, object] | None = None
    ) -> Path:
        """Complete the run: everything on disk, sealed, under its final name."""
        if missing := self._part.unwritten(self.catalogue):
            raise AssemblyError(f"result variables never written: {', '.join(missing)}")
        end = {"status": "complete", "outcome": outcome.to_json()}
        self.set_attributes({**(attributes or {}), **end})
        target = self.folder / RUN_NAME
        try:
            self._part.close(durable=True)
            write_seal(self.path)
            os.replace(self.path, target)
            _sync_folder(self.folder)
            log_path(self.path).unlink(missing_ok=True)
        except OSError as error:
            raise ResultError(
                f"{self.path}: complete, but cannot become {target.name} "
                f"({error.strerror or error})"
            ) from None
        finally:
            self._release()
        return target

    def abandon(self, status: str, message: str = "") -> Path:
        """End an incomplete run; its blocks stay readable in ``run.nc.part``.

        A block that was only half handed over is dropped. When even the status cannot
        be written (disk full), the run will read as "killed".
        """
        if status not in ("failed", "interrupted"):
            raise AssemblyError(f"a run ends failed or interrupted, not {status!r}")
        try:
            self._part.close()
            with suppress(ResultError, OSError):
                self._part = PartFile.reopen(self.path)
                self.set_attributes({"status": status, "message": message})
                self._part.close(durable=True)
        finally:
            self._release()
        return self.path

    def _release(self) -> None:
        self.open = False
        self._part.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: object, error: BaseException | None, trace: object
    ) -> None:
        if self.open:
            stopped = isinstance(error, KeyboardInterrupt | Interrupted)
            message = str(error or "the run ended without a verdict")
            self.abandon("interrupted" if stopped else "failed", message)

    def _checked_block(self, block: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
        """The block as arrays: complete, rectangular and finite."""
        given = {name: self.catalogue[name] for name in block}
        for name, variable in given.items():
            if self.catalogue.growing_dim(variable) is None:
                raise AssemblyError(f"result variable {name} has fixed size: put it")
        arrays = {
            name: checked_values(self.catalogue, variable, block[name])
            for name, variable in given.items()
        }
        for dim in {variable.dims[0] for variable in given.values()}:
            self._check_slab(dim, arrays)
        for name, variable in given.items():
            refuse_non_finite(self.catalogue, variable, arrays[name], arrays)
        return arrays

    def _check_slab(self, dim: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        names = [variable.name for variable in self.catalogue.growing_along(dim)]
        missing = [name for name in names if name not in arrays]
        if missing:
            raise AssemblyError(f"block along {dim} lacks {', '.join(missing)}")
        lengths = {name: len(arrays[name]) for name in names}
        if len(set(lengths.values())) > 1:
            raise AssemblyError(f"block along {dim} has unequal lengths: {lengths}")


@contextmanager
def _locked(folder: Path, make: bool = False) -> Iterator[FolderLock]:
    """The lock of a folder, given back if the body fails."""
    try:
        if make:
            folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise ResultError(f"{folder}: cannot be created ({error})") from None
    lock = FolderLock(folder)
    try:
        yield lock
    except OSError as error:
        lock.release()
        reason = error.strerror or error
        raise ResultError(f"{folder}: cannot be written ({reason})") from None
    except BaseException:
        lock.release()
        raise


def refuse_existing(folder: Path) -> None:
    """Refuse a folder that holds results.

    Raises:
        ResultError: it does.
    """
    if os.path.lexists(folder / RUN_NAME):
        raise ResultError(
            f"{folder}: already holds results; replace them with --overwrite "
            "(in Python overwrite=True), or choose another folder"
        )
    if os.path.lexists(folder / PART_NAME):
        raise ResultError(
            f"{folder}: holds an unfinished run; continue it (catena resume) or "
            "replace it with --overwrite (in Python overwrite=True)"
        )


def _sync_folder(folder: Path) -> None:
    """Make a rename survive a power loss, where folders can be opened (POSIX)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
