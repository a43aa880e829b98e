"""Names of the coordinates of pulleys with two sheaves."""

from __future__ import annotations

from collections.abc import Sequence

MOTIONS = ("turn", "groove", "slope_x", "slope_y")
"""In the order of the block of sheaves."""


def sheave_names(pulleys: Sequence[str]) -> tuple[str, ...]:
    """Such as ``primary.groove``, all turns first."""
    return tuple(f"{name}.{motion}" for motion in MOTIONS for name in pulleys)
