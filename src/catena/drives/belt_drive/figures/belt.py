"""Plots of a belt drive: tensions, slip, vibration of spans, arms, losses."""

from __future__ import annotations

from typing import cast

import numpy as np

from catena.drives.belt_drive.figures.orders import order_figures
from catena.drives.belt_drive.figures.runup import runup_figures
from catena.drives.belt_drive.layout import Layout, layout_of
from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.theory import span_frequency
from catena.drives.loading import loads
from catena.geometry.bend import bend_of
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.harmonics import amplitude_spectrum
from catena.results.over_time import OverTime, words_along
from catena.results.run import Run

HIGHEST_FREQUENCY = 8.0
"""Of spectra, over the lowest frequency of a span."""


def drive_of(run: Run) -> tuple[Spec, Layout]:
    """Specification and layout of a run."""
    spec = cast(Spec, loads(run.spec_text))
    return spec, layout_of(spec)


def belt_figures(run: Run) -> list[Figure]:
    """Every plot of a run."""
    spec, placed = drive_of(run)
    seen = OverTime(run)
    places, causes = words_along(run, "place"), words_along(run, "cause")
    figures = [
        seen.recorded("span_tension", "Tension of the spans", "span", "Spans"),
        *_along(run, spec, placed),
        _slip(seen, spec, placed),
        _arcs(seen),
        seen.recorded("belt_torque", "Torque of the belt on the pulleys", "pulley",
                      "Pulleys"),
        _hub_forces(seen),
        seen.recorded("span_displacement", "Lateral displacement of the spans", "span",
                      "Spans"),
        *_spectrum(run, spec, placed),
        *order_figures(run, spec, placed),
        *runup_figures(run, spec, placed, words_along(run, "span")),
        seen.losses([f"{place}, {cause}" for place in places for cause in causes]),
    ]  # fmt: skip
    if spec.tensioner:
        title = "Motion of the tensioners"
        figures.append(seen.recorded("arm_angle", title, "arm", "Tensioners"))
    return figures


def _along(run: Run, spec: Spec, placed: Layout) -> list[Figure]:
    """Tension and curvature around the loop, mean over the frames."""
    x, y = run.read("frame_knot_x"), run.read("frame_knot_y")
    pull = run.read("frame_tension")
    path = placed.path
    grid = np.linspace(0.0, path.length, 400, endpoint=False)
    points = path.points(grid)
    tension, bend = np.zeros(grid.size), np.zeros(grid.size)
    some = np.linspace(0, len(x) - 1, min(len(x), 40)).astype(int)
    for row in some:
        apart = np.hypot(
            x[row][None, :] - points[:, :1], y[row][None, :] - points[:, 1:]
        )
        nearest = apart.argmin(axis=1)
        tension += pull[row][nearest] / some.size
        bend += bend_of(x[row].astype(float), y[row].astype(float))[nearest] / some.size
    marks, starts = [], path.starts()
    for owner, begin, length in zip(path.owner, starts, path.curve.length, strict=True):
        if owner >= 0:
            marks.append(Mark(float(begin), path.items[owner].name, group="onto"))
            marks.append(Mark(float(begin + length), "", group="off"))
    place, mean = Axis("place along the path", "m"), "mean over time"
    return [
        Figure(
            "tension_along", "Tension around the loop", place, Axis("tension", "N"),
            (Trace(grid, tension, mean),), tuple(marks), section="Spans",
            caption="Mean over the frames of the picture. On a pulley the tension "
            "stays where the belt sticks and changes where it slides, before it runs "
            "off.",
        ),
        Figure(
            "curvature_along", "Bending around the loop", place,
            Axis("curvature", "1/m"), (Trace(grid, bend, mean),), tuple(marks),
            section="Spans",
            caption="Mean over the frames of the picture, of the circles through "
            "neighbouring knots; above 0 the belt bends left. The moment is the "
            f"curvature times {spec.belt.bending_stiffness:.4g} N m^2.",
        ),
    ]  # fmt: skip


