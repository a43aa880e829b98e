"""No wrong number reaches the disk: values are checked before they are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catena.errors import AssemblyError, SolverError, shown
from catena.results.catalogue import Catalogue, Variable


def checked_values(
    catalogue: Catalogue, variable: Variable, values: object
) -> NDArray[np.generic]:
    """The values in the variable's number type and shape.

    Raises:
        AssemblyError: wrong type or shape.
    """
    array = np.asarray(values)
    dtype = np.dtype(variable.dtype)
    if not np.can_cast(array.dtype, dtype, casting="same_kind"):
        raise AssemblyError(
            f"result variable {variable.name}: values of type {array.dtype} do not "
            f"fit its type {dtype}"
        )
    grows = catalogue.growing_dim(variable) is not None
    shape = array.shape[1:] if grows and array.ndim else array.shape
    if shape != catalogue.sample_shape(variable) or (grows and array.ndim == 0):
        expected = (("n",) if grows else ()) + catalogue.sample_shape(variable)
        raise AssemblyError(
            f"result variable {variable.name}: shape {array.shape}, "
            f"expected {shown(expected)} for {variable.dims}"
        )
    with np.errstate(over="ignore"):
        return array.astype(dtype, copy=False)


def refuse_non_finite(
    catalogue: Catalogue,
    variable: Variable,
    values: NDArray[Any],
    block: Mapping[str, Any],
) -> None:
    """Stop on the first NaN or infinity, saying which, where and when.

    Raises:
        SolverError: naming variable, index along each dimension, and time.
    """
    if values.dtype.kind != "f":
        return
    bad = np.isinf(values) if variable.gaps else ~np.isfinite(values)
    if not bad.any():
        return
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(bad)), bad.shape))
    where = [
        _place(catalogue, dim, i, block)
        for dim, i in zip(variable.dims, index, strict=True)
    ]
    raise SolverError(
        f"{variable.name} ({variable.label}) became {float(values[index])} "
        f"at {', '.join(where) or 'its only value'}; what was computed before is kept"
    )


def _place(catalogue: Catalogue, dim: str, index: int, block: Mapping[str, Any]) -> str:
    if dim in catalogue.coordinates:
        return f"{dim} {catalogue.coordinates[dim].values[index]}"
    if dim in block:
        time = float(np.asarray(block[dim])[index])
        units = next((v.units for v in catalogue.variables if v.name == dim), "")
        return f"{dim} {time:.9g} {units}".rstrip()
    return f"{dim} index {index}"
