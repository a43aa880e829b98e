"""Transmission functions and loads of mechanisms as Fourier series of the angle."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from catena.errors import InputError, shown
from catena.numerics.arrays import Floats
from catena.periodic.mechanisms.train_kernels import SeriesTable


@dataclass(frozen=True)
class AngleSeries:
    """``mean + sum_k a_k cos(k phi) + b_k sin(k phi)``, k = 1, 2, 3, ..."""

    cos: tuple[float, ...] = ()
    sin: tuple[float, ...] = ()
    mean: float = 0.0

    def __post_init__(self) -> None:
        values = [self.mean, *self.cos, *self.sin]
        if not np.isfinite(values).all():
            raise InputError(f"series: found {shown(values)}; expected finite numbers")

    @cached_property
    def _terms(self) -> tuple[Floats, Floats]:
        """Orders and complex amplitudes of the terms that are not zero."""
        count = max(len(self.cos), len(self.sin))
        c = np.zeros(count, dtype=complex)
        c[: len(self.cos)] += self.cos
        c[: len(self.sin)] += -1j * np.asarray(self.sin, dtype=float)
        kept = np.nonzero(c)[0]
        return (kept + 1).astype(float), c[kept]

    def table(self) -> SeriesTable:
        """The same series as the kernels take it."""
        orders, c = self._terms
        return SeriesTable(float(self.mean), orders, c.real.copy(), -c.imag)

    def derivatives(self, phi: Floats, count: int) -> list[Floats]:
        """The value and its first ``count - 1`` derivatives by the angle."""
        orders, c = self._terms
        phase = np.multiply.outer(phi, orders)
        cos, sin = np.cos(phase), np.sin(phase)
        curves = []
        for r in range(count):
            a = c * (1j * orders) ** r  # Re(a exp(i k phi))
            curves.append(
                np.einsum("mk,k->m", cos, a.real) - np.einsum("mk,k->m", sin, a.imag)
            )
        curves[0] = curves[0] + self.mean
        return curves

    def at(self, phi: Floats) -> Floats:
        """The value at angles [rad]."""
        return self.derivatives(phi, 1)[0]


def positive(name: str, value: float) -> None:
    """Refuse what is not a positive finite number."""
    if not (np.isfinite(value) and value > 0.0):
        raise InputError(f"{name}: found {shown(value)}; expected a positive number")


def not_negative(name: str, value: float) -> None:
    """Refuse what is negative or not finite."""
    if not (np.isfinite(value) and value >= 0.0):
        raise InputError(f"{name}: found {shown(value)}; expected 0 or more")
