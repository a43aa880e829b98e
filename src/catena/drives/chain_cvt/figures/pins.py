"""One pin pair over a revolution of the chain, [Pfeiffer1997] Figure 9."""

from __future__ import annotations

import numpy as np

from catena.drives.chain_cvt.figures.finished_run import Observed
from catena.drives.variator.sections import pulley_angle
from catena.drives.variator.sheave_names import PULLEYS
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

SECTION = "Pins over a revolution"
SHOWN_PIN = 0
SPIRAL_PIECES = 40
"""Pieces of a wrap in which radii are averaged."""


def pin_figures(seen: Observed) -> list[Figure]:
    """Normal force, both friction forces and link tension along the way."""
    found = [
        _figure(seen, "pin_normal", "Pin: normal force", seen.normal,
                "Of one sheave on one end of a pin pair."),
        _figure(seen, "pin_outward", "Pin: radial friction", seen.round.outward,
                "Of one sheave on one end of a pin pair; positive pushes it outwards."),
        _figure(seen, "pin_travel", "Pin: circumferential friction", seen.round.travel,
                "Of one sheave on one end of a pin pair; positive drives it on."),
        _figure(seen, "link_tension", "Tension of a link", seen.round.tension,
                "Of the link ahead of the pin."),
    ]  # fmt: skip
    return found + [_spiral(seen, p) for p in range(2)]


def _figure(
    seen: Observed, name: str, title: str, values: Floats, words: str
) -> Figure:
    place, bins = seen.place, seen.bins
    low, high = bins.extremes(place, values)
    one, way = SHOWN_PIN, bins.middle
    traces = (
        seen.along_way(way, high, "largest and least of all", "faint"),
        seen.along_way(way, low, "", "faint"),
        seen.along_way(place[:, one], values[:, one], f"pin {one + 1}"),
        seen.along_way(way, bins.mean(place, values), "mean of all", "main"),
    )
    return Figure(
        name,
        title,
        seen.way_axis(),
        Axis(title.split(": ")[-1].lower(), "N"),
        traces,
        seen.section_marks(),
        caption=f"{words} Last revolution of the chain, from the middle of the lower "
        "strand; [Pfeiffer1997] Figure 9.",
        section=SECTION,
    )


def spiral_run(seen: Observed, pulley: int) -> tuple[Floats, Floats, float]:
    """Angle since the entry [rad], mean radius less its mean there [m], and the mean.

    How far pressed pins run inwards and outwards on their way through a pulley.
    """
    angle = pulley_angle(seen.geometry, pulley, seen.round.x, seen.round.y)
    wrap = seen.geometry.wrap_o if pulley else seen.geometry.wrap_i
    side = (seen.round.x > 0.5 * seen.geometry.distance) == bool(pulley)
    kept = side & np.isfinite(seen.round.radius) & (angle >= 0.0) & (angle <= wrap)
    edges = np.linspace(0.0, wrap, SPIRAL_PIECES + 1)
    where = np.clip(np.digitize(angle[kept], edges) - 1, 0, SPIRAL_PIECES - 1)
    radius = seen.round.radius[kept]
    middle = float(radius.mean()) if radius.size else 0.0
    count = np.bincount(where, minlength=SPIRAL_PIECES)
    with np.errstate(invalid="ignore"):
        total = np.bincount(where, radius - middle, SPIRAL_PIECES)
        mean = np.where(count > 0, total / np.maximum(count, 1), np.nan)
    return 0.5 * (edges[1:] + edges[:-1]), mean, middle


def _spiral(seen: Observed, pulley: int) -> Figure:
    """Radius of the pressed pins over the wrap."""
    angle, run, middle = spiral_run(seen, pulley)
    return Figure(
        f"spiral_{PULLEYS[pulley]}",
        f"Spiral running on the {PULLEYS[pulley]} pulley",
        Axis("angle since the entry", "deg"),
        Axis("radius against its mean", "um"),
        (Trace(np.degrees(angle), 1e6 * run, "mean of all", emphasis="main"),),
        caption=f"Radius of pressed pins about their mean of {1e3 * middle:.3f} mm; "
        f"range {1e6 * float(np.nanmax(run) - np.nanmin(run)):.0f} um.",
        section=SECTION,
    )
