"""Spans, sprockets and losses over time."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.figures.bearing import bearing_figures
from catena.drives.roller_chain.figures.finished_run import drive_of, settled
from catena.drives.roller_chain.key_numbers import relative_angles
from catena.drives.roller_chain.layout.polygon_lead import polygon_lead
from catena.results.figures import Axis, Figure, Trace
from catena.results.over_time import MOST_POINTS, OverTime, words_along
from catena.results.run import Run

SHOWN_TURNS = 2
"""Turns of the driver over which the transmission error is drawn."""


def motion_figures(run: Run) -> list[Figure]:
    """Span tensions and lateral displacements, speeds, transmission error, losses."""
    seen = OverTime(run)
    beside = "Lateral displacement of the spans"
    return [
        seen.recorded("span_tension", "Tension of the spans", "span", "Spans"),
        seen.recorded("span_swing", beside, "span", "Spans"),
        _speeds(seen),
        _transmission_error(run),
        *bearing_figures(seen),
        seen.losses(words_along(run, "mechanism")),
    ]


def _speeds(seen: OverTime) -> Figure:
    spec, _ = drive_of(seen.run)
    teeth = np.array([part.tooth_count for part in spec.sprocket], dtype=np.float64)
    speed = seen.read("sprocket_speed") * teeth / teeth[spec.leader]
    return seen.figure(
        "speeds",
        "Speeds, brought to the driver by the tooth ratios",
        Axis("speed", "rpm"),
        seen.along(speed * 30.0 / np.pi, "sprocket"),
        "Sprockets",
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
