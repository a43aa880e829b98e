"""Run-ups: spectra over the speed of the driver, with teeth and strings as lines."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.figures.finished_run import drive_of
from catena.drives.roller_chain.figures.spectrum import (
    amplitude_spectrum,
    string_frequency,
)
from catena.drives.roller_chain.figures.tensioner import movers
from catena.results.figures import Figure, Trace
from catena.results.orders import turns_of
from catena.results.over_time import words_along
from catena.results.run import Run
from catena.results.run_up import Signal, order_cuts, runs_up, sliced, waterfall

TOOTH_ORDERS = 3
LEAST_TURNS = 6
"""For orders over the speed."""


def runup_figures(run: Run) -> list[Figure]:
    """Waterfalls of tension and displacement of the tightest span in a run-up."""
    if not runs_up(run.read("sprocket_speed")[:, drive_of(run)[0].leader]):
        return []
    pull, beside = run.read("span_tension"), run.read("span_swing")
    span = int(np.nanargmax(np.nanmean(pull, axis=0)))
    word = words_along(run, "span")[span]
    signals = (
        Signal("tension", f"Tension, {word}", "N", pull[:, span]),
        Signal("swing", f"Lateral displacement, {word}", "m", beside[:, span]),
    )
    spec = drive_of(run)[0]
    turns = turns_of(run.read("sprocket_angle")[:, spec.leader], LEAST_TURNS)
    found = [_waterfall(run, span, signal) for signal in signals]
    if turns is None:
        return found
    forces = [
        Signal(f"tensioner_{one.column + 1}", f"Tensioner of {one.name}",
               one.force.units, run.read("tensioner_force")[:, one.column])
        for one in movers(spec)
    ]  # fmt: skip
    time = run.read("time")
    return found + [
        figure
        for signal in (signals[0], *forces)
        for figure in order_cuts(signal, turns, time, "driver")
    ]


def _waterfall(run: Run, span: int, signal: Signal) -> Figure:
    """Amplitude over frequency and speed."""
    spec, placed = drive_of(run)
    speed = run.read("sprocket_speed")[:, spec.leader]
    teeth = spec.sprocket[spec.leader].tooth_count
    seen = sliced(
        run.read("time"), signal.values, speed, run.read("span_tension")[:, span],
        amplitude_spectrum,
        lambda pull, mean: string_frequency(placed, span, pull, mean * teeth),
    )  # fmt: skip
    y = seen.rpm
    shown = seen.frequency <= (TOOTH_ORDERS + 0.5) * teeth * y[-1] / 60.0
    lines = [
        Trace(k * teeth * y / 60.0, y, f"tooth {k}", "line", "reference")
        for k in range(1, TOOTH_ORDERS + 1)
    ]
    lines.append(Trace(seen.strings, y, "string", "line", "main"))
    words = (
        "tooth orders, and the first frequency of the span as a moving string under "
        "its own mean tension."
    )
    return waterfall(signal, seen, shown, "driver", lines, words)
