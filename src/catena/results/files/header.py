"""Reading the header of a result file without believing it.

Files come from anywhere: sizes, types and links are checked against the catalogue and
against the bytes that are really there before any array is allocated.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from catena.errors import AssemblyError, ResultError
from catena.results.catalogue import KEPT_AS, Catalogue, Variable
from catena.results.files.attributes import FORMAT, catalogue_from_json

_MAX_COMPRESSION = 1100
"""Deflate cannot shrink data further than about 1030 to 1."""
_SMALL = 64 << 20
"""Variables up to this size may be unwritten: they read as gaps."""
_MAX_CHUNK_BYTES = 64 << 20
_TEXT = struct.Struct("<IQI")
"""How HDF5 refers to a text: its length, then where its heap is."""
_UNUSABLE = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    RecursionError,
    AssemblyError,
)


def read_catalogue(h5: Any, attributes: Mapping[str, Any], path: Path) -> Catalogue:
    """The catalogue of an open file, after comparing it with what the file holds.

    Raises:
        ResultError: foreign, newer, inconsistent or absurdly sized.
    """
    _check_format(attributes.get("catena_format"), path)
    text = attributes.get(KEPT_AS)
    if not isinstance(text, str):
        raise ResultError(f"{path}: has no catalogue of a catena result")
    try:
        names = list(json.loads(text)["coordinates"])
        values = {name: _coordinate_values(h5, name, path) for name in names}
        catalogue = catalogue_from_json(text, values)
    except _UNUSABLE as error:
        raise ResultError(f"{path}: its catalogue cannot be used ({error})") from None
    for variable in catalogue.variables:
        _check_variable(h5, catalogue, variable, path)
    return catalogue


def samples_of(h5: Any, catalogue: Catalogue) -> dict[str, int]:
    """How many samples lie along each growing dimension."""
    return {dim: int(h5[dim].shape[0]) for dim in catalogue.growing_dims}


def _check_format(found: object, path: Path) -> None:
    if not isinstance(found, int):
        raise ResultError(f"{path}: is not a catena result")
    if not 1 <= found <= FORMAT:
        raise ResultError(
            f"{path}: has format {found}, written by a newer catena; this one reads "
            f"up to {FORMAT}"
        )


def _dataset(h5: Any, name: str, path: Path) -> Any:
    """A dataset that lives in this file and nowhere else."""
    import h5py

    link = h5.get(name, getlink=True)
    dataset = h5.get(name) if isinstance(link, h5py.HardLink) else None
    if not isinstance(dataset, h5py.Dataset):
        raise ResultError(f"{path}: the variable {name} is missing")
    if dataset.is_virtual or dataset.external:
        raise ResultError(f"{path}: the variable {name} points outside the file")
    return dataset


def _check_size(dataset: Any, path: Path) -> None:
    available = max(_SMALL, _MAX_COMPRESSION * int(dataset.id.get_storage_size()))
    chunk = np.prod(dataset.chunks or (1,), dtype=float) * dataset.dtype.itemsize
    size = np.prod(dataset.shape, dtype=float) * dataset.dtype.itemsize
    if size > available or chunk > _MAX_CHUNK_BYTES:
        raise ResultError(
            f"{path}: claims {size:.3g} bytes in {dataset.name[1:]}, "
            "more than the file can hold"
        )


def _coordinate_values(h5: Any, name: str, path: Path) -> Any:
    dataset = _dataset(h5, name, path)
    _check_size(dataset, path)
    if dataset.dtype.kind == "O":
        _check_text_lengths(dataset, path)
        return dataset.asstr()[()]
    return dataset[()]


def _check_text_lengths(dataset: Any, path: Path) -> None:
    """Refuse labels longer than the file: HDF5 would allocate what they claim."""
    offset, count = dataset.id.get_offset(), dataset.size
    if offset is None or dataset.id.get_storage_size() != count * _TEXT.size:
        raise ResultError(f"{path}: its labels are stored in an unknown way")
    with path.open("rb") as file:
        file.seek(offset)
        raw = file.read(count * _TEXT.size)
    longest = max((length for length, _, _ in _TEXT.iter_unpack(raw)), default=0)
    if len(raw) < count * _TEXT.size or longest > path.stat().st_size:
        raise ResultError(f"{path}: its labels claim more than the file can hold")


def _check_variable(
    h5: Any, catalogue: Catalogue, variable: Variable, path: Path
) -> None:
    dataset = _dataset(h5, variable.name, path)
    _check_size(dataset, path)
    expected = tuple(
        _dataset(h5, dim, path).shape[0] if size is None else size
        for dim, size in ((dim, catalogue.sizes[dim]) for dim in variable.dims)
    )
    if dataset.shape != expected or dataset.dtype != np.dtype(variable.dtype):
        raise ResultError(
            f"{path}: {variable.name} has shape {dataset.shape} and type "
            f"{dataset.dtype}, its catalogue says {expected} and {variable.dtype}"
        )
