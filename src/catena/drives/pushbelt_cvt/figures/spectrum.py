"""Spectra of what bearings and shafts feel, with the element-passing frequency."""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt.figures.revolution import Observed
from catena.drives.variator.sheave_names import PULLEYS
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.harmonics import amplitude_spectrum

SECTION = "Spectra"
HIGHEST_ORDER = 3.2
"""Of the element-passing frequency that is shown."""
FEWEST_SAMPLES = 256


def spectrum_figures(seen: Observed) -> list[Figure]:
    """Bearing forces and secondary torque after the first revolution."""
    turns = seen.revolutions
    begin = turns.ends[1] if turns.count > 1 else seen.time[0]
    late = seen.time >= begin
    time = seen.time[late]
    if time.size < FEWEST_SAMPLES:
        return []
    step = float(time[-1] - time[0]) / (time.size - 1)
    marks = _marks(seen, late)
    highest = min(HIGHEST_ORDER / seen.passing_time, 0.5 / step)
    return [
        _figure("bearing_spectrum", "Spectrum of the bearing forces", Axis(
            "amplitude", "N", log=True), seen.bearing[late], step, highest,
            marks),
        _figure("torque_spectrum", "Spectrum of the belt's torques", Axis(
            "amplitude", "N m", log=True), seen.signals["belt_torque"][late], step,
            highest, marks),
    ]  # fmt: skip


def _figure(
    name: str,
    title: str,
    axis: Axis,
    values: Floats,
    step: float,
    highest: float,
    marks: tuple[Mark, ...],
) -> Figure:
    traces = []
    for p, word in enumerate(PULLEYS):
        signal = values[:, p] - values[:, p].mean()
        spectrum = amplitude_spectrum(signal, step, "hann")
        shown = (spectrum.frequency > 0.0) & (spectrum.frequency <= highest)
        traces.append(Trace(spectrum.frequency[shown], spectrum.amplitude[shown], word))
    return Figure(
        name,
        title,
        Axis("frequency", "Hz", log=True),
        axis,
        tuple(traces),
        tuple(mark for mark in marks if mark.value <= highest),
        caption="After the first revolution of the belt, Hann window. The simulated "
        "elements pass at the marked frequency; with fewer elements than the real belt "
        "it is lower by their number. Lines at the mesh of the ring come from its "
        "division into spans: another ring.span_count moves them.",
        section=SECTION,
    )


def _marks(seen: Observed, late: Floats) -> tuple[Mark, ...]:
    passing = 1.0 / seen.passing_time
    speed = np.abs(seen.signals["pulley_speed"][late]).mean(axis=0) / (2.0 * np.pi)
    marks = [
        Mark(k * passing, f"elements {k}" if k > 1 else "elements", group="elements")
        for k in (1, 2, 3)
    ]
    marks += [
        Mark(float(f), word, group="turn")
        for f, word in zip(speed, PULLEYS, strict=True)
    ]
    belt, spans = passing / seen.element_count, seen.round.knot_x.shape[1]
    marks.append(Mark(belt, "belt", group="belt"))
    marks += [
        Mark(k * spans * belt, "mesh of the ring, no tone", group="mesh")
        for k in (1, 2)
    ]
    return tuple(marks)
