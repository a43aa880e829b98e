"""The unfinished result file: HDF5 datasets that grow in all-or-nothing steps."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catena.errors import ResultError
from catena.results.catalogue import Catalogue
from catena.results.files.attributes import read_attributes, write_attributes
from catena.results.files.header import read_catalogue, samples_of
from catena.results.files.interrupts import uninterrupted
from catena.results.files.transaction import TransactionalFile


class PartFile:
    """An open ``run.nc.part``; what a method wrote is on disk when it returns.

    Raises (all methods):
        ResultError: the disk refused; everything up to the last call is kept.
    """

    @uninterrupted()
    def __init__(self, file: TransactionalFile, path: Path) -> None:
        import h5py

        self.path = path
        self._file = file
        self._h5: Any = h5py.File(file, "r+")
        self.samples: dict[str, int] = {}

    @classmethod
    def create(cls, path: Path, content: bytes) -> PartFile:
        """A new file from the bytes of an empty netCDF file."""
        return cls(TransactionalFile.create(path, content), path)

    @classmethod
    def reopen(cls, path: Path) -> PartFile:
        """An existing file in the state of its last commit."""
        return cls(TransactionalFile(path), path)

    def read_catalogue(self) -> Catalogue:
        """The catalogue the file was created with; also counts the samples."""
        catalogue = read_catalogue(self._h5, read_attributes(self._h5), self.path)
        self.samples = samples_of(self._h5, catalogue)
        return catalogue

    @uninterrupted()
    def append(self, catalogue: Catalogue, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Add one slab to every given variable."""
        grown = dict(self.samples)
        for name, values in arrays.items():
            dim = catalogue[name].dims[0]
            grown[dim] = self.samples[dim] + len(values)
        self._resize(catalogue, grown)
        for name, values in arrays.items():
            if len(values):
                self._h5[name][self.samples[catalogue[name].dims[0]] :] = values
        self._commit()
        self.samples = grown

    @uninterrupted()
    def cut(self, catalogue: Catalogue, samples: Mapping[str, int]) -> None:
        """Keep only the first samples along some growing dimensions."""
        for dim, count in samples.items():
            kept = self.samples.get(dim)
            if kept is None or not 0 <= count <= kept:
                raise ResultError(
                    f"{self.path}: cannot continue after {count} samples along {dim}, "
                    f"the file has {kept or 0}"
                )
        shorter = {**self.samples, **samples}
        self._resize(catalogue, shorter)
        self._commit()
        self.samples = shorter

    @uninterrupted()
    def put(self, name: str, values: NDArray[Any]) -> None:
        """Overwrite a whole dataset."""
        self._h5[name][...] = values
        self._commit()

    @uninterrupted()
    def read(self, name: str) -> NDArray[Any]:
        """A whole dataset as it is now."""
        return np.asarray(self._h5[name][...])

    def unwritten(self, catalogue: Catalogue) -> list[str]:
        """The variables of fixed size that hold no values yet."""
        fixed = (
            v.name for v in catalogue.variables if catalogue.growing_dim(v) is None
        )
        return [name for name in fixed if not self._h5[name].id.get_storage_size()]

    @uninterrupted()
    def set_attributes(self, attributes: Mapping[str, object]) -> None:
        """Add or replace attributes of the file."""
        write_attributes(self._h5, attributes)
        self._commit()

    @uninterrupted()
    def close(self, durable: bool = False) -> None:
        """Let go of the file; what was not committed is lost."""
        with suppress(Exception):  # HDF5 may object to a half-written block
            self._h5.close()
        if durable:
            self._file.sync()
        self._file.close()

    def _resize(self, catalogue: Catalogue, counts: Mapping[str, int]) -> None:
        for dim, count in counts.items():
            if count == self.samples.get(dim):
                continue
            names = {dim, *(v.name for v in catalogue.growing_along(dim))}
            for name in sorted(names):
                self._h5[name].resize(count, axis=0)

    def _commit(self) -> None:
        self._h5.flush()
        try:
            self._file.commit()
        except OSError as error:
            kept = ", ".join(f"{n} samples of {d}" for d, n in self.samples.items())
            raise ResultError(
                f"{self.path}: cannot be written ({error.strerror or error}); "
                f"kept: {kept or 'the header'}"
            ) from None
