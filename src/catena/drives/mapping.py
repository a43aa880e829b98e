"""What of a drive can be mapped: its axes, and the numbers drawn over them.

A room that declares the verb ``map`` (`catena.drives.verbs`) gives a function from a
specification to `Maps`; it refuses what cannot be mapped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from catena.spec.parts import DriveSpec

Limit = Callable[["DriveSpec", Mapping[str, Any]], float]
"""The value a share is taken of, at given values of the other keys."""


@dataclass(frozen=True)
class MapAxis:
    """One quantity a map goes over."""

    word: str
    """What a user writes before the values: ``ratio``."""
    key: str
    """The key of the file it sets: ``start.ratio``."""
    label: str
    """What the axis of a figure says."""
    limit: Limit | None = None
    """If given, values are shares of this limit and not values of the key."""
    limit_word: str = ""
    """What the line of the limit is called, such as ``slip limit``."""


@dataclass(frozen=True)
class MapQuantity:
    """A key number that is drawn over the axes."""

    name: str
    title: str
    label: str
    units: str = "1"


@dataclass(frozen=True)
class Maps:
    """What of one drive can be mapped."""

    spec: DriveSpec
    """The drive as its points run: with as few records as the map needs."""
    complete: DriveSpec
    """The drive with everything the file records."""
    axes: tuple[MapAxis, ...]
    quantities: tuple[MapQuantity, ...]