def _slip(seen: OverTime, spec: Spec, placed: Layout) -> Figure:
    lead = spec.leader
    rim = seen.read("rim_speed") * np.array([wheel.radius for wheel in placed.wheels])
    base = np.where(np.abs(rim[:, lead]) > 0.0, rim[:, lead], np.nan)
    traces = seen.along(100.0 * (1.0 - rim / base[:, None]), "pulley")
    return seen.figure(
        "speed_loss", "Speed loss against the leading pulley", Axis("speed loss", "%"),
        traces[:lead] + traces[lead + 1 :], "Pulleys",
        caption="Rim speeds on the cord radius. The mean is creep of the elastic belt "
        "and slip; the swing about it is torsional vibration.",
    )  # fmt: skip


def _arcs(seen: OverTime) -> Figure:
    arc, sliding = seen.read("contact_arc"), seen.read("sliding_arc")
    share = np.divide(sliding, arc, out=np.zeros_like(sliding), where=arc > 0.0)
    return seen.figure(
        "sliding_share", "Sliding share of the contact arcs",
        Axis("sliding share", "1"), seen.along(share, "pulley"), "Pulleys",
        marks=(Mark(1.0, "gross slip", "y"),),
    )  # fmt: skip


def _hub_forces(seen: OverTime) -> Figure:
    force = np.hypot(seen.read("hub_force_x"), seen.read("hub_force_y"))
    y = Axis("force of the belt on the hub", "N")
    return seen.figure("hub_force", "Hub loads", y, seen.along(force, "pulley"),
                       "Pulleys")  # fmt: skip


def _spectrum(run: Run, spec: Spec, placed: Layout) -> list[Figure]:
    late = run.read("time") >= spec.solve.settled
    time = run.read("time")[late]
    if time.size < 64:
        return []
    step = float(time[-1] - time[0]) / (time.size - 1)
    pull = np.nanmean(run.read("span_tension")[late], axis=0)
    speed = float(np.mean(run.read("rim_speed")[late][:, spec.leader]))
    travel, belt = speed * placed.wheels[spec.leader].radius, spec.belt
    found = [
        span_frequency(span.length, float(pull[i]), travel, belt.mass_per_length,
                       belt.bending_stiffness)
        for i, span in enumerate(placed.path.spans)
    ]  # fmt: skip
    lowest = min((f for f in found if f > 0.0), default=0.1 / step)
    top = min(HIGHEST_FREQUENCY * lowest, 0.5 / step)
    traces = []
    beside = run.read("span_displacement")[late]
    for i, word in enumerate(words_along(run, "span")):
        clean = np.nan_to_num(beside[:, i] - np.nanmean(beside[:, i]))
        spectrum = amplitude_spectrum(clean, step, "hann")
        shown = (spectrum.frequency <= top) & (spectrum.frequency > 0.0)
        traces.append(Trace(spectrum.frequency[shown], spectrum.amplitude[shown], word))
    marks = [Mark(speed / (2.0 * np.pi), "leader", group="turn of a pulley")]
    marks.append(Mark(travel / placed.path.length, "belt", group="belt turn"))
    for f, span in zip(found, placed.path.spans, strict=True):
        marks.append(Mark(f, span.start, group="string behind a pulley"))
        marks.append(Mark(2.0 * f, "", group="parametric resonance"))
    return [
        Figure(
            "span_spectrum", "Spectrum of the lateral displacement",
            Axis("frequency", "Hz"), Axis("amplitude", "m", log=True), tuple(traces),
            tuple(mark for mark in marks if 0.0 < mark.value <= top), section="Spans",
            caption=f"From {spec.solve.settled:.3g} s on, Hann window. Strings: first "
            "transverse frequency of each span, named after the pulley before it, "
            "under its mean tension and speed. A tension that pulses at twice that "
            "frequency excites it parametrically.",
        )
    ]  # fmt: skip
