"""Refusals of numbers and names: finite, positive, a share, within bounds, so many."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any, TypeGuard

import numpy as np

from catena.errors import SpecError
from catena.numerics.arrays import Floats

LARGEST, SMALLEST = 1e30, 1e-30
"""Size of numbers a system may hold, as in files: products of two are finite still."""


def is_finite(value: object) -> TypeGuard[float]:
    """Whether a value is a number, finite and not beyond ``LARGEST``."""
    if not isinstance(value, Real):
        return False
    size: Any = abs(value)
    return bool(size <= LARGEST)


def check(where: str, value: float, low: float, high: float, words: str) -> None:
    """Refuse a value outside low <= value <= high, or not finite."""
    if not (is_finite(value) and low <= value <= high):
        raise SpecError.at(where, value, words)


def check_finite(where: str, value: float) -> None:
    """Refuse a value that is no finite number."""
    words = f"expected a finite number of at most {LARGEST:g} in size"
    check(where, value, -math.inf, math.inf, words)


def check_kind(where: str, value: object, kinds: tuple[type, ...], words: str) -> None:
    """Refuse a thing that is of none of the kinds."""
    if not isinstance(value, kinds):
        raise SpecError.at(where, value, f"expected {words}")


def check_positive(where: str, value: float) -> None:
    """Refuse a value that is not finite and greater than zero."""
    words = f"expected a finite number greater than 0, {SMALLEST:g} to {LARGEST:g}"
    check(where, value, SMALLEST, LARGEST, words)


def check_not_negative(where: str, value: float) -> None:
    """Refuse a value that is not finite and at least zero."""
    words = f"expected a finite number of at least 0, up to {LARGEST:g}"
    check(where, value, 0.0, math.inf, words)


def check_share(where: str, value: float) -> None:
    """Refuse a value outside 0..1."""
    check(where, value, 0.0, 1.0, "expected a number between 0 and 1")


def check_names(where: str, values: object) -> None:
    """Refuse anything but a list of texts."""
    listed = values if isinstance(values, Sequence | set | frozenset) else (None,)
    if not all(isinstance(name, str) for name in listed):
        raise SpecError.at(where, values, "expected a list of names")


def check_vector(where: str, values: Sequence[float]) -> None:
    """Refuse anything but two finite numbers."""
    listed = isinstance(values, Sequence) or np.ndim(values) == 1
    given = values if isinstance(values, Sequence | np.ndarray) and listed else ()
    if len(given) != 2 or not all(is_finite(value) for value in given):
        raise SpecError.at(where, values, "expected two finite numbers")


def array_of(where: str, values: object, shape: tuple[int, ...]) -> Floats:
    """The values as a float array of a shape; nothing given means zeros."""
    if values is None:
        return np.zeros(shape)
    try:
        array = np.array(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise SpecError.at(where, values, f"expected numbers, {shape}") from None
    if array.shape != shape:
        raise SpecError.at(where, array.shape, f"expected finite numbers, {shape}")
    if not (np.abs(array) <= LARGEST).all():
        worst = float(array.flat[int(np.argmin(np.abs(array) <= LARGEST))])
        words = f"expected finite numbers, {shape}, of at most {LARGEST:g} in size"
        raise SpecError.at(where, worst, words)
    return array
