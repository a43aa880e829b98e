"""A finished run, read and made ready for looking at."""

from __future__ import annotations

import tomllib

import numpy as np

from catena.drives.pushbelt_cvt.figures.revolution import Observed, Round
from catena.drives.pushbelt_cvt.layout.placement import Layout, layout_of
from catena.drives.pushbelt_cvt.layout.rolling import rolling_of
from catena.drives.pushbelt_cvt.signals import KEPT, OF_PLAY
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.variator.along_belt import LastRound
from catena.drives.variator.revolutions import Revolutions, belt_turns, revolutions_of
from catena.errors import ResultError
from catena.geometry.variator import BeltGeometry
from catena.numerics.arrays import Floats
from catena.results.run import Run

FEWEST_SNAPSHOTS = 8
"""Below, nothing can be drawn."""
LATER = {channel.name: channel.dims for channel in OF_PLAY}
"""Signals that older files lack, with their dimensions."""


def drive_of(run: Run) -> tuple[Spec, Layout]:
    """The specification of a run and the layout that follows from it."""
    spec = Spec.model_validate(tomllib.loads(run.spec_text))
    return spec, layout_of(spec)


def observed(run: Run) -> Observed:
    """A run of a variator, ready for looking at.

    Raises:
        ResultError: the run is of another drive, or has too few snapshots.
    """
    if run.attributes.get("drive") != "pushbelt_cvt":
        raise ResultError(f"{run.path}: is no run of a pushbelt_cvt")
    if run.samples.get("snapshot", 0) < FEWEST_SNAPSHOTS:
        raise ResultError(
            f"{run.path}: has {run.samples.get('snapshot', 0)} snapshots of its "
            f"elements; {FEWEST_SNAPSHOTS} are needed"
        )
    return observe(run, drive_of(run)[1])


def observe(run: Run, placed: Layout) -> Observed:
    """Everything the figures need of a run."""
    signals = {name: run.read(name) for name in KEPT if name not in LATER}
    signals |= {name: _read_or_nan(run, name) for name in LATER}
    time, length = signals["time"], placed.centre_line.length
    turns = revolutions_of(time, belt_turns(time, signals["belt_speed"], length))
    shown = last_round(run, turns)
    late = signals["snapshot_time"] >= shown.time[0]
    radii = signals["running_radius"][late].mean(axis=0)
    distance = placed.data.centre_distance
    return Observed(
        geometry=BeltGeometry(float(radii[0]), float(radii[1]), distance),
        rolling=rolling_of(placed),
        element_count=placed.data.element.count,
        revolutions=turns,
        signals=signals,
        loss_names=tuple(str(n) for n in run.catalogue.coordinates["mechanism"].values),
        round=shown,
    )


def _read_or_nan(run: Run, name: str) -> Floats:
    """A signal over snapshots, NaN in files older than it: plots leave it out."""
    if name in run.names:
        return run.read(name)
    shape = [run.samples["snapshot"], run.read("pulley").size]
    return np.full(shape[: len(LATER[name])], np.nan)


def last_round(run: Run, turns: Revolutions) -> Round:
    """All elements and the ring during the last revolution."""
    found = LastRound(run, turns)
    read = found.read
    return Round(
        time=found.time,
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
