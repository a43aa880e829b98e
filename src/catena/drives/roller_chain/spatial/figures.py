"""The plots of a chain in space."""

from __future__ import annotations

import numpy as np

from catena.results.figures import Axis, Figure, Trace
from catena.results.over_time import OverTime, words_along
from catena.results.run import Run

FOLLOWED = 0
"""The link that is followed around the loop."""


def is_spatial(run: Run) -> bool:
    """Whether a run is that of a chain in space."""
    return any(v.name == "lateral_position" for v in run.catalogue.variables)


def spatial_figures(run: Run) -> list[Figure]:
    """Speeds, lateral motion and tension as published; forces, spans and losses."""
    seen = OverTime(run)
    of_link = {
        "lateral_acceleration": "Lateral acceleration of one link",
        "link_tension": "Tension of one link",
        "lateral_position": "Lateral position of one link",
        "pin_work": "Friction work of one joint",
        "tooth_force": "Tooth force on the rollers of one link",
        "side_force": "Force of tooth sides on the plates of one link",
        "bush_force": "Force of rollers on the bushes of one link",
    }
    figures = [_speeds(seen)]
    for name, title in of_link.items():
        if name in run.names:  # some are recorded since a later version
            traces = [
                Trace(seen.t, seen.read(name)[:, FOLLOWED], f"link {FOLLOWED + 1}")
            ]
            figures.append(
                seen.figure(name, title, seen.axis(name), traces, "One link")
            )
    forces = "Sum of plate forces on teeth"
    summed = [Trace(seen.t, seen.read("side_force_sum"), forces)]
    return [
        *figures,
        _several(seen, "span_tension", "span", "Tension of the spans", "Spans"),
        _several(seen, "loss", "mechanism", "Energy lost", "Energy"),
        seen.figure("side_force_sum", forces, seen.axis("side_force_sum"), summed,
                    "Along the chain"),
        _along(run, "lateral_position", "Lateral position along the chain"),
        _along(run, "yaw", "Yaw along the chain"),
        _along(run, "roll", "Roll along the chain"),
        _spectrum(run),
    ]  # fmt: skip


def _speeds(seen: OverTime) -> Figure:
    traces = seen.along(seen.read("sprocket_speed") * 30.0 / np.pi, "sprocket")
    y, title = Axis("speed", "rpm"), "Speeds of the sprockets"
    return seen.figure("speeds", title, y, traces, "Sprockets")


def _several(seen: OverTime, name: str, dim: str, title: str, section: str) -> Figure:
    """A signal with a curve for each word along a dimension, where it is not zero."""
    values = seen.read(name)
    some = np.nanmax(np.abs(values), axis=0, initial=0.0) > 0.0
    curves = zip(seen.along(values, dim), some, strict=True)
    traces = [one for one, on in curves if on]
    traces = traces or [Trace(seen.t, values.sum(axis=1), "all")]
    return seen.figure(name, title, seen.axis(name), traces, section)


def _along(run: Run, name: str, title: str) -> Figure:
    """The last sample over the links."""
    values, variable = run.read(name)[-1], run.catalogue[name]
    links = np.arange(1.0, values.size + 1.0)
    traces = tuple(
        Trace(links[first::2], values[first::2], word, "markers")
        for first, word in ((0, "bush links"), (1, "pin links"))
    )
    return Figure(
        f"{name}_along",
        title,
        Axis("link"),
        Axis(variable.label, variable.units),
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
    word = words_along(run, "span")[tight]
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
