"""Spectra of span tensions and speeds, with tooth and turn marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catena.drives.roller_chain.layout import Layout
from catena.drives.roller_chain.reading import drive_of, driver_of, names, settled
from catena.drives.roller_chain.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace

if TYPE_CHECKING:
    from catena.results.run import Run

HIGHEST_TOOTH_ORDER = 4.2


def spectrum_figures(run: Run) -> list[Figure]:
    """The spectrum of the span tensions over the settled part."""
    spec, placed = drive_of(run)
    late, driver = settled(run, spec), driver_of(spec)
    time, pull = run.read("time")[late], run.read("span_tension")[late]
    if time.size < 64:
        return []
    angle = run.read("sprocket_angle")[late, driver]
    speed = float((angle[-1] - angle[0]) / (time[-1] - time[0]))
    tooth = spec.sprocket[driver].tooth_count * speed / (2.0 * np.pi)
    traces = []
    for i, word in enumerate(names(run, "span")):
        frequency, amplitude = amplitude_spectrum(time, pull[:, i])
        shown = frequency <= HIGHEST_TOOTH_ORDER * tooth
        traces.append(Trace(frequency[shown], amplitude[shown], word))
    marks = [Mark(k * tooth, f"tooth {k}", group="tooth") for k in (1, 2, 3, 4)]
    marks.append(Mark(speed / (2.0 * np.pi), "turn", group="turn"))
    marks += _string_marks(spec, placed, pull, speed, driver)
    return [
        Figure(
            "span_spectrum",
            "Spectrum of the span tensions",
            Axis("frequency", "Hz"),
            Axis("amplitude", "N", log=True),
            tuple(traces),
            tuple(m for m in marks if m.value <= HIGHEST_TOOTH_ORDER * tooth),
            caption="Settled part, Hann window. String: first transverse frequency of "
            "each span as a moving string under its mean tension.",
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


def _string_marks(
    spec: Spec, placed: Layout, pull: Floats, speed: float, driver: int
) -> list[Mark]:
    """First transverse frequency of each span as a moving string."""
    marks, chain = [], placed.chain
    mean = np.nanmean(pull, axis=0)
    travel = speed * spec.sprocket[driver].tooth_count * chain.pitch / (2.0 * np.pi)
    for span, tension in zip(placed.path.spans, mean, strict=True):
        if not tension > 0.0 or span.length < 3.0 * chain.pitch:
            continue
        density = chain.link_mass / chain.pitch
        wave = np.sqrt(tension / density)
        frequency = (wave**2 - travel**2) / (2.0 * span.length * wave)
        if frequency > 0.0:
            marks.append(Mark(float(frequency), f"string {span.start}", group="string"))
    return marks
