"""How a number is held against its limit."""

from __future__ import annotations

from catena.results.health import Check

LARGEST_DEFECT = 1e-6
LARGEST_STEP_SENSITIVITY = 1e-6


def checked(name: str, label: str, value: float, limit: float, note: str = "") -> Check:
    """A comparison that a result rests on; not-a-number never passes."""
    return Check(name, label, float(value), limit, bool(value <= limit), note)
