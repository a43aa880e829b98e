"""Run-ups: spectra over the speed of what leads, as a waterfall and by orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Bools, Floats
from catena.results.figures import Axis, Figure, Map, Trace
from catena.results.orders import Turns, orders_over_speed

SLICES = 40
"""Speeds of the waterfall."""
SAMPLES = 64
"""Of a slice, at least."""
LEAST_RISE = 1.2
"""Of the speed for most of the run, for a waterfall."""
SHOWN_ORDERS = 6
FAINTEST = 1e-4
"""Amplitude over the largest one below which nothing is shown."""


class Signal(NamedTuple):
    """What a waterfall is drawn of."""

    name: str
    title: str
    units: str
    values: Floats


class Slices(NamedTuple):
    """Spectra of stretches of a run, the slowest first."""

    frequency: Floats
    """[Hz]."""
    rpm: Floats
    """Speed of what leads."""
    amplitude: Floats
    """(slices, frequencies)."""
    strings: Floats
    """First frequency of the span under its own tension and speed [Hz]."""


def runs_up(speed: Floats) -> bool:
    """Whether a speed rises enough, in a run long enough for one slice."""
    slow, fast = np.percentile(speed, (10.0, 90.0))
    return bool(speed.size >= SAMPLES and not fast < LEAST_RISE * slow)


def sliced(
    time: Floats,
    values: Floats,
    speed: Floats,
    pull: Floats,
    spectrum: Callable[[Floats, Floats], tuple[Floats, Floats]],
    string: Callable[[float, float], float],
) -> Slices:
    """Half overlapping stretches of a run.

    Args:
        time: Of the samples [s].
        values: What the spectra are of.
        speed: Of what leads [rad/s].
        pull: Tension of the span [N].
        spectrum: Frequencies and amplitudes of a stretch, from its times and values.
        string: First frequency of the span, from its mean tension and the mean speed.
    """
    width = max(SAMPLES, 2 * time.size // (SLICES + 1))
    rows, rpm, strings = [], [], []
    for first in range(0, time.size - width + 1, width // 2):
        part = slice(first, first + width)
        frequency, amplitude = spectrum(time[part], values[part])
        mean = float(speed[part].mean())
        rows.append(amplitude)
        rpm.append(mean * 30.0 / np.pi)
        strings.append(string(float(np.nanmean(pull[part])), mean))
    rising = np.argsort(rpm, kind="stable")
    found = (np.array(column)[rising] for column in (rpm, rows, strings))
    return Slices(np.asarray(frequency), *found)


def waterfall(
    signal: Signal,
    seen: Slices,
    shown: Bools,
    leader: str,
    lines: list[Trace],
    words: str,
) -> Figure:
    """Amplitude over the frequencies shown and the speed; ``words`` tell the lines."""
    amplitude = np.maximum(seen.amplitude, FAINTEST * seen.amplitude.max())
    return Figure(
        f"runup_{signal.name}",
        f"{signal.title}, over the run-up",
        Axis("frequency", "Hz"),
        Axis(f"speed of the {leader}", "rpm"),
        tuple(lines),
        map=Map(
            seen.frequency[shown], seen.rpm, amplitude[:, shown], "amplitude",
            signal.units, log=True,
        ),
        caption=f"Hann windows, half overlapping. Lines: {words}",
        section="Run-up",
    )  # fmt: skip


def order_cuts(signal: Signal, turns: Turns, time: Floats, leader: str) -> list[Figure]:
    """Amplitudes of the strongest orders over the speed; nothing of few turns."""
    found = orders_over_speed(turns, time, signal.values)
    if found is None:
        return []
    rpm = found.speed * 30.0 / np.pi
    traces = tuple(
        Trace(rpm, found.amplitude[:, i], f"order {found.order[i]:g}")
        for i in found.strongest(SHOWN_ORDERS)
    )
    return [
        Figure(
            f"runup_orders_{signal.name}",
            f"{signal.title}, orders over the speed",
            Axis(f"speed of the {leader}", "rpm"),
            Axis("amplitude", signal.units),
            traces,
            caption=f"Orders of the {leader} in windows of whole turns, sampled anew "
            "over its angle; the strongest ones.",
            section="Run-up",
        )
    ]
