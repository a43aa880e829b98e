"""Run-ups: spectra over the speed of the driver, with teeth and strings as lines."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.drives.roller_chain.figures.finished_run import drive_of
from catena.drives.roller_chain.figures.spectrum import (
    amplitude_spectrum,
    string_frequency,
)
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Map, Trace
from catena.results.over_time import words_along
from catena.results.run import Run

SLICES = 40
"""Speeds of the waterfall."""
TOOTH_ORDERS = 3
LEAST_RISE = 1.2
"""Of the speed for most of the run, for a waterfall."""
FAINTEST = 1e-4
"""Amplitude over the largest one below which nothing is shown."""


def runup_figures(run: Run) -> list[Figure]:
    """Waterfalls of tension and displacement of the tightest span in a run-up."""
    driver = drive_of(run)[0].leader
    slow, fast = np.percentile(run.read("sprocket_speed")[:, driver], (10.0, 90.0))
    if fast < LEAST_RISE * slow:
        return []
    pull = run.read("span_tension")
    tightest = int(np.nanargmax(np.nanmean(pull, axis=0)))
    word = words_along(run, "span")[tightest]
    signals = (
        Signal("tension", f"Tension, {word}", "N", pull[:, tightest]),
        Signal(
            "swing",
            f"Lateral displacement, {word}",
            "m",
            run.read("span_swing")[:, tightest],
        ),
    )
    return [_waterfall(run, tightest, signal) for signal in signals]


class Signal(NamedTuple):
    """What a waterfall is drawn of."""

    name: str
    title: str
    units: str
    values: Floats


def _waterfall(run: Run, span: int, signal: Signal) -> Figure:
    """Amplitude over frequency and speed."""
    spec, placed = drive_of(run)
    driver, values = spec.leader, signal.values
    time, speed = run.read("time"), run.read("sprocket_speed")[:, driver]
    pull = run.read("span_tension")[:, span]
    teeth = spec.sprocket[driver].tooth_count
    width = max(64, 2 * time.size // (SLICES + 1))
    rows, rpm, strings = [], [], []
    for first in range(0, time.size - width, width // 2):
        part = slice(first, first + width)
        frequency, amplitude = amplitude_spectrum(time[part], values[part])
        rows.append(amplitude)
        mean = float(speed[part].mean())
        rpm.append(mean * 30.0 / np.pi)
        tension = float(np.nanmean(pull[part]))
        strings.append(string_frequency(placed, span, tension, mean * teeth))
    rising = np.argsort(rpm)
    y, amplitudes = np.array(rpm)[rising], np.array(rows)[rising]
    amplitudes = np.maximum(amplitudes, FAINTEST * amplitudes.max())
    shown = frequency <= (TOOTH_ORDERS + 0.5) * teeth * y[-1] / 60.0
    lines = [
        Trace(k * teeth * y / 60.0, y, f"tooth {k}", "line", "reference")
        for k in range(1, TOOTH_ORDERS + 1)
    ]
    lines.append(Trace(np.array(strings)[rising], y, "string", "line", "main"))
    return Figure(
        f"runup_{signal.name}",
        f"{signal.title}, over the run-up",
        Axis("frequency", "Hz"),
        Axis("speed of the driver", "rpm"),
        tuple(lines),
        map=Map(
            frequency[shown],
            y,
            amplitudes[:, shown],
            "amplitude",
            signal.units,
            log=True,
        ),
        caption="Hann windows, half overlapping. Lines: tooth orders, and the first "
        "frequency of the span as a moving string under its own mean tension.",
        section="Run-up",
    )
