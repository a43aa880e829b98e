"""Names of both pulleys of a variator, and of their coordinates."""

from __future__ import annotations

from collections.abc import Sequence

PULLEYS = ("primary", "secondary")
MOTIONS = ("turn", "groove", "slope_x", "slope_y")
"""Of a pulley, in the order of the block of sheaves."""


def sheave_names(pulleys: Sequence[str]) -> tuple[str, ...]:
    """Such as ``primary.groove``, all turns first."""
    return tuple(f"{name}.{motion}" for motion in MOTIONS for name in pulleys)


def shaft_names(pulleys: Sequence[str]) -> tuple[str, ...]:
    """Coordinates of shafts in elastic bearings."""
    return tuple(f"{name}.{axis}" for axis in ("x", "y", "held") for name in pulleys)
