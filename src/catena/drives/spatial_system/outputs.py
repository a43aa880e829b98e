"""The plots and the moving picture of bodies in space."""

from __future__ import annotations

import numpy as np

from catena.results.figures import Axis, Figure, Trace
from catena.results.run import Run
from catena.results.scene import Scene

MOST_BODIES = 12
"""Bodies drawn in one plot."""
OF_BODIES = (
    ("position", "Places of the bodies", "m"),
    ("velocity", "Velocities of the bodies", "m/s"),
    ("spin", "Turning speeds of the bodies", "rad/s"),
    ("contact_force", "Contact forces on the bodies", "N"),
)


def figures(run: Run) -> list[Figure]:
    """Every plot of a run."""
    time = run.read("time")
    bodies = [str(name) for name in run.catalogue.coordinates["body"].values]
    found = []
    for name, title, units in OF_BODIES:
        values = run.read(name)
        traces = [
            Trace(time, values[:, i, k], f"{body} {axis}")
            for i, body in enumerate(bodies[:MOST_BODIES])
            for k, axis in enumerate("xyz")
            if np.ptp(values[:, i, k]) > 0.0
        ]
        if traces:
            axes = Axis("time", "s"), Axis(run.catalogue[name].label, units)
            found.append(Figure(name, title, *axes, tuple(traces), section="Bodies"))
    kinetic, stored = run.read("kinetic_energy"), run.read("stored_energy")
    lost = run.read("loss").sum(axis=1)
    energies = (
        Trace(time, kinetic, "kinetic"),
        Trace(time, stored - stored[0], "stored, from the start"),
        Trace(time, lost, "lost"),
    )
    found.append(
        Figure("energy", "Where the energy is", Axis("time", "s"), Axis("energy", "J"),
               energies, section="Energy")
    )  # fmt: skip
    return found


def scene(run: Run) -> Scene | None:
    """The moving picture of a run."""
    from catena.drives.spatial_system.picture import picture

    return picture(run) if run.status == "complete" else None
