"""Fourier series of vectors and matrices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import InputError, shown
from catena.numerics.arrays import Floats

Harmonic = tuple[int, ArrayLike, ArrayLike]
"""(order, cosine coefficient, sine coefficient)."""
LARGEST_ORDER = 100_000


@dataclass(frozen=True)
class FourierMatrix:
    """``mean + sum_k cos_k cos(k phi) + sin_k sin(k phi)``, any array shape."""

    mean: Floats
    orders: Floats  # (h,)
    cos: Floats  # (h, ...)
    sin: Floats  # (h, ...)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of one value."""
        return self.mean.shape

    def at(self, angle: Floats) -> Floats:
        """Values (m, ...) at angles (m,)."""
        phase = np.multiply.outer(angle, self.orders)
        size = self.mean.size
        flat: Floats = np.cos(phase) @ self.cos.reshape(-1, size)
        flat += np.sin(phase) @ self.sin.reshape(-1, size)
        flat += self.mean.reshape(size)
        return flat.reshape(len(angle), *self.shape)


def fourier_matrix(
    name: str, value: Any, shape: tuple[int, ...] | None
) -> FourierMatrix:
    """A constant array or (mean, harmonics) as a series; refuses what is not one."""
    mean, harmonics = value if _is_pair(value) else (value, ())
    centre = _numbers(name, mean, shape)
    orders = [_order(name, harmonic) for harmonic in harmonics]
    parts = [_pair(name, h, centre.shape) for h in harmonics]
    empty = np.zeros((0, *centre.shape))
    return FourierMatrix(
        centre,
        np.asarray(orders, dtype=float),
        np.array([cos for cos, _ in parts]) if parts else empty,
        np.array([sin for _, sin in parts]) if parts else empty,
    )


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and not np.isscalar(value[1])


def _order(name: str, harmonic: Harmonic) -> int:
    order = harmonic[0]
    if order != int(order) or not 1 <= order <= LARGEST_ORDER:
        raise InputError(
            f"{name}: found harmonic order {shown(order)}; expected a whole number "
            f"from 1 to {LARGEST_ORDER}"
        )
    return int(order)


def _pair(
    name: str, harmonic: Harmonic, shape: tuple[int, ...]
) -> tuple[Floats, Floats]:
    return _numbers(name, harmonic[1], shape), _numbers(name, harmonic[2], shape)


def _numbers(name: str, value: ArrayLike, shape: tuple[int, ...] | None) -> Floats:
    try:
        array = np.array(value, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{name}: found {shown(value)}; expected numbers") from None
    if shape is not None and array.shape != shape:
        raise InputError(f"{name}: found shape {array.shape}; expected {shape}")
    if not np.isfinite(array).all():
        raise InputError(f"{name}: found {shown(value)}; expected finite numbers")
    return array
