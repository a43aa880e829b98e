"""The plots of what happens across a pushbelt: place, angles, rings, axial forces."""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt.figures.revolution import Observed
from catena.drives.pushbelt_cvt.spatial.signals import SHEAVES
from catena.drives.variator.sheave_names import PULLEYS
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace
from catena.results.harmonics import amplitude_spectrum
from catena.results.run import Run

SECTION = "Across the belt"
FOLLOWED = 0
"""The element whose lateral motion is analysed."""


def is_spatial(run: Run) -> bool:
    """Whether a run is that of a belt in space."""
    return any(v.name == "element_z" for v in run.catalogue.variables)


def spatial_figures(run: Run, seen: Observed) -> list[Figure]:
    """Place and angles along the belt, rings on their saddles, sheaves over time."""
    rows = slice(-seen.round.time.size, None)

    def read(name: str) -> Floats:
        return np.asarray(run.read(name, rows), dtype=np.float64)

    sides = ("left", "right")
    figures = [
        _band(seen, "lateral_position", "Lateral position along the belt",
              Axis("place to the right", "m"), read("element_z")),
        _band(seen, "roll", "Roll of the elements along the belt",
              Axis("roll", "rad"), read("element_roll")),
        _band(seen, "yaw", "Yaw of the elements along the belt",
              Axis("yaw", "rad"), read("element_yaw")),
        _band(seen, "pitch", "Pitch of the elements along the belt",
              Axis("pitch against the belt line", "rad"),
              _pitch(seen, read("element_angle"))),
        _along(seen, "ring_offset", "Offset of the ring sets on their saddles",
               Axis("offset to the right", "m"),
               {side: read(f"ring_offset_{side}") for side in sides}),
        _along(seen, "side_force", "Lateral force of the elements on the ring sets",
               Axis("force to the right", "N"),
               {side: read(f"side_force_{side}") for side in sides}),
        _along(seen, "side_difference", "Difference between right and left",
               Axis("force, right minus left", "N"),
               {"flank": read("flank_force_excess"),
                "saddle": read("saddle_force_excess"),
                "ring tension": read("tension_excess")}),
        _sheaves(run),
        _exchange(run),
    ]  # fmt: skip
    return figures + lateral_spectrum(seen, read("element_z"))


def _pitch(seen: Observed, angle: Floats) -> Floats:
    """Turn of elements against the direction of the belt where they are [rad]."""
    line = seen.geometry.course()
    along = line.angle(seen.place.ravel() % line.length).reshape(seen.place.shape)
    turned: Floats = np.angle(np.exp(1j * (angle - along)))
    return turned


def _band(seen: Observed, name: str, title: str, axis: Axis, values: Floats) -> Figure:
    """Mean along the belt with the least and largest value."""
    bins, place = seen.bins, seen.place
    low, high = bins.extremes(place, values)
    return Figure(
        name,
        title,
        seen.way_axis(),
        axis,
        (
            Trace(bins.middle, bins.mean(place, values), "mean", emphasis="main"),
            Trace(bins.middle, low, "least", emphasis="faint"),
            Trace(bins.middle, high, "largest", emphasis="faint"),
        ),
        seen.section_marks(),
        caption="All elements during the last revolution of the belt. In the strands "
        "elements rattle within the clearances of pin and ears.",
        section=SECTION,
    )


def _along(
    seen: Observed, name: str, title: str, axis: Axis, values: dict[str, Floats]
) -> Figure:
    """Means along the belt."""
    bins, place = seen.bins, seen.place
    traces = tuple(
        Trace(bins.middle, bins.mean(place, one), word) for word, one in values.items()
    )
    return Figure(
        name,
        title,
        seen.way_axis(),
        axis,
        traces,
        seen.section_marks(),
        caption="Means over the last revolution of the belt.",
        section=SECTION,
    )


def _sheaves(run: Run) -> Figure:
    time, force = run.read("time"), run.read("sheave_force")
    return Figure(
        "sheave_forces",
        "Axial force of the belt on the sheaves",
        Axis("time", "s"),
        Axis("force outwards", "N"),
        tuple(Trace(time, force[:, b], word) for b, word in enumerate(SHEAVES)),
        caption="Means between samples.",
        section=SECTION,
    )


def _exchange(run: Run) -> Figure:
    time, force = run.read("time"), run.read("sheave_force")
    more = np.stack([force[:, 1] - force[:, 0], force[:, 3] - force[:, 2]])
    traces = [Trace(time, more[p], word) for p, word in enumerate(PULLEYS)]
    traces.append(Trace(time, more.sum(axis=0), "sum", emphasis="reference"))
    return Figure(
        "axial_exchange",
        "Axial force that the belt carries between the pulleys",
        Axis("time", "s"),
        Axis("force on the right sheave minus left", "N"),
        tuple(traces),
        caption="What one pulley gives the other takes; the sum is what accelerates "
        "the belt across.",
        section=SECTION,
    )


def lateral_spectrum(seen: Observed, z: Floats) -> list[Figure]:
    """Lateral motion of one element during the last revolution."""
    time = seen.round.time
    if time.size < 64:
        return []
    step = float(time[-1] - time[0]) / (time.size - 1)
    signal = z[:, FOLLOWED] - z[:, FOLLOWED].mean()
    spectrum = amplitude_spectrum(signal, step, "hann")
    shown = spectrum.frequency > 0.0
    return [
        Figure(
            "lateral_spectrum",
            "Spectrum of the lateral motion of one element",
            Axis("frequency", "Hz", log=True),
            Axis("amplitude", "m", log=True),
            (Trace(spectrum.frequency[shown], spectrum.amplitude[shown],
                   f"element {FOLLOWED + 1}"),),
            caption="Over the last revolution of the belt, Hann window, from "
            "snapshots.",
            section=SECTION,
        )
    ]  # fmt: skip
