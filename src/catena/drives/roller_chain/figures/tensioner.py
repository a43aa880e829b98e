"""Motion and force of tension guides, over time and by orders of the driver."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.figures.finished_run import drive_of, settled
from catena.drives.roller_chain.figures.spectrum import amplitude_spectrum
from catena.drives.roller_chain.layout.tensioner_push import push_of
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.run import Run

HIGHEST_ORDER = 24.0


def tensioner_figures(run: Run) -> list[Figure]:
    """For every guide with a tensioner: force over time, force and motion by order."""
    spec, placed = drive_of(run)
    moving = [g for g, part in enumerate(spec.guide) if part.tensioner is not None]
    if not moving:
        return []
    late, driver = settled(run, spec), spec.leader
    time = run.read("time")
    force, angle = run.read("tensioner_force"), run.read("guide_angle")
    turned = run.read("sprocket_angle")[late, driver]
    speed = float((turned[-1] - turned[0]) / (time[late][-1] - time[late][0]))
    found = []
    for g in moving:
        part = spec.guide[g]
        way = push_of(part, placed.rails[g], placed.turned[g]).lever * angle[:, g]
        found.append(
            Figure(
                f"tensioner_{g + 1}",
                f"Tensioner of {part.name}",
                Axis("time", "s"),
                Axis("force", "N"),
                (Trace(time, force[:, g], "force", emphasis="main"),),
                section="Tensioners",
            )
        )
        axes = ("force", "N", force[late, g]), ("motion at the piston", "m", way[late])
        for label, units, values in axes:
            title = f"{part.name}: {label} by orders of the driver"
            name = f"tensioner_{label.split()[0]}_orders_{g + 1}"
            found.append(_orders(name, title, Axis(label, units), time[late], values,
                                 speed))  # fmt: skip
    return found


def _orders(
    name: str, title: str, axis: Axis, time: Floats, values: Floats, speed: float
) -> Figure:
    frequency, amplitude = amplitude_spectrum(time, values)
    order = frequency * 2.0 * np.pi / speed
    shown = (order > 0.25) & (order <= HIGHEST_ORDER)
    marks = tuple(Mark(float(k), f"{k}", group="even orders") for k in (2, 4, 6, 8))
    return Figure(
        name,
        title,
        Axis("order"),
        axis,
        (Trace(order[shown], amplitude[shown], axis.label, "line", "main"),),
        marks,
        caption="Settled part of the run, [Pfeiffer1997] Figs. 11 and 13.",
        section="Tensioners",
    )
