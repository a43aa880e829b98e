"""Run-ups of belts: spectra of a span over the speed of the leader."""

from __future__ import annotations

import numpy as np

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.theory import span_frequency
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Map, Trace
from catena.results.harmonics import amplitude_spectrum
from catena.results.run import Run

SLICES = 40
"""Speeds of the waterfall."""
SAMPLES = 64
"""Of a slice, at least."""
LEAST_RISE = 1.2
"""Of the speed for most of the run, for a waterfall."""
FAINTEST = 1e-4
"""Amplitude over the largest one below which nothing is shown."""
HIGHEST = 6.0
"""Frequencies shown, over the highest first frequency of the span."""
ORDERS = (1.0, 2.0, 4.0)
"""Of the leader, drawn as lines."""


def runup_figures(
    run: Run, spec: Spec, placed: Layout, words: list[str]
) -> list[Figure]:
    """Waterfalls of tension and displacement of the liveliest span, if speed changes.

    ``words`` name the spans.
    """
    speed = np.abs(run.read("rim_speed")[:, spec.leader])
    slow, fast = np.percentile(speed, (10.0, 90.0))
    if speed.size < 4 * SAMPLES or fast < LEAST_RISE * slow:
        return []
    beside, pull = run.read("span_displacement"), run.read("span_tension")
    span = int(np.nanargmax(np.nanstd(beside, axis=0)))
    signals = (
        ("displacement", f"Lateral displacement, {words[span]}", "m", beside[:, span]),
        ("tension", f"Tension, {words[span]}", "N", pull[:, span]),
    )
    made = []
    for name, title, units, values in signals:
        rows = _slices(run, spec, placed, span, np.nan_to_num(values))
        made.append(_waterfall(name, title, units, *rows))
    return made


def _slices(
    run: Run, spec: Spec, placed: Layout, span: int, values: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Frequencies [Hz], speeds [rpm], amplitudes and string frequencies of slices."""
    time, belt = run.read("time"), spec.belt
    speed = np.abs(run.read("rim_speed")[:, spec.leader])
    pull = run.read("span_tension")[:, span]
    step = float(time[-1] - time[0]) / (time.size - 1)
    width = max(SAMPLES, 2 * time.size // (SLICES + 1))
    length, radius = placed.path.spans[span].length, placed.wheels[spec.leader].radius
    rows, rpm, strings = [], [], []
    for first in range(0, time.size - width + 1, width // 2):
        part = slice(first, first + width)
        here = values[part] - values[part].mean()
        spectrum = amplitude_spectrum(here, step, "hann")
        mean = float(speed[part].mean())
        tension = float(np.nanmean(pull[part]))
        strings.append(
            span_frequency(length, tension, mean * radius, belt.mass_per_length,
                           belt.bending_stiffness)
        )  # fmt: skip
        rows.append(spectrum.amplitude)
        rpm.append(mean * 30.0 / np.pi)
    rising = np.argsort(rpm, kind="stable")
    frequency = np.asarray(spectrum.frequency)
    return (
        frequency,
        np.array(rpm)[rising],
        np.array(rows)[rising],
        np.array(strings)[rising],
    )


def _waterfall(
    name: str,
    title: str,
    units: str,
    frequency: Floats,
    rpm: Floats,
    rows: Floats,
    strings: Floats,
) -> Figure:
    """Amplitude over frequency and speed, with orders and the string."""
    top = HIGHEST * float(strings.max()) if strings.max() > 0.0 else frequency[-1]
    shown = (frequency > 0.0) & (frequency <= top)
    amplitude = np.maximum(rows, FAINTEST * rows.max())
    lines = [
        Trace(order * rpm / 60.0, rpm, f"order {order:g}", "line", "reference")
        for order in ORDERS
    ]
    lines.append(Trace(strings, rpm, "string", "line", "main"))
    lines.append(Trace(2.0 * strings, rpm, "twice the string", "line", "main"))
    return Figure(
        f"runup_{name}",
        f"{title}, over the run-up",
        Axis("frequency", "Hz"),
        Axis("speed of the leader", "rpm"),
        tuple(lines),
        map=Map(
            frequency[shown], rpm, amplitude[:, shown], "amplitude", units, log=True
        ),
        caption="Hann windows, half overlapping. Lines: orders of the leader, and the "
        "first frequency of the span under its own tension and speed; a tension that "
        "pulses at twice that frequency excites it parametrically.",
        section="Run-up",
    )
