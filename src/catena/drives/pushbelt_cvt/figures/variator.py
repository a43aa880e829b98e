"""The variator as a whole: ratios, torques, losses, bearing forces."""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt.figures.revolution import Observed
from catena.drives.pushbelt_cvt.ratios import RevolutionMeans
from catena.drives.variator.curves import over, smoothed
from catena.drives.variator.sheave_names import PULLEYS
from catena.drives.variator.slip_curve import slip_curve
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

SECTION = "Variator"
SMALL_LOSS = 1e-3
"""Over the largest loss; smaller ones are not drawn."""


def variator_figures(seen: Observed) -> list[Figure]:
    """Signals of the shafts over time, each with its means over revolutions.

    Ratios are those of moving means: a force or speed may be zero for a moment.
    """
    means, signals, width = seen.means, seen.signals, seen.passing_time
    axial, turning, torque, bearing = (
        [smoothed(seen.time, values, width) for values in both.T]
        for both in (signals["axial_force"], signals["pulley_speed"],
                     signals["belt_torque"], seen.bearing)
    )  # fmt: skip
    thrust, speed = over(axial[0], axial[1]), over(turning[0], turning[1])
    no_slip = smoothed(seen.time, seen.no_slip_ratio, width)
    found = [
        _figure(seen, "thrust_ratio", "Thrust ratio",
                Axis("axial force, primary over secondary"),
                {"thrust ratio": (thrust, means.thrust_ratio)}),
        _figure(seen, "speed_ratio", "Speed ratio",
                Axis("speed, primary over secondary"),
                {"speed ratio": (speed, means.speed_ratio),
                 "without slip": (no_slip, means.no_slip_ratio)},
                " Without slip elements would roll on each other on the radii at which "
                "the belt runs at that time."),
        _figure(seen, "slip", "Slip", Axis("slip against the running radii"),
                {"slip": (1.0 - over(no_slip, speed), means.slip)},
                " How far the secondary pulley stays behind the speed ratio without "
                "slip, on the radii at which the belt runs at that time."),
        _figure(seen, "torques", "Torques of the belt", Axis("torque", "N m"),
                {"primary": (-torque[0], means.torque_in),
                 "secondary": (torque[1], means.torque_out)}),
        _figure(seen, "axial_forces", "Axial forces on the sheaves",
                Axis("axial force on one sheave", "N"),
                {word: (axial[p], means.axial[:, p])
                 for p, word in enumerate(PULLEYS)}),
        _figure(seen, "bearing_forces", "Forces of the belt on the shafts",
                Axis("force on the bearings", "N"),
                {word: (bearing[p], means.bearing[:, p])
                 for p, word in enumerate(PULLEYS)}),
        *slip_curve(1.0 - over(no_slip, speed), torque[1], SECTION),
        _losses(seen),
    ]  # fmt: skip
    return found + ([_settling(means)] if seen.revolutions.count > 1 else [])


def _figure(
    seen: Observed,
    name: str,
    title: str,
    axis: Axis,
    signals: dict[str, tuple[Floats, Floats]],
    note: str = "",
) -> Figure:
    """Smoothed signals over time, and their revolution means."""
    thin, traces = seen.thin, []
    for word, (values, means) in signals.items():
        traces.append(Trace(seen.time[thin], values[thin], word))
        if means.size:
            steps = np.repeat(means, 2)
            edges = np.repeat(seen.revolutions.ends, 2)[1:-1]
            label = f"{word}, mean of a revolution"
            traces.append(Trace(edges, steps, label, emphasis="reference"))
    return Figure(
        name,
        title,
        Axis("time", "s"),
        axis,
        tuple(traces),
        seen.revolution_marks(),
        caption="Moving mean over the passage of one element; dashed: means over whole "
        "revolutions of the belt, counted back from the end." + note,
        section=SECTION,
    )


def _losses(seen: Observed) -> Figure:
    """Power lost by mechanism, averaged over a quarter of a revolution."""
    traces = seen.lost_power()
    largest = float(np.mean(traces[0].y))
    shown = [t for t in traces if float(np.mean(t.y)) > SMALL_LOSS * largest]
    return Figure(
        "losses",
        "Where power is lost",
        Axis("time", "s"),
        Axis("power lost", "W"),
        tuple(shown or traces[:1]),
        caption="Integrated over every step and averaged over a quarter of a "
        "revolution; what stays below a thousandth of the largest is left out.",
        section=SECTION,
    )


def _settling(means: RevolutionMeans) -> Figure:
    """How far each revolution is from the last one."""
    numbers = np.arange(1, means.thrust_ratio.size + 1, dtype=np.float64)
    signals = {
        "thrust ratio": means.thrust_ratio,
        "speed ratio": means.speed_ratio,
        "torque out": means.torque_out,
        "efficiency": means.efficiency,
    }
    traces = tuple(
        Trace(numbers, 100.0 * (values / values[-1] - 1.0), word)
        for word, values in signals.items()
        if np.isfinite(values).all() and values[-1] != 0.0
    )
    return Figure(
        "settling",
        "Means of each revolution against the last",
        Axis("revolution of the belt"),
        Axis("difference from the last revolution", "%"),
        traces,
        caption="A run has settled when the last two revolutions differ by less than "
        "one per cent.",
        section=SECTION,
    )
