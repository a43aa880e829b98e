"""Quantities of all elements gathered over their places along the belt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.variator.sections import section_starts
from catena.geometry.variator import BeltGeometry
from catena.numerics.arrays import Floats

PER_SECTION = 48
"""Usual bins of the longest section; the others get as many as are equally wide."""


@dataclass(frozen=True)
class Bins:
    """Pieces of the belt's way, cut so that none lies across two sections."""

    edges: Floats
    """(bins + 1,) [m]."""

    @property
    def middle(self) -> Floats:
        """Of each piece [m]."""
        middle: Floats = 0.5 * (self.edges[1:] + self.edges[:-1])
        return middle

    def index(self, place: Floats) -> np.ndarray:
        """Which piece places lie in."""
        found = np.searchsorted(self.edges, place, side="right") - 1
        return np.clip(found, 0, self.edges.size - 2)

    def mean(self, place: Floats, values: Floats) -> Floats:
        """Mean of values at places in each piece; NaN where there was none."""
        where, size = self.index(place).ravel(), self.edges.size - 1
        kept = np.isfinite(values).ravel()
        total = np.bincount(where[kept], values.ravel()[kept].astype(float), size)
        count = np.bincount(where[kept], minlength=size)
        with np.errstate(invalid="ignore"):
            mean: Floats = np.where(count > 0, total / count, np.nan)
        return mean

    def extremes(self, place: Floats, values: Floats) -> tuple[Floats, Floats]:
        """Least and largest value in each piece; NaN where there was none."""
        where, size = self.index(place).ravel(), self.edges.size - 1
        low, high = np.full(size, np.inf), np.full(size, -np.inf)
        np.minimum.at(low, where, values.ravel().astype(float))
        np.maximum.at(high, where, values.ravel().astype(float))
        seen = np.isfinite(low)
        return np.where(seen, low, np.nan), np.where(seen, high, np.nan)


def bins_of(geometry: BeltGeometry, width: float | None = None) -> Bins:
    """Pieces for a belt, about as wide as stated [m]."""
    starts = section_starts(geometry)
    lengths = np.diff(starts)
    width = width or float(lengths.max()) / PER_SECTION
    edges = [
        np.linspace(a, b, max(2, round(length / width)) + 1)[:-1]
        for a, b, length in zip(starts[:-1], starts[1:], lengths, strict=True)
    ]
    return Bins(np.concatenate([*edges, starts[-1:]]))
