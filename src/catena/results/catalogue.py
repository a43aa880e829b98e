"""What a result file holds: dimensions, coordinates, variables with units."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catena.errors import AssemblyError, shown

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
CELL_METHODS = {"now": "point", "mean": "mean", "peak": "maximum", "sum": "sum"}
"""Words of the CF conventions for values of the instant, means and largest values
since the record before, and totals since the start."""
KEPT_AS = "layout"
"""Attribute of a file that holds its catalogue, by the word of the first files."""
DTYPES = ("float64", "float32", "int64", "int32", "int8")
"""Number types every netCDF-4 reader understands."""


def _check_name(name: object, what: str) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise AssemblyError(
            f"catalogue: {what} {shown(name)} is not a usable name; "
            "expected a letter followed by up to 63 letters, digits or underscores"
        )


@dataclass(frozen=True)
class Variable:
    """One quantity on disk: never an anonymous channel."""

    name: str
    dims: tuple[str, ...]
    units: str
    """SI symbol such as ``"N m"``; ``"1"`` for a pure number."""
    label: str
    """What a plot writes at the axis: ``"torque on the driving shaft"``."""
    symbol: str = ""
    source: str = ""
    """Key and equation numbers, such as ``"[KhangDien2012] (63)"``."""
    dtype: str = "float64"
    gaps: bool = False
    """Whether NaN may stand for "no value here"; infinities never may."""
    take: str = ""
    """What a value stands for along the growing dimension, see ``CELL_METHODS``."""
    names: str = ""
    """The dimension whose names its numbers choose, if they do."""
    contact: str = ""
    """Of a force of contacts: their name in the event list, ``{}`` for the body."""

    def __post_init__(self) -> None:
        _check_name(self.name, "variable")
        object.__setattr__(self, "dims", tuple(self.dims))
        if self.dtype not in DTYPES:
            raise AssemblyError(
                f"catalogue: variable {self.name} has dtype {shown(self.dtype)}; "
                f"expected one of {', '.join(DTYPES)}"
            )
        if self.take and self.take not in CELL_METHODS:
            raise AssemblyError(
                f"catalogue: variable {self.name} takes {shown(self.take)}; "
                f"expected one of {', '.join(CELL_METHODS)}"
            )
        if len(set(self.dims)) != len(self.dims):
            raise AssemblyError(
                f"catalogue: variable {self.name} repeats a dimension: {self.dims}"
            )


@dataclass(frozen=True)
class Coordinate:
    """The values along a dimension of fixed size: numbers or words."""

    values: Sequence[str] | Sequence[float] | NDArray[Any]
    units: str = ""
    label: str = ""

    def array(self) -> NDArray[Any]:
        """The values as int64, float64 or Python-string (object) array."""
        values = np.asarray(self.values)
        if values.dtype.kind in "UO":
            return np.asarray([str(value) for value in self.values], dtype=object)
        return values.astype(np.int64 if values.dtype.kind in "iub" else np.float64)


@dataclass(frozen=True)
class Catalogue:
    """Everything a result file will contain, known before the run starts.

    A dimension of size ``None`` grows by appended blocks. It must be the first
    dimension of every variable that uses it, so that a block is a slab.
    """

    sizes: Mapping[str, int | None]
    coordinates: Mapping[str, Coordinate] = field(default_factory=dict)
    variables: tuple[Variable, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "sizes", dict(self.sizes))
        object.__setattr__(self, "coordinates", dict(self.coordinates))
        object.__setattr__(self, "variables", tuple(self.variables))
        for name, size in self.sizes.items():
            _check_size(name, size)
        for name, coordinate in self.coordinates.items():
            self._check_coordinate(name, coordinate)
        self._check_unique_names()
        for variable in self.variables:
            self._check_dims(variable)

    def __getitem__(self, name: str) -> Variable:
        for variable in self.variables:
            if variable.name == name:
                return variable
        raise AssemblyError(f"catalogue: there is no variable {shown(name)}")

    @property
    def growing_dims(self) -> tuple[str, ...]:
        """The dimensions that grow by appended blocks."""
        return tuple(name for name, size in self.sizes.items() if size is None)

    def growing_dim(self, variable: Variable) -> str | None:
        """The dimension a variable grows along, ``None`` when its size is fixed."""
        first = variable.dims[0] if variable.dims else None
        return first if first is not None and self.sizes[first] is None else None

    def growing_along(self, dim: str) -> tuple[Variable, ...]:
        """The variables a block along one growing dimension must bring."""
        return tuple(v for v in self.variables if self.growing_dim(v) == dim)

    def sample_shape(self, variable: Variable) -> tuple[int, ...]:
        """The fixed sizes of a variable, without the growing dimension."""
        sizes = (self.sizes[dim] for dim in variable.dims)
        return tuple(size for size in sizes if size is not None)

    def _check_coordinate(self, name: str, coordinate: Coordinate) -> None:
        size = self.sizes.get(name)
        if size is None:
            raise AssemblyError(
                f"catalogue: coordinate {shown(name)} needs a dimension of fixed "
                "size with the same name"
            )
        values = np.asarray(coordinate.values)
        if values.shape != (size,):
            raise AssemblyError(
                f"catalogue: coordinate {name} has shape {values.shape}, "
                f"its dimension has size {size}"
            )

    def _check_unique_names(self) -> None:
        seen = set(self.coordinates)
        for variable in self.variables:
            if variable.name in seen:
                raise AssemblyError(
                    f"catalogue: the name {variable.name} is used twice"
                )
            seen.add(variable.name)

    def _check_dims(self, variable: Variable) -> None:
        unknown = [dim for dim in variable.dims if dim not in self.sizes]
        if unknown:
            raise AssemblyError(
                f"catalogue: variable {variable.name} uses the unknown dimension "
                f"{shown(unknown[0])}; known: {', '.join(self.sizes) or 'none'}"
            )
        if any(self.sizes[dim] is None for dim in variable.dims[1:]):
            raise AssemblyError(
                f"catalogue: variable {variable.name} must have its growing "
                f"dimension first, found {variable.dims}"
            )
        if variable.name in self.sizes and variable.dims != (variable.name,):
            raise AssemblyError(
                f"catalogue: variable {variable.name} is named like a dimension "
                f"and must have the dimensions ({variable.name},)"
            )


def _check_size(name: str, size: int | None) -> None:
    _check_name(name, "dimension")
    if size is not None and (
        not isinstance(size, int | np.integer) or isinstance(size, bool) or size < 1
    ):
        raise AssemblyError(
            f"catalogue: dimension {name} has size {shown(size)}; "
            "expected an integer of at least 1, or None for a growing one"
        )
