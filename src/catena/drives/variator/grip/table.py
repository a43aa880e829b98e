"""Friction on the sheaves of both pulleys as a table."""

from __future__ import annotations

from catena.drives.variator.grip.words import GripPart
from catena.laws.sheave_grip import GRIP
from catena.numerics.records import Rows, table


def grip_table(primary: GripPart, secondary: GripPart) -> Rows:
    """One row per pulley."""
    parts = primary, secondary
    return table(
        GRIP,
        2,
        mu=[part.coefficient for part in parts],
        mu_rest=[part.holding for part in parts],
        fade=[part.fading_speed for part in parts],
        aspect=[part.aspect for part in parts],
        soften=[part.softening_speed for part in parts],
    )
