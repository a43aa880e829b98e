"""What swings with the turns of the leading pulley: amplitudes by its orders."""

from __future__ import annotations

import numpy as np

from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.orders import Turns, turns_of
from catena.results.over_time import words_along
from catena.results.run import Run

HIGHEST = 16.0
"""Order shown."""
LEAST_TURNS = 4
"""For orders."""
CAPTION = (
    "From {:.3g} s on, sampled anew over the angle of the leader: orders stay sharp "
    "while its speed changes. Marks: turns of the belt, and of each other pulley."
)


def order_figures(run: Run, spec: Spec, placed: Layout) -> list[Figure]:
    """Tensions, speeds, hub loads and arms over orders; none of few turns."""
    late = run.read("time") >= spec.solve.settled
    turns = turns_of(run.read("pulley_angle")[late, spec.leader], LEAST_TURNS)
    if turns is None:
        return []
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
            _trace(turns, values[:, i], word)
            for i, word in enumerate(words_along(run, dim))
        ]
        found.append(
            Figure(
                f"{name}_orders", f"{title} by orders of {_leader(spec)!r}",
                Axis("order", limits=(0.0, min(HIGHEST, turns.highest))),
                Axis("amplitude", units), tuple(traces), _marks(spec, placed),
                caption=CAPTION.format(spec.solve.settled), section="Orders",
            )
        )  # fmt: skip
    return found


def _trace(turns: Turns, values: Floats, word: str) -> Trace:
    """Amplitudes of whole turns."""
    spectrum = turns.spectrum(values)
    if spectrum is None:
        return Trace(np.zeros(0), np.zeros(0), word)
    low = spectrum.frequency <= HIGHEST
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
