"""How much offset a chain survives, before a run."""

from __future__ import annotations

import math

from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError

LARGEST_SLOPE = math.radians(12.0)
"""Angle of a span against the planes of its wheels that is refused [rad]."""


def check_offsets(spec: Spec) -> None:
    """Refuse offsets that no chain survives, and say what would be allowed.

    A link that enters a tooth askew by more than its plates leave room for cannot pass.
    """
    count = len(spec.sprocket)
    for j, part in enumerate(spec.sprocket):
        other = spec.sprocket[(j + 1) % count]
        rise = abs(other.offset - part.offset)
        length = math.dist(part.centre, other.centre)
        slope = math.atan2(rise, length)
        if slope > LARGEST_SLOPE:
            raise GeometryError(
                f"span {part.name} to {other.name}: an offset of {1e3 * rise:.4g} mm "
                f"over {1e3 * length:.4g} mm leads the chain {math.degrees(slope):.3g} "
                f"deg askew; expected at most {math.degrees(LARGEST_SLOPE):.3g} deg, "
                f"{1e3 * length * math.tan(LARGEST_SLOPE):.3g} mm here"
            )
