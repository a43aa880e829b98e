"""Spans, sprockets and losses over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catena.drives.roller_chain.figures.bearing import bearing_figures
from catena.drives.roller_chain.figures.finished_run import drive_of, names, settled
from catena.drives.roller_chain.key_numbers import relative_angles
from catena.drives.roller_chain.layout.polygon_lead import polygon_lead
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

if TYPE_CHECKING:
    from catena.results.run import Run

MOST_POINTS = 8000
SHOWN_TURNS = 2
"""Turns of the driver over which the transmission error is drawn."""


def motion_figures(run: Run) -> list[Figure]:
    """Span tensions and lateral displacements, speeds, transmission error, losses."""
    time = run.read("time")
    thin = slice(None, None, max(1, time.size // MOST_POINTS))
    t = time[thin]
    return [
        _over_time(run, t, thin, "span_tension", "Tension of the spans", "N"),
        _over_time(
            run, t, thin, "span_swing", "Lateral displacement of the spans", "m"
        ),
        _speeds(run, t, thin),
        _transmission_error(run),
        *bearing_figures(run, t, thin),
        _losses(run, t, thin),
    ]


def _over_time(
    run: Run, t: Floats, thin: slice, name: str, title: str, units: str
) -> Figure:
    values = run.read(name)[thin]
    label = run.catalogue[name].label
    traces = [Trace(t, values[:, i], word) for i, word in enumerate(names(run, "span"))]
    axes = Axis("time", "s"), Axis(label, units)
    return Figure(name, title, *axes, tuple(traces), section="Spans")


def _speeds(run: Run, t: Floats, thin: slice) -> Figure:
    spec, _ = drive_of(run)
    driver = spec.leader
    teeth = np.array([part.tooth_count for part in spec.sprocket], dtype=np.float64)
    speed = run.read("sprocket_speed")[thin] * teeth / teeth[driver]
    traces = [
        Trace(t, speed[:, j] * 30.0 / np.pi, word)
        for j, word in enumerate(names(run, "sprocket"))
    ]
    return Figure(
        "speeds",
        "Speeds, brought to the driver by the tooth ratios",
        Axis("time", "s"),
        Axis("speed", "rpm"),
        tuple(traces),
        section="Sprockets",
    )


def _transmission_error(run: Run) -> Figure:
    spec, placed = drive_of(run)
    late, driver = settled(run, spec), spec.leader
    angle = run.read("sprocket_angle")[late]
    angle = angle[angle[:, driver] >= angle[-1, driver] - 2.0 * np.pi * SHOWN_TURNS]
    step = max(1, len(angle) // MOST_POINTS)
    error = relative_angles(spec, angle, driver)[::step]
    error = error - error.mean(axis=0)
    teeth = angle[::step, driver] * spec.sprocket[driver].tooth_count / (2.0 * np.pi)
    traces = [
        Trace(teeth - teeth[0], error[:, j], part.name)
        for j, part in enumerate(spec.sprocket)
        if j != driver
    ]
    exact = polygon_lead(spec, placed, angle[::step, driver])
    if exact is not None:
        name = f"exact polygon, {spec.sprocket[exact[0]].name}"
        place = teeth - teeth[0]
        traces.append(Trace(place, exact[1], name, "line", "reference"))
    return Figure(
        "transmission_error",
        "Transmission error",
        Axis("teeth of the driver passed"),
        Axis("angle ahead of the tooth ratio", "rad"),
        tuple(traces),
        caption="The last two turns of the driver. Dashed: rigid links and rollers "
        "held on the pitch circles, the exact four-bar linkage of the strand that "
        "pulls at the driver.",
        section="Sprockets",
    )


def _losses(run: Run, t: Floats, thin: slice) -> Figure:
    loss = run.read("loss")[thin]
    traces = [
        Trace(t, loss[:, i], word)
        for i, word in enumerate(names(run, "mechanism"))
        if np.ptp(loss[:, i]) > 0.0
    ]
    traces = traces or [Trace(t, loss.sum(axis=1), "all")]
    return Figure(
        "losses",
        "Energy lost",
        Axis("time", "s"),
        Axis("energy lost so far", "J"),
        tuple(traces),
        section="Energy",
    )
