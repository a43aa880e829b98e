"""Reading a run: a handle on a run folder that checks before it believes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from catena.errors import MissingVariable, ResultError, shown
from catena.results.catalogue import Catalogue
from catena.results.events import EventList, read_events
from catena.results.files.attributes import read_attributes
from catena.results.files.header import read_catalogue, samples_of
from catena.results.files.lock import LOCK_NAME, FolderLock
from catena.results.files.log import settle
from catena.results.files.seal import check_seal
from catena.results.files.text_heap import check_text_heaps
from catena.results.files.writer import PART_NAME, RUN_NAME
from catena.results.health import Outcome
from catena.results.trust import trust_of_ending

if TYPE_CHECKING:
    import xarray

_HDF5_ERRORS = (
    OSError,
    RuntimeError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    MemoryError,
)


class Run:
    """A run on disk, complete or not; close it or use it in a ``with`` statement."""

    def __init__(self, path: Path) -> None:
        import h5py

        self.path = path
        self.folder = path.parent
        with _clear_errors(path):
            check_text_heaps(path)
            self._h5: Any = h5py.File(path, "r")
        try:
            with _clear_errors(path):
                self.attributes: dict[str, Any] = read_attributes(self._h5)
                self.catalogue: Catalogue = read_catalogue(
                    self._h5, self.attributes, path
                )
                self.samples: dict[str, int] = samples_of(self._h5, self.catalogue)
        except ResultError:
            self._h5.close()
            raise

    @property
    def status(self) -> str:
        """How the run ended: complete, failed, interrupted, or killed."""
        status = str(self.attributes.get("status", "killed"))
        return "killed" if status == "running" else status

    @property
    def spec_text(self) -> str:
        """The resolved specification the run was made from."""
        return str(self.attributes.get("spec", ""))

    @cached_property
    def outcome(self) -> Outcome:
        """What the run said about itself; an unfinished one says why it ended."""
        text = self.attributes.get("outcome")
        if text is None:
            message = self.attributes.get("message", "")
            words = str(message) or f"{self.status} before it could say why"
            return Outcome(words, ended=trust_of_ending(self.status))
        with _clear_errors(self.path):
            return Outcome.from_json(str(text))

    @cached_property
    def events(self) -> EventList:
        """What happened to contacts: closing, opening, stick, slip, impact."""
        return read_events(self.read, self.catalogue)

    @property
    def names(self) -> tuple[str, ...]:
        """Everything `read` knows: coordinates, then variables."""
        variables = (variable.name for variable in self.catalogue.variables)
        return (*self.catalogue.coordinates, *variables)

    def read(self, name: str, window: slice = slice(None)) -> NDArray[Any]:
        """A variable or coordinate as an array, optionally part of its first axis."""
        if name in self.catalogue.coordinates:
            return self.catalogue.coordinates[name].array()[window]
        if name not in self.names:
            raise MissingVariable(
                f"{self.path}: has no variable {shown(name)}; "
                f"it has {', '.join(self.names)}",
                name,
            )
        with _clear_errors(self.path):
            dataset = self._h5[name]
            return np.asarray(dataset[window] if dataset.ndim else dataset[()])

    @cached_property
    def dataset(self) -> xarray.Dataset:
        """Everything as a lazy, labelled `xarray.Dataset`."""
        import xarray

        with _clear_errors(self.path):
            return xarray.open_dataset(
                self.path,
                engine="h5netcdf",
                decode_times=False,
                decode_timedelta=False,
                mask_and_scale=False,
            )

    def close(self) -> None:
        """Release the file; arrays already read stay."""
        if "dataset" in self.__dict__:
            self.dataset.close()
        self._h5.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *how: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r}, {self.status})"


def open_run(path: str | Path) -> Run:
    """Open a run folder, a ``run.nc``, or the ``run.nc.part`` of an unfinished run.

    In a folder with both, the complete ``run.nc`` is opened. Every byte is checked
    against its checksum first, at about 0.5 GB/s.

    Raises:
        ResultError: missing, foreign, newer, damaged, or still being written.
    """
    path = Path(path)
    with _clear_errors(path):
        file = _file_of(path)
        if file.name.endswith(".part"):
            _settle(file)
        else:
            check_seal(file)
    return Run(file)


def _file_of(path: Path) -> Path:
    if path.is_file():
        return path
    if path.is_dir():
        for name in (RUN_NAME, PART_NAME):
            if (path / name).is_file():
                return path / name
        if (path / "study.json").is_file():
            raise ResultError(
                f"{path}: is a study, not a run: catena report shows the whole, its "
                f"runs are in {path / 'runs'}"
            )
        if os.path.lexists(path / LOCK_NAME):
            raise ResultError(
                f"{path}: holds no results: its run ended before it wrote any; run it "
                "again into this folder"
            )
        raise ResultError(f"{path}: holds no {RUN_NAME}")
    raise ResultError(f"{path}: no such run folder or result file")


def _settle(file: Path) -> None:
    """Complete the last commit of a killed writer, unless the writer is alive."""
    if not os.access(file.parent, os.W_OK):
        settle(file)
        return
    lock = FolderLock(file.parent)
    try:
        settle(file)
    finally:
        lock.release()


@contextmanager
def _clear_errors(path: Path) -> Iterator[None]:
    """Whatever HDF5 and friends raise about a file, as one sentence."""
    try:
        yield
    except ResultError:
        raise
    except _HDF5_ERRORS as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise ResultError(f"{path}: cannot be read ({reason})") from None
