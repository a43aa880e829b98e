"""Numbers in a form that is small in a page and that plotly.js reads directly."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray

SHORT_FLOAT_LOSS = 1e-6
"""Largest loss by short floats that is allowed, as a part of the range of the data."""


def packed(values: NDArray[np.float64]) -> dict[str, Any]:
    """An array as plotly's typed array: base64 of short floats where they suffice.

    A ripple of 1e-4 on a level of 1000 would come out as steps in short floats; such
    data keep their full length.
    """
    dtype = "<f4" if _short_floats_suffice(values) else "<f8"
    raw = np.ascontiguousarray(values).astype(dtype).tobytes()
    result = {"dtype": dtype[1:], "bdata": base64.b64encode(raw).decode("ascii")}
    if values.ndim == 2:
        result["shape"] = f"{values.shape[0]}, {values.shape[1]}"
    return result


class ArrayPool:
    """Equal arrays of a page, kept once: a time axis serves all its curves."""

    def __init__(self) -> None:
        self.arrays: list[dict[str, Any]] = []
        self._places: dict[str, int] = {}

    def pooled(self, part: Any) -> Any:
        """A part of a figure, its packed arrays replaced by ``{"pool": place}``."""
        if isinstance(part, list):
            return [self.pooled(value) for value in part]
        if not isinstance(part, dict):
            return part
        if "bdata" in part:
            return {"pool": self._place(part)}
        return {key: self.pooled(value) for key, value in part.items()}

    def _place(self, array: dict[str, Any]) -> int:
        key = f"{array['dtype']} {array.get('shape', '')} {array['bdata']}"
        if key not in self._places:
            self._places[key] = len(self.arrays)
            self.arrays.append(array)
        return self._places[key]


def _short_floats_suffice(values: NDArray[np.float64]) -> bool:
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return True
    largest = float(np.abs(finite).max())
    if largest > 1e37 or 0.0 < largest < 1e-30:
        return False
    loss = largest * float(np.finfo(np.float32).eps) / 2
    return loss <= SHORT_FLOAT_LOSS * float(np.ptp(finite))
