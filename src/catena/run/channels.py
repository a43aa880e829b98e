"""Channels: what a run records, declared once; file catalogue and records follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from catena.results.catalogue import Catalogue, Coordinate, Variable
from catena.results.events import with_events

Take = Literal["now", "mean", "peak", "sum"]
"""Value of the instant; mean or largest since the record before; total so far."""

FLOAT32_DIGITS = 24
"""Binary digits of a float32, the leading one that is not stored among them."""


@dataclass(frozen=True)
class Channel:
    """One recorded quantity."""

    name: str
    unit: str
    meaning: str
    dims: tuple[str, ...] = ("time",)
    source: str = ""
    """Table of samples it is read from; empty where the drive derives it."""
    index: int | None = None
    """Column of the table; None takes all of it."""
    pick: str = ""
    """Name of the choice of bodies along the last axis; empty takes all."""
    factor: str = ""
    """Name of what the values are multiplied by; empty leaves them."""
    take: Take = "now"
    symbol: str = ""
    paper: str = ""
    """Key of the paper that defines it, such as ``"[Pfeiffer1997] sec. 4.2"``."""
    dtype: str = "float64"
    gaps: bool = False
    """Whether NaN may stand where there is no value."""
    bits: int = 0
    """Binary digits that a float32 keeps, so that it packs well; 0 keeps all 24."""
    contact: str = ""
    """Of a force of contacts over bodies: what the event list calls them, with ``{}``
    for the body, such as ``"roller {} on teeth"``."""

    def variable(self) -> Variable:
        """The quantity as the result file knows it."""
        return Variable(
            self.name,
            self.dims,
            self.unit,
            self.meaning,
            self.symbol,
            self.paper,
            self.dtype,
            self.gaps,
            self.take if self.dims else "",
            contact=self.contact,
        )


def total(
    name: str, unit: str, meaning: str, index: int, take: Take = "now", symbol: str = ""
) -> Channel:
    """A number of the whole drive, from the column of the table ``total``."""
    return Channel(
        name, unit, meaning, ("time",), "total", index, take=take, symbol=symbol
    )


def catalogue_of(
    channels: Iterable[Channel],
    axes: Mapping[str, Coordinate | int | None],
    logged: Iterable[str] = (),
) -> Catalogue:
    """The result file of some channels, with an event list.

    Args:
        channels: What is recorded.
        axes: Every dimension with its names, its size, or None where it grows.
        logged: Names of pairs whose events kernels log.
    """
    sizes: dict[str, int | None] = {}
    coordinates = {}
    for name, axis in axes.items():
        if isinstance(axis, Coordinate):
            sizes[name], coordinates[name] = len(axis.values), axis
        else:
            sizes[name] = axis
    catalogue = Catalogue(sizes, coordinates, tuple(c.variable() for c in channels))
    return with_events(catalogue, logged)


def gathered(
    channels: Iterable[Channel],
    samples: Any,
    picks: Mapping[str, Any] | None = None,
    factors: Mapping[str, Any] | None = None,
) -> dict[str, NDArray[Any]]:
    """The records of all channels that have a source, by their names.

    Args:
        channels: What is recorded.
        samples: Tables by attribute, each (rows, columns, ...).
        picks: Choices of bodies along the last axis, by name.
        factors: What values are multiplied by, by name.
    """
    found = {}
    for channel in channels:
        if not channel.source:
            continue
        values = getattr(samples, channel.source)
        if channel.index is not None:
            values = values[:, channel.index]
        if channel.pick:
            values = values[..., (picks or {})[channel.pick]]
        if channel.factor:
            values = (factors or {})[channel.factor] * values
        found[channel.name] = rounded(values, channel.bits) if channel.bits else values
    return found


def rounded(values: NDArray[Any], bits: int) -> NDArray[Any]:
    """Numbers as float32 with so many binary digits; the rest are zeros.

    The relative error is at most 2^-bits.
    """
    raw = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
    cut = FLOAT32_DIGITS - bits
    half, kept = np.uint32(1 << (cut - 1)), np.uint32(0xFFFFFFFF << cut & 0xFFFFFFFF)
    short = ((raw + half) & kept).view(np.float32)
    whole: NDArray[Any] = np.where(np.isfinite(values), short, values)
    return whole.astype(np.float32)
