"""Motion and force of tension guides, over time and by orders of the driver."""

from __future__ import annotations

from typing import NamedTuple

from catena.drives.roller_chain.figures.finished_run import (
    drive_of,
    settled,
    shown_from,
)
from catena.drives.roller_chain.layout.tensioner_push import push_of
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.orders import Turns, turns_of
from catena.results.run import Run

HIGHEST_ORDER = 24.0
LEAST_TURNS = 2
"""Of the driver, for orders."""


def tensioner_figures(run: Run) -> list[Figure]:
    """For every guide with a tensioner: force over time, force and motion by order."""
    spec, placed = drive_of(run)
    moving = [g for g, part in enumerate(spec.guide) if part.tensioner is not None]
    if not moving:
        return []
    late, driver = settled(run, spec), spec.leader
    time = run.read("time")
    force, angle = run.read("tensioner_force"), run.read("guide_angle")
    turns = turns_of(run.read("sprocket_angle")[late, driver], LEAST_TURNS)
    since = shown_from(spec)
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
            axis = Axis(label, units)
            found += _orders(turns, values, Named(name, title, axis, since))
    return found


class Named(NamedTuple):
    """What a figure of orders shows."""

    name: str
    title: str
    axis: Axis
    since: str


def _orders(turns: Turns | None, values: Floats, what: Named) -> list[Figure]:
    """Amplitudes over orders of the driver; none of few turns."""
    spectrum = turns.spectrum(values) if turns is not None else None
    if spectrum is None:
        return []
    shown = (spectrum.frequency > 0.25) & (spectrum.frequency <= HIGHEST_ORDER)
    order, amplitude = spectrum.frequency[shown], spectrum.amplitude[shown]
    marks = tuple(Mark(float(k), f"{k}", group="even orders") for k in (2, 4, 6, 8))
    return [
        Figure(
            what.name,
            what.title,
            Axis("order"),
            what.axis,
            (Trace(order, amplitude, what.axis.label, "line", "main"),),
            marks,
            caption=f"{what.since}, sampled anew over the angle of the driver, as "
            "[Pfeiffer1997] Figs. 11 and 13.",
            section="Tensioners",
        )
    ]
