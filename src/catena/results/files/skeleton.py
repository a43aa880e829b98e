"""The empty netCDF-4 file of a run: dimensions, coordinates, variables, units."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from catena.results.catalogue import CELL_METHODS, Catalogue, Coordinate, Variable
from catena.results.files.attributes import write_attributes

_CHUNK_BYTES = 512 * 1024
_MAX_CHUNK_ROWS = 1024


def skeleton(
    catalogue: Catalogue, attributes: Mapping[str, object] = MappingProxyType({})
) -> bytes:
    """A complete netCDF-4 file with all variables and attributes and no samples."""
    import h5netcdf

    content = io.BytesIO()
    with h5netcdf.File(content, "w") as file:
        file.dimensions = dict(catalogue.sizes)
        for name, coordinate in catalogue.coordinates.items():
            _add_coordinate(file, name, coordinate)
        for variable in catalogue.variables:
            _add_variable(file, catalogue, variable)
    _describe(content, catalogue, attributes)
    return content.getvalue()


def _add_coordinate(file: Any, name: str, coordinate: Coordinate) -> None:
    import h5py

    values = coordinate.array()
    is_text = values.dtype == object
    dtype = h5py.string_dtype() if is_text else values.dtype
    target = file.create_variable(name, (name,), dtype=dtype)
    target[...] = values


def _add_variable(file: Any, catalogue: Catalogue, variable: Variable) -> None:
    dtype = np.dtype(variable.dtype)
    options: dict[str, Any] = {}
    if variable.dims:  # HDF5 filters need chunks, a single number has none
        options = {
            "chunks": chunk_shape(catalogue, variable),
            "compression": "gzip",
            "compression_opts": 1,
            "shuffle": True,
            "fletcher32": True,
        }
    file.create_variable(
        variable.name,
        variable.dims,
        dtype=dtype,
        fillvalue=math.nan if dtype.kind == "f" else None,
        **options,
    )


def _describe(
    content: io.BytesIO, catalogue: Catalogue, whole: Mapping[str, object]
) -> None:
    """Write units and labels, as attributes every netCDF program shows."""
    import h5py

    texts = {
        name: {"units": c.units, "long_name": c.label}
        for name, c in catalogue.coordinates.items()
    }
    for v in catalogue.variables:
        texts[v.name] = {"units": v.units, "long_name": v.label}
        texts[v.name] |= {"symbol": v.symbol, "source": v.source}
        if v.take:
            texts[v.name]["cell_methods"] = f"{v.dims[0]}: {CELL_METHODS[v.take]}"
    with h5py.File(content, "r+") as file:
        write_attributes(file, whole)
        for name, attributes in texts.items():
            given = {key: text for key, text in attributes.items() if text}
            write_attributes(file[name], given)


def chunk_shape(catalogue: Catalogue, variable: Variable) -> tuple[int, ...]:
    """Chunks of at most half a megabyte, long along the growing dimension."""
    shape = list(catalogue.sample_shape(variable))
    item = np.dtype(variable.dtype).itemsize
    while math.prod(shape) * item > _CHUNK_BYTES:
        largest = shape.index(max(shape))
        shape[largest] = -(-shape[largest] // 2)
    if catalogue.growing_dim(variable) is None:
        return tuple(shape)
    rows = _CHUNK_BYTES // (math.prod(shape) * item)
    return (min(max(rows, 1), _MAX_CHUNK_ROWS), *shape)
