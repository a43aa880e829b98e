"""A run as flat tables: one per set of dimensions, one column per quantity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from catena.results.catalogue import Variable
from catena.results.run import Run

_ROWS_PER_PART = 100_000


@dataclass(frozen=True)
class Column:
    """Name, unit and meaning of one column."""

    name: str
    units: str
    label: str


class Flat(Protocol):
    """What writers of files ask of a table."""

    @property
    def name(self) -> str:
        """File name without extension."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """What the columns are."""

    def parts(self) -> Iterator[list[NDArray[Any]]]:
        """The columns in slices."""


@dataclass(frozen=True)
class Table:
    """All quantities over the same dimensions; rows run through them like a counter."""

    run: Run
    dims: tuple[str, ...]
    variables: tuple[Variable, ...]

    @property
    def name(self) -> str:
        """File name without extension: ``by_time_link``."""
        return "by_" + "_".join(self.dims) if self.dims else "single_values"

    @property
    def columns(self) -> tuple[Column, ...]:
        """The dimensions first, then the quantities."""
        index = tuple(self._index_column(dim) for dim in self.dims)
        data = tuple(
            Column(v.name, v.units, v.label)
            for v in self.variables
            if v.name not in self.dims
        )
        return index + data

    def parts(self) -> Iterator[list[NDArray[Any]]]:
        """The columns in slices of bounded size; one empty slice without samples."""
        shape = tuple(self._size(dim) for dim in self.dims)
        rows = int(np.prod(shape[1:], dtype=np.int64))
        step = max(1, _ROWS_PER_PART // max(rows, 1))
        length = shape[0] if shape else 1
        for start in range(0, max(length, 1), step):
            window = slice(start, min(start + step, length))
            yield self._part(window, shape)

    def _part(self, window: slice, shape: tuple[int, ...]) -> list[NDArray[Any]]:
        part_shape = (window.stop - window.start, *shape[1:]) if shape else ()
        columns = []
        for axis, dim in enumerate(self.dims):
            values = self._index_values(dim, window if axis == 0 else slice(None))
            own = [1] * len(shape)
            own[axis] = len(values)
            columns.append(np.broadcast_to(values.reshape(own), part_shape).ravel())
        for variable in self.variables:
            if variable.name not in self.dims:
                columns.append(self._values(variable, window).ravel())
        return columns

    def _values(self, variable: Variable, window: slice) -> NDArray[Any]:
        """What a variable holds; names where its numbers choose them."""
        values = self.run.read(variable.name, window)
        if not variable.names:
            return values
        names = self.run.catalogue.coordinates[variable.names].array()
        return np.asarray(names[values])

    def _size(self, dim: str) -> int:
        size = self.run.catalogue.sizes[dim]
        return self.run.samples[dim] if size is None else size

    def _index_column(self, dim: str) -> Column:
        catalogue = self.run.catalogue
        if dim in catalogue.coordinates:
            coordinate = catalogue.coordinates[dim]
            return Column(dim, coordinate.units, coordinate.label or dim)
        for variable in catalogue.variables:
            if variable.name == dim:
                return Column(dim, variable.units, variable.label)
        return Column(dim, "", f"index of {dim}")

    def _index_values(self, dim: str, window: slice) -> NDArray[Any]:
        if dim in self.run.names:
            return self.run.read(dim, window)
        return np.arange(self._size(dim))[window]


def tables_of(run: Run) -> list[Table]:
    """One table per set of dimensions, in the order of the catalogue."""
    groups: dict[tuple[str, ...], list[Variable]] = {}
    for variable in run.catalogue.variables:
        groups.setdefault(variable.dims, []).append(variable)
    return [Table(run, dims, tuple(group)) for dims, group in groups.items()]
