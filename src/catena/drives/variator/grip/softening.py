"""What a run with softened friction says of itself."""

from __future__ import annotations

from collections.abc import Sequence

from catena.drives.variator.grip.words import GripPart
from catena.drives.variator.sheave_names import PULLEYS


def softening_warnings(
    grips: Sequence[GripPart], subject: str, speed: float
) -> list[str]:
    """What a run with softened friction says, at the speed of its belt [m/s]."""
    found = []
    for name, grip in zip(PULLEYS, grips, strict=True):
        soft = grip.softening_speed
        if soft > 0.0:
            share = f", {soft / speed:.2%} of its speed" if speed > 0.0 else ""
            found.append(
                f"friction on the {name} pulley is softened: where the {subject} would "
                f"stick it creeps by up to {1e3 * soft:.3g} mm/s{share}, which biases "
                "thrust and slip; catena variator FILE --friction measures by how much"
            )
    return found
