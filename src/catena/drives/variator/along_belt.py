"""Elements or pins of a finished run: over their places along the belt, over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from catena.drives.variator.revolutions import Revolutions
from catena.drives.variator.sections import places_of, section_starts
from catena.geometry.variator import BeltGeometry
from catena.numerics.arrays import Floats
from catena.results.figures import Mark, Trace
from catena.results.run import Run

PER_SECTION = 48
"""Usual bins of the longest section; the others get as many as are equally wide."""
MOST_POINTS = 6000
"""Of a curve over time."""


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


class LastRound:
    """Snapshots of a run during its last revolution, or as much of it as there is."""

    def __init__(self, run: Run, turns: Revolutions) -> None:
        time = np.asarray(run.read("snapshot_time"))
        begin = turns.ends[-2] if turns.count else time[0]
        self._run, first = run, int(np.searchsorted(time, begin))
        self._rows, self.time = slice(first, None), time[first:]

    def read(self, name: str) -> Floats:
        """One of its signals (snapshots, ...)."""
        return np.asarray(self._run.read(name, self._rows), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class ObservedBelt:
    """A finished run, made ready for looking at: its signals, and one round of it."""

    geometry: BeltGeometry
    """As the belt ran during the last revolution."""
    element_count: int
    """Elements of the belt, or links of the chain."""
    revolutions: Revolutions
    signals: Mapping[str, Floats]
    """Over time, by the names of the result file."""
    loss_names: tuple[str, ...]
    round: Any
    """Of all elements, with their places ``x`` and ``y`` (samples, elements) [m]."""

    sections: ClassVar[tuple[str, ...]]
    """Names of wraps and strands from the primary pulley on."""

    @property
    def time(self) -> Floats:
        """Of the samples [s]."""
        return self.signals["time"]

    @property
    def thin(self) -> slice:
        """Samples that a curve over time shows."""
        return slice(None, None, max(1, self.time.size // MOST_POINTS))

    @cached_property
    def place(self) -> Floats:
        """Of all elements in the last round, from the primary entry [m]."""
        return places_of(self.geometry, self.round.x, self.round.y)

    @cached_property
    def bins(self) -> Bins:
        """Pieces of the way to gather elements in."""
        return bins_of(self.geometry)

    @property
    def passing_time(self) -> float:
        """From one passing element to the next [s]."""
        turns = self.revolutions
        lasted = turns.ends[-1] - turns.ends[0] if turns.count else self.time[-1]
        return float(lasted) / (max(turns.count, 1) * self.element_count)

    def section_marks(self) -> tuple[Mark, ...]:
        """Where each section of the belt begins."""
        starts = section_starts(self.geometry)[:4]
        return tuple(
            Mark(float(start), word, group="section")
            for start, word in zip(starts, self.sections, strict=True)
        )

    def revolution_marks(self) -> tuple[Mark, ...]:
        """When each revolution of the belt begins."""
        return tuple(
            Mark(float(end), f"revolution {i + 1}", group="revolution")
            for i, end in enumerate(self.revolutions.ends[:-1])
        )

    def lost_power(self) -> list[Trace]:
        """Power lost by mechanism, mean of a quarter revolution; the largest first."""
        width = 0.25 * self.passing_time * self.element_count
        begin, end = self.time[0] + 0.5 * width, self.time[-1] - 0.5 * width
        time = np.linspace(begin, max(begin, end), 400)
        traces = []
        for word, lost in zip(self.loss_names, self.signals["loss"].T, strict=True):
            ahead = np.interp(time + 0.5 * width, self.time, lost)
            behind = np.interp(time - 0.5 * width, self.time, lost)
            traces.append(Trace(time, (ahead - behind) / width, word))
        return sorted(traces, key=lambda trace: -float(np.mean(trace.y)))
