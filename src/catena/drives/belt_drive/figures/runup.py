"""Run-ups of belts: spectra of a span over the speed of the leader."""

from __future__ import annotations

import numpy as np

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.theory import span_frequency
from catena.numerics.arrays import Floats
from catena.results.figures import Figure, Trace
from catena.results.harmonics import amplitude_spectrum
from catena.results.orders import turns_of
from catena.results.run import Run
from catena.results.run_up import (
    SAMPLES,
    Signal,
    order_cuts,
    runs_up,
    sliced,
    waterfall,
)

HIGHEST = 6.0
"""Frequencies shown, over the highest first frequency of the span."""
LEAST_TURNS = 6
"""For orders over the speed."""
ORDERS = (1.0, 2.0, 4.0)
"""Of the leader, drawn as lines."""


def runup_figures(
    run: Run, spec: Spec, placed: Layout, words: list[str]
) -> list[Figure]:
    """Waterfalls of tension and displacement of the liveliest span, if speed changes.

    ``words`` name the spans.
    """
    speed = np.abs(run.read("rim_speed")[:, spec.leader])
    if speed.size < 4 * SAMPLES or not runs_up(speed):
        return []
    beside, pull = run.read("span_displacement"), run.read("span_tension")
    span = int(np.nanargmax(np.nanstd(beside, axis=0)))
    title = f"Lateral displacement, {words[span]}"
    signals = (
        Signal("displacement", title, "m", np.nan_to_num(beside[:, span])),
        Signal("tension", f"Tension, {words[span]}", "N", np.nan_to_num(pull[:, span])),
    )
    found = [_waterfall(run, spec, placed, span, signal) for signal in signals]
    turns = turns_of(run.read("pulley_angle")[:, spec.leader], LEAST_TURNS)
    return found + (order_cuts(signals[1], turns, run.read("time"), "leader")
                    if turns is not None else [])  # fmt: skip


def _waterfall(
    run: Run, spec: Spec, placed: Layout, span: int, signal: Signal
) -> Figure:
    """Amplitude over frequency and speed, with orders and the string."""
    time, belt = run.read("time"), spec.belt
    speed = np.abs(run.read("rim_speed")[:, spec.leader])
    step = float(time[-1] - time[0]) / (time.size - 1)
    length, radius = placed.path.spans[span].length, placed.wheels[spec.leader].radius

    def spectrum(_: Floats, values: Floats) -> tuple[Floats, Floats]:
        found = amplitude_spectrum(values - values.mean(), step, "hann")
        return found.frequency, found.amplitude

    seen = sliced(
        time, signal.values, speed, run.read("span_tension")[:, span], spectrum,
        lambda pull, mean: span_frequency(length, pull, mean * radius,
                                          belt.mass_per_length, belt.bending_stiffness),
    )  # fmt: skip
    rpm, strings = seen.rpm, seen.strings
    top = HIGHEST * float(strings.max()) if strings.max() > 0.0 else seen.frequency[-1]
    lines = [
        Trace(order * rpm / 60.0, rpm, f"order {order:g}", "line", "reference")
        for order in ORDERS
    ]
    lines.append(Trace(strings, rpm, "string", "line", "main"))
    lines.append(Trace(2.0 * strings, rpm, "twice the string", "line", "main"))
    words = (
        "orders of the leader, and the first frequency of the span under its own "
        "tension and speed; a tension that pulses at twice that frequency excites it "
        "parametrically."
    )
    shown = (seen.frequency > 0.0) & (seen.frequency <= top)
    return waterfall(signal, seen, shown, "leader", lines, words)
