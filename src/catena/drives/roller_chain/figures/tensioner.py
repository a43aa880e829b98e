"""Motion and force of tension guides and arms over time and by orders."""

from __future__ import annotations

from typing import NamedTuple

from catena.drives.roller_chain.figures.finished_run import (
    drive_of,
    settled,
    shown_from,
)
from catena.drives.roller_chain.layout.tensioner_push import push_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.orders import Turns, turns_of
from catena.results.run import Run

HIGHEST_ORDER = 24.0
LEAST_TURNS = 2
"""Of the driver, for orders."""


class Mover(NamedTuple):
    """A guide with a tensioner or an arm, and what it does."""

    column: int  # of recorded guides, behind which arms stand
    name: str
    force: Axis
    motion: Axis


def movers(spec: Spec) -> list[Mover]:
    """Guides with a tensioner, then arms."""
    piston = Axis("force", "N"), Axis("motion at the piston", "m")
    spring = Axis("moment", "N m"), Axis("turn", "rad")
    guides = [
        Mover(g, part.name, *piston)
        for g, part in enumerate(spec.guide)
        if part.tensioner is not None
    ]
    arms = enumerate(spec.arm, len(spec.guide))
    return guides + [Mover(column, arm.name, *spring) for column, arm in arms]


def tensioner_figures(run: Run) -> list[Figure]:
    """Force of every tensioner and arm over time, force and motion by order."""
    spec, placed = drive_of(run)
    moving = movers(spec)
    if not moving:
        return []
    late, driver = settled(run, spec), spec.leader
    time = run.read("time")
    force, angle = run.read("tensioner_force"), run.read("guide_angle")
    turns = turns_of(run.read("sprocket_angle")[late, driver], LEAST_TURNS)
    since = shown_from(spec)
    found = []
    for one in moving:
        g, way = one.column, angle[:, one.column]
        if g < len(spec.guide):
            part, rail = spec.guide[g], placed.rails[g]
            way = push_of(part, rail, placed.turned[g]).lever * way
        pull = force[:, g]
        found.append(
            Figure(
                f"tensioner_{g + 1}",
                f"Tensioner of {one.name}",
                Axis("time", "s"),
                one.force,
                (Trace(time, pull, one.force.label, emphasis="main"),),
                section="Tensioners",
            )
        )
        for kind, axis, values in (
            ("force", one.force, pull[late]), ("motion", one.motion, way[late])
        ):  # fmt: skip
            title = f"{one.name}: {axis.label} by orders of the driver"
            name = f"tensioner_{kind}_orders_{g + 1}"
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
