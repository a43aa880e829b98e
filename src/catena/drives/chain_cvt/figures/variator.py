"""The variator as a whole: ratios, torques, strands, losses, bearing forces."""

from __future__ import annotations

import numpy as np

from catena.drives.chain_cvt.figures.finished_run import Observed
from catena.drives.chain_cvt.means import rolling_radius
from catena.drives.variator.curves import over, smoothed
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.variator.slip_curve import slip_curve
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Mark, Trace
from catena.results.harmonics import amplitude_spectrum

SECTION = "Variator"
HIGHEST_ORDER = 3.2
"""Of the pin-passing frequency that is shown."""
FEWEST_SAMPLES = 256


def variator_figures(seen: Observed) -> list[Figure]:
    """Signals of shafts and strands over time, smoothed over a passing pin."""
    signals, width = seen.signals, seen.passing_time

    def smooth(values: Floats) -> list[Floats]:
        return [smoothed(seen.time, column, width) for column in values.T]

    axial, speed = smooth(signals["axial_force"]), smooth(signals["pulley_speed"])
    torque, radius = smooth(signals["chain_torque"]), smooth(signals["running_radius"])
    carried = [rolling_radius(r, seen.spec.chain.pitches()) for r in radius]
    without_slip = over(carried[1], carried[0])
    bearing = smooth(np.hypot(signals["bearing_force_x"], signals["bearing_force_y"]))
    strands = {w: signals[f"{w}_tension"] for w in ("upper", "lower")}
    return [
        _figure(seen, "thrust_ratio", "Thrust ratio",
                Axis("axial force, primary over secondary"),
                {"thrust ratio": over(axial[0], axial[1])}),
        _figure(seen, "speed_ratio", "Speed ratio",
                Axis("speed, primary over secondary"),
                {"speed ratio": over(speed[0], speed[1]),
                 "without slip on the pins' radii": without_slip}),
        _figure(seen, "torques", "Torques of the chain", Axis("torque", "N m"),
                {"primary": -torque[0], "secondary": torque[1]}),
        _figure(seen, "axial_forces", "Axial forces on the sheaves",
                Axis("axial force on one sheave", "N"),
                dict(zip(PULLEYS, axial, strict=True))),
        _figure(seen, "strand_tension", "Tension of the strands", Axis("tension", "N"),
                {f"{w} strand": smoothed(seen.time, v, width)
                 for w, v in strands.items()}),
        _vibration(seen),
        _figure(seen, "bearing_forces", "Forces of the chain on the shafts",
                Axis("force on the bearings", "N"),
                dict(zip(PULLEYS, bearing, strict=True))),
        *slip_curve(1.0 - over(without_slip, over(speed[0], speed[1])), torque[1],
                    SECTION),
        _losses(seen),
        *_spectra(seen),
    ]  # fmt: skip


def _figure(
    seen: Observed,
    name: str,
    title: str,
    axis: Axis,
    signals: dict[str, Floats],
    words: str = "Moving mean over the passage of one pin.",
) -> Figure:
    thin = seen.thin
    traces = tuple(Trace(seen.time[thin], v[thin], w) for w, v in signals.items())
    return Figure(
        name, title, Axis("time", "s"), axis, traces, seen.revolution_marks(),
        caption=f"{words} Marks: revolutions of the chain, counted back from the end.",
        section=SECTION,
    )  # fmt: skip


def _vibration(seen: Observed) -> Figure:
    """Lateral displacement of the strands during the last revolution."""
    rows, traces = seen.revolutions.last(), []
    for strand in ("upper", "lower"):
        level = 1e3 * seen.signals[f"{strand}_level"][rows]
        traces.append(Trace(seen.time[rows], level - level.mean(), f"{strand} strand"))
    return Figure(
        "strand_vibration", "Lateral displacement of the strands", Axis("time", "s"),
        Axis("height against its mean", "mm"), tuple(traces),
        caption="The pin nearest to the middle between the axes, last revolution of "
        "the chain; it steps where the next pin becomes the nearest.",
        section=SECTION,
    )  # fmt: skip


def _losses(seen: Observed) -> Figure:
    """Power lost by mechanism, averaged over a quarter of a revolution."""
    traces = seen.lost_power()
    return Figure(
        "losses", "Where power is lost", Axis("time", "s"), Axis("power lost", "W"),
        tuple(t for t in traces if np.any(t.y > 0.0)) or tuple(traces[:1]),
        caption="Booked in every step and averaged over a quarter of a revolution.",
        section=SECTION,
    )  # fmt: skip


def _spectra(seen: Observed) -> list[Figure]:
    """Bearing forces of the second half over orders of the passing pins."""
    late = seen.time >= 0.5 * seen.time[-1]
    time = seen.time[late]
    if time.size < FEWEST_SAMPLES:
        return []
    step = float(time[-1] - time[0]) / (time.size - 1)
    force = np.hypot(seen.signals["bearing_force_x"], seen.signals["bearing_force_y"])
    traces = []
    for p, word in enumerate(PULLEYS):
        values = force[late, p] - force[late, p].mean()
        spectrum = amplitude_spectrum(values, step, "hann")
        order = spectrum.frequency * seen.passing_time
        shown = (order > 0.01) & (order <= HIGHEST_ORDER)
        traces.append(Trace(order[shown], spectrum.amplitude[shown], word))
    marks = tuple(
        Mark(float(k), f"pins {k}" if k > 1 else "pins", group="pins")
        for k in (1, 2, 3)
    )
    return [
        Figure(
            "bearing_spectrum", "Orders of the bearing forces",
            Axis("order of the passing pins"), Axis("amplitude", "N", log=True),
            tuple(traces), marks,
            caption="Second half of the run, Hann window. A pattern of pitches spreads "
            "the order of the passing pins over its neighbours.",
            section="Spectra",
        )
    ]  # fmt: skip
