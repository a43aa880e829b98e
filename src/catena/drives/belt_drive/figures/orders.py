"""What swings with the turns of the leading pulley: amplitudes by its orders."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import CubicSpline

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.harmonics import amplitude_spectrum
from catena.results.over_time import words_along
from catena.results.run import Run

HIGHEST = 16.0
"""Order shown."""
LEAST_TURNS, LEAST_POINTS = 4, 16
"""Of the settled part, and samples in each turn, for orders."""
CAPTION = (
    "Settled part, sampled anew over the angle of the leader: orders stay sharp "
    "while its speed changes. Marks: turns of the belt, and of each other pulley."
)


def order_figures(run: Run, spec: Spec, placed: Layout) -> list[Figure]:
    """Tensions, speeds, hub loads and arms over orders; none of few turns."""
    late = run.read("time") >= spec.solve.settled
    angle = run.read("pulley_angle")[late, spec.leader]
    if angle.size < LEAST_POINTS or not (np.diff(angle) > 0.0).all():
        return []
    turns = int((angle[-1] - angle[0]) / (2.0 * np.pi))
    points = angle.size // turns if turns else 0
    if turns < LEAST_TURNS or points < LEAST_POINTS:
        return []
    even = angle[0] + 2.0 * np.pi * np.arange(turns * points) / points
    hub = np.hypot(run.read("hub_force_x")[late], run.read("hub_force_y")[late])
    pull, speed = run.read("span_tension")[late], run.read("pulley_speed")[late]
    shown = [
        ("tension", "span", "Tension of the spans", "N", pull),
        ("speed", "pulley", "Speed of the pulleys", "rad/s", speed),
        ("hub", "pulley", "Hub loads", "N", hub),
    ]
    if spec.tensioner:
        arm = run.read("arm_angle")[late]
        shown.append(("arm", "arm", "Motion of the tensioners", "rad", arm))
    found = []
    for name, dim, title, units, values in shown:
        traces = [
            _trace(angle, even, points, values[:, i], word)
            for i, word in enumerate(words_along(run, dim))
        ]
        found.append(
            Figure(
                f"{name}_orders", f"{title} by orders of {_leader(spec)!r}",
                Axis("order", limits=(0.0, min(HIGHEST, 0.25 * points))),
                Axis("amplitude", units), tuple(traces), _marks(spec, placed),
                caption=CAPTION, section="Orders",
            )
        )  # fmt: skip
    return found


def _trace(
    angle: Floats, even: Floats, points: int, values: Floats, word: str
) -> Trace:
    """Amplitudes of whole turns, each known by so many even points."""
    known = np.isfinite(values)
    if known.sum() < LEAST_POINTS:
        return Trace(np.zeros(0), np.zeros(0), word)
    anew = CubicSpline(angle[known], values[known])(even)
    spectrum = amplitude_spectrum(anew, 1.0 / points)
    low = (spectrum.frequency > 0.0) & (
        spectrum.frequency <= min(HIGHEST, 0.25 * points)
    )
    return Trace(spectrum.frequency[low], spectrum.amplitude[low], word)


def _leader(spec: Spec) -> str:
    return spec.pulley[spec.leader].name


def _marks(spec: Spec, placed: Layout) -> tuple[Mark, ...]:
    """Orders at which belt and pulleys turn."""
    lead = placed.wheels[spec.leader].radius
    marks = [Mark(2.0 * np.pi * lead / placed.path.length, "belt", group="belt turn")]
    marks += [
        Mark(lead / wheel.radius, wheel.name, group="turn of a pulley")
        for j, wheel in enumerate(placed.wheels)
        if j != spec.leader
    ]
    return tuple(marks)
