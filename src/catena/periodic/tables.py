"""Coefficients sampled over one period, and how they continue between samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import InputError, shown
from catena.numerics.arrays import Floats
from catena.periodic.interpolation import periodic_spline

Interpolator = Callable[[Floats], Floats]
INTERPOLATIONS = ("spline", "linear", "step")


def interpolator(
    name: str, table: ArrayLike, shape: tuple[int, ...], period: float, kind: str
) -> Interpolator:
    """A function of times (m,) giving (m, *shape) from equally spaced samples."""
    if kind not in INTERPOLATIONS:
        raise InputError(
            f"interpolation: found {shown(kind)}; expected one of {INTERPOLATIONS}"
        )
    values = np.asarray(table, dtype=float)
    if values.shape == shape:
        return lambda t: np.ascontiguousarray(np.broadcast_to(values, (len(t), *shape)))
    _check_table(name, values, shape, kind)
    closed = np.concatenate([values, values[:1]])
    knots = np.linspace(0.0, period, len(closed))
    if kind == "spline":
        spline = periodic_spline(knots, closed)
        return lambda t: np.ascontiguousarray(spline(t))
    if kind == "linear":
        return lambda t: _linear(t, closed, period)
    return lambda t: values[np.minimum(_cell(t, values, period), len(values) - 1)]


def table_breaks(
    tables: Mapping[str, ArrayLike],
    shapes: Mapping[str, tuple[int, ...]],
    period: float,
) -> tuple[float, ...]:
    """The sample times of every table that varies: smoothness ends there."""
    breaks: set[float] = set()
    for name, table in tables.items():
        if np.shape(table) != shapes[name]:
            count = len(np.asarray(table))
            breaks.update(float(period * i / count) for i in range(count))
    return tuple(sorted(breaks))


def _linear(t: Floats, closed: Floats, period: float) -> Floats:
    count = len(closed) - 1
    position = t * (count / period)
    cell = np.minimum(position.astype(np.int64), count - 1)
    part = (position - cell).reshape(-1, *([1] * (closed.ndim - 1)))
    values: Floats = closed[cell] * (1.0 - part) + closed[cell + 1] * part
    return values


def _cell(t: Floats, values: Floats, period: float) -> Any:
    return (t * (len(values) / period)).astype(np.int64)


def _check_table(name: str, values: Floats, shape: tuple[int, ...], kind: str) -> None:
    if values.ndim != len(shape) + 1 or values.shape[1:] != shape:
        wanted = ", ".join(["samples", *map(str, shape)])
        raise InputError(f"{name}: found shape {values.shape}; expected ({wanted})")
    least = 3 if kind == "spline" else 1
    if len(values) < least:
        raise InputError(
            f"{name}: found {len(values)} samples; expected at least {least} for "
            f"{kind!r} interpolation"
        )
    if not np.isfinite(values).all():
        raise InputError(f"{name}: found a value that is not finite in the table")
