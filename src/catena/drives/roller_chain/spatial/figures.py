"""The plots of a chain in space."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

if TYPE_CHECKING:
    from catena.results.run import Run

MOST_POINTS = 8000
FOLLOWED = 0
"""The link that is followed around the loop."""


def is_spatial(run: Run) -> bool:
    """Whether a run is that of a chain in space."""
    return any(v.name == "lateral_position" for v in run.catalogue.variables)


def spatial_figures(run: Run) -> list[Figure]:
    """Speeds, lateral motion and tension as published; forces, spans and losses."""
    time = run.read("time")
    thin = slice(None, None, max(1, time.size // MOST_POINTS))
    t = time[thin]
    link = str(FOLLOWED + 1)
    of_link = {
        "lateral_acceleration": ("Lateral acceleration of one link", "m/s^2"),
        "link_tension": ("Tension of one link", "N"),
        "lateral_position": ("Lateral position of one link", "m"),
        "pin_work": ("Friction work of one joint", "J"),
        "tooth_force": ("Tooth force on the rollers of one link", "N"),
        "side_force": ("Force of tooth sides on the plates of one link", "N"),
        "bush_force": ("Force of rollers on the bushes of one link", "N"),
    }
    figures = [_speeds(run, t, thin)]
    known = {variable.name for variable in run.catalogue.variables}
    for name, (title, units) in of_link.items():
        if name not in known:  # recorded since a later version
            continue
        values = run.read(name)[thin, FOLLOWED]
        figures.append(
            Figure(
                name,
                title,
                Axis("time", "s"),
                Axis(run.catalogue[name].label, units),
                (Trace(t, values, f"link {link}"),),
                section="One link",
            )
        )
    figures += [
        _several(run, t, thin, ("span_tension", "span"), "Tension of the spans", "N"),
        _several(run, t, thin, ("loss", "mechanism"), "Energy lost", "J"),
        _single(run, t, thin, "side_force_sum", "Sum of plate forces on teeth", "N"),
        _along(run, "lateral_position", "Lateral position along the chain", "m"),
        _along(run, "yaw", "Yaw along the chain", "rad"),
        _along(run, "roll", "Roll along the chain", "rad"),
        _spectrum(run),
    ]
    return figures


def _speeds(run: Run, t: Floats, thin: slice) -> Figure:
    speed = run.read("sprocket_speed")[thin] * 30.0 / np.pi
    words = _names(run, "sprocket")
    traces = tuple(Trace(t, speed[:, j], word) for j, word in enumerate(words))
    axes = Axis("time", "s"), Axis("speed", "rpm")
    return Figure(
        "speeds", "Speeds of the sprockets", *axes, traces, section="Sprockets"
    )


def _names(run: Run, dim: str) -> list[str]:
    return [str(word) for word in run.catalogue.coordinates[dim].values]


def _several(
    run: Run, t: Floats, thin: slice, what: tuple[str, str], title: str, units: str
) -> Figure:
    name, dim = what
    values = run.read(name)[thin]
    traces = [
        Trace(t, values[:, i], word)
        for i, word in enumerate(_names(run, dim))
        if np.nanmax(np.abs(values[:, i]), initial=0.0) > 0.0
    ]
    traces = traces or [Trace(t, values.sum(axis=1), "all")]
    axes = Axis("time", "s"), Axis(run.catalogue[name].label, units)
    section = "Energy" if name == "loss" else "Spans"
    return Figure(name, title, *axes, tuple(traces), section=section)


def _single(
    run: Run, t: Floats, thin: slice, name: str, title: str, units: str
) -> Figure:
    axes = Axis("time", "s"), Axis(run.catalogue[name].label, units)
    traces = (Trace(t, run.read(name)[thin], title),)
    return Figure(name, title, *axes, traces, section="Along the chain")


def _along(run: Run, name: str, title: str, units: str) -> Figure:
    """The last sample over the links."""
    values = run.read(name)[-1]
    links = np.arange(1.0, values.size + 1.0)
    traces = tuple(
        Trace(links[first::2], values[first::2], word, "markers")
        for first, word in ((0, "bush links"), (1, "pin links"))
    )
    return Figure(
        f"{name}_along",
        title,
        Axis("link"),
        Axis(run.catalogue[name].label, units),
        traces,
        caption="At the end of the run.",
        section="Along the chain",
    )


def _spectrum(run: Run) -> Figure:
    """Orders of the tight span's tension over teeth of the driver."""
    time = run.read("time")
    late = slice(time.size // 2, None)
    tension = run.read("span_tension")[late]
    tight = int(np.nanargmax(np.nanmean(tension, axis=0)))
    signal = np.nan_to_num(tension[:, tight] - np.nanmean(tension[:, tight]))
    window = np.hanning(signal.size)
    size = np.abs(np.fft.rfft(signal * window)) * 2.0 / max(window.sum(), 1e-12)
    apart = float(time[1] - time[0])
    frequency = np.arange(size.size) / (signal.size * apart)
    shown = frequency <= 0.2 / apart
    word = _names(run, "span")[tight]
    return Figure(
        "tension_spectrum",
        "Spectrum of the tension of the tight span",
        Axis("frequency", "Hz"),
        Axis("amplitude", "N"),
        (Trace(frequency[shown], size[shown], word),),
        caption="Second half of the run. Bush links alone are guided sideways, so an "
        "offset also excites at half the tooth frequency.",
        section="Spans",
    )
