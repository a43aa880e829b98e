"""A finished run, read and made ready for looking at."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import numpy as np

from catena.drives.pushbelt_cvt.history import belt_turns
from catena.drives.pushbelt_cvt.layout import Layout, layout_of
from catena.drives.pushbelt_cvt.looked import Looked, Round
from catena.drives.pushbelt_cvt.places import pulley_angle
from catena.drives.pushbelt_cvt.revolutions import Revolutions, revolutions_of
from catena.drives.pushbelt_cvt.spec import Spec
from catena.geometry.variator import BeltGeometry
from catena.numerics.arrays import Floats

if TYPE_CHECKING:
    from catena.results.run import Run


def drive_of(run: Run) -> tuple[Spec, Layout]:
    """The specification of a run and the layout that follows from it."""
    spec = Spec.model_validate(tomllib.loads(run.spec_text))
    return spec, layout_of(spec)


def look(run: Run, placed: Layout) -> Looked:
    """Everything the figures need of a run."""
    time = run.read("time")
    turns = revolutions_of(
        time, belt_turns(time, run.read("belt_speed"), placed.centre_line.length)
    )
    shown = last_round(run, turns)
    return Looked(
        geometry=running_geometry(placed, shown),
        rocking_depth=placed.depth,
        element_count=placed.data.element.count,
        revolutions=turns,
        time=time,
        speed=run.read("pulley_speed"),
        torque=run.read("belt_torque"),
        thrust=run.read("axial_force"),
        shaft_x=run.read("bearing_force_x"),
        shaft_y=run.read("bearing_force_y"),
        work=run.read("shaft_work"),
        loss=run.read("loss"),
        loss_names=tuple(str(n) for n in run.layout.coordinates["mechanism"].values),
        round=shown,
    )


def last_round(run: Run, turns: Revolutions) -> Round:
    """All elements and the ring during the last revolution."""
    time = run.read("snapshot_time")
    begin = turns.ends[-2] if turns.count else time[0]
    rows = slice(int(np.searchsorted(time, begin)), None)

    def read(name: str) -> Floats:
        return np.asarray(run.read(name, rows), dtype=np.float64)

    return Round(
        time=time[rows],
        x=read("element_x"),
        y=read("element_y"),
        flank_normal=2.0 * read("flank_force"),
        flank_travel=2.0 * read("flank_friction_travel"),
        flank_outward=2.0 * read("flank_friction_outward"),
        push=read("rocking_force") + read("top_force") + read("bottom_force"),
        ring_normal=read("saddle_force"),
        ring_friction=read("ring_friction"),
        tension=read("ring_tension"),
        rocking_gap=read("rocking_gap"),
        top_gap=read("top_gap"),
        knot_x=read("ring_x"),
        knot_y=read("ring_y"),
    )


def running_geometry(placed: Layout, shown: Round) -> BeltGeometry:
    """Mean radii of the ring in the pulleys, which may have moved since the start."""
    start, distance = placed.start, placed.data.centre_distance
    nominal = BeltGeometry(start.radius_primary, start.radius_secondary, distance)
    radii = []
    for pulley, wrap in enumerate((nominal.wrap_i, nominal.wrap_o)):
        angle = pulley_angle(nominal, pulley, shown.knot_x, shown.knot_y)
        inner = np.abs(angle - 0.5 * wrap) < 0.3 * wrap  # off entry and exit
        centre = distance if pulley else 0.0
        radius = np.hypot(shown.knot_x - centre, shown.knot_y)[inner]
        radii.append(float(radius.mean()))
    return BeltGeometry(radii[0], radii[1], distance)
