"""What the bearings of sprockets and the pivots of guides carry, and climbing."""

from __future__ import annotations

import numpy as np

from catena.results.figures import Axis, Figure, Trace
from catena.results.over_time import OverTime


def bearing_figures(seen: OverTime) -> list[Figure]:
    """Sizes of the forces on bearings and pivots, and how high rollers climb."""
    forces = _sizes(seen, "bearing_force", "sprocket")
    if "guide" in seen.run.catalogue.sizes:
        moving = np.ptp(seen.run.read("guide_angle"), axis=0) > 0.0
        pivots = _sizes(seen, "pivot_force", "guide")
        forces += [one for on, one in zip(moving, pivots, strict=True) if on]
    return [
        seen.figure(
            "bearing_forces",
            "Forces on bearings and pivots",
            Axis("force", "N"),
            forces,
            "Sprockets",
            caption="Pivots carry chain and tensioner; a tensioner stated by its lever "
            "pushes at right angles to the line from the pivot to the middle of the "
            "rail.",
        ),
        seen.figure(
            "roller_climb",
            "Height of the rollers on the teeth",
            Axis("highest pressed roller above the pitch circle", "m"),
            seen.along(seen.read("roller_climb"), "sprocket"),
            "Sprockets",
        ),
    ]


def _sizes(seen: OverTime, name: str, dim: str) -> list[Trace]:
    """Size of the force of every bearing."""
    return seen.along(np.hypot(seen.read(f"{name}_x"), seen.read(f"{name}_y")), dim)
