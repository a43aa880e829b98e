"""What the bearings of sprockets and the pivots of guides carry, and climbing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catena.drives.roller_chain.figures.finished_run import names
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

if TYPE_CHECKING:
    from catena.results.run import Run


def bearing_figures(run: Run, t: Floats, thin: slice) -> list[Figure]:
    """Sizes of the forces on bearings and pivots, and how high rollers climb."""
    forces = [
        Trace(t, values, word)
        for word, values in _sizes(run, "bearing_force", "sprocket", thin)
    ]
    if "guide" in run.catalogue.sizes:
        moving = np.ptp(run.read("guide_angle"), axis=0) > 0.0
        pivots = _sizes(run, "pivot_force", "guide", thin)
        forces += [
            Trace(t, values, word)
            for on, (word, values) in zip(moving, pivots, strict=True)
            if on
        ]
    climb = run.read("roller_climb")[thin]
    climbs = [Trace(t, climb[:, j], w) for j, w in enumerate(names(run, "sprocket"))]
    return [
        Figure(
            "bearing_forces",
            "Forces on bearings and pivots",
            Axis("time", "s"),
            Axis("force", "N"),
            tuple(forces),
            caption="Pivots carry chain and tensioner; a tensioner stated by its lever "
            "pushes at right angles to the line from the pivot to the middle of the "
            "rail.",
            section="Sprockets",
        ),
        Figure(
            "roller_climb",
            "Height of the rollers on the teeth",
            Axis("time", "s"),
            Axis("highest pressed roller above the pitch circle", "m"),
            tuple(climbs),
            section="Sprockets",
        ),
    ]


def _sizes(run: Run, name: str, dim: str, thin: slice) -> list[tuple[str, Floats]]:
    """Name and size of the force of every bearing."""
    size = np.hypot(run.read(f"{name}_x")[thin], run.read(f"{name}_y")[thin])
    return [(word, size[:, j]) for j, word in enumerate(names(run, dim))]
