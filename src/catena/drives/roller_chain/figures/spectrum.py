"""Spectra of span tensions and speeds, with tooth and turn marked."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.figures.finished_run import (
    drive_of,
    settled,
    shown_from,
)
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.verdict import imposed_changes
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.over_time import words_along
from catena.results.run import Run

HIGHEST_TOOTH_ORDER = 4.2


def spectrum_figures(run: Run) -> list[Figure]:
    """The spectrum of the span tensions over the settled part."""
    spec, placed = drive_of(run)
    late, driver = settled(run, spec), spec.leader
    time, pull = run.read("time")[late], run.read("span_tension")[late]
    if time.size < 64:
        return []
    angle = run.read("sprocket_angle")[late, driver]
    speed = float((angle[-1] - angle[0]) / (time[-1] - time[0]))
    tooth = spec.sprocket[driver].tooth_count * speed / (2.0 * np.pi)
    traces = []
    for i, word in enumerate(words_along(run, "span")):
        frequency, amplitude = amplitude_spectrum(time, pull[:, i])
        shown = frequency <= HIGHEST_TOOTH_ORDER * tooth
        traces.append(Trace(frequency[shown], amplitude[shown], word))
    marks, note = (
        [],
        " The speed changes: tooth orders are in the figures of the run-up.",
    )
    if not imposed_changes(spec):
        marks = [Mark(k * tooth, f"tooth {k}", group="tooth") for k in (1, 2, 3, 4)]
        marks.append(Mark(speed / (2.0 * np.pi), "turn", group="turn"))
        note = ""
    marks += _string_marks(placed, pull, 2.0 * np.pi * tooth)
    return [
        Figure(
            "span_spectrum",
            "Spectrum of the span tensions",
            Axis("frequency", "Hz"),
            Axis("amplitude", "N", log=True),
            tuple(traces),
            tuple(m for m in marks if m.value <= HIGHEST_TOOTH_ORDER * tooth),
            caption=f"{shown_from(spec)}, Hann window. String: first transverse "
            f"frequency of each span as a moving string under its mean tension.{note}",
            section="Spectra",
        )
    ]


def amplitude_spectrum(time: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Frequencies [Hz] and amplitudes of an evenly sampled signal, Hann window."""
    clean = np.nan_to_num(values - np.nanmean(values))
    window = np.hanning(clean.size)
    amplitude = 2.0 * np.abs(np.fft.rfft(clean * window)) / window.sum()
    step = float(time[-1] - time[0]) / (time.size - 1)
    frequency = np.fft.rfftfreq(clean.size, step)
    return frequency.astype(np.float64), amplitude.astype(np.float64)


def string_frequency(
    placed: Layout, span: int, tension: float, tooth_speed: float
) -> float:
    """First transverse frequency of a span as a moving string [Hz]; 0 where slack.

    Args:
        placed: The drive.
        span: Number of the span.
        tension: Its mean tension [N].
        tooth_speed: Speed of a sprocket times its teeth [rad/s].
    """
    chain = placed.chain
    travel = tooth_speed * chain.pitch / (2.0 * np.pi)
    wave = np.sqrt(max(tension, 0.0) * chain.pitch / chain.link_mass)
    if wave <= travel:
        return 0.0
    length = placed.path.spans[span].length
    return float((wave**2 - travel**2) / (2.0 * length * wave))


def _string_marks(placed: Layout, pull: Floats, tooth_speed: float) -> list[Mark]:
    """First transverse frequency of each longer span."""
    marks = []
    for i, tension in enumerate(np.nanmean(pull, axis=0)):
        span = placed.path.spans[i]
        frequency = string_frequency(placed, i, float(tension), tooth_speed)
        if frequency > 0.0 and span.length > 3.0 * placed.chain.pitch:
            marks.append(Mark(frequency, f"string {span.start}", group="string"))
    return marks
