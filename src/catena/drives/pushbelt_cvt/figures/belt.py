"""The belt as a whole: push force and tension, spiral running, endplay."""

from __future__ import annotations

import numpy as np

from catena.drives.pushbelt_cvt.figures.revolution import Observed
from catena.drives.variator.sections import section_of
from catena.drives.variator.sheave_names import PULLEYS
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

SECTION = "Belt"
ANGLES = 72
"""Pieces of a wrap in which radii are averaged."""


def belt_figures(seen: Observed) -> list[Figure]:
    """Forces along the belt, its radii in the pulleys, and the gaps."""
    return [_forces(seen), *_spirals(seen), _gaps(seen)]


def _forces(seen: Observed) -> Figure:
    """Push force and ring tension along the belt, and what both carry together."""
    bins, place = seen.bins, seen.place
    push = bins.mean(place, seen.round.push)
    tension = bins.mean(place, seen.round.tension)
    return Figure(
        "belt_forces",
        "Push force and ring tension along the belt",
        seen.way_axis(),
        Axis("force", "N"),
        (
            Trace(bins.middle, tension, "ring tension", emphasis="main"),
            Trace(bins.middle, push, "push force"),
            Trace(bins.middle, tension - push, "net tension", emphasis="reference"),
        ),
        seen.section_marks(),
        caption="Means over the last revolution of the belt. The load decides the net "
        "tension alone; how push force and ring tension share it depends on endplay "
        "and friction at the saddles.",
        section=SECTION,
    )


def _spirals(seen: Observed) -> list[Figure]:
    """Radius of the ring over the wrap of each pulley."""
    figures = []
    for pulley, word in enumerate(PULLEYS):
        angle, radius = spiral(seen, pulley)
        figures.append(
            Figure(
                f"spiral_{word}",
                f"Spiral running in the {word} pulley",
                Axis("angle since the entry", "deg"),
                Axis("radius of the ring", "m"),
                (
                    Trace(np.degrees(angle), radius, "ring", emphasis="main"),
                    Trace(
                        np.degrees(angle[[0, -1]]),
                        np.full(2, np.nanmean(radius)),
                        "mean",
                        emphasis="reference",
                    ),
                ),
                caption="Neutral fibre of the ring, mean of the last revolution; "
                "[Cebulla2014] Fig. 7.6.",
                section=SECTION,
            )
        )
    return figures


def spiral(seen: Observed, pulley: int) -> tuple[Floats, Floats]:
    """Angles over the wrap of a pulley [rad] and mean radius of the ring there [m]."""
    wrap = seen.geometry.wrap_o if pulley else seen.geometry.wrap_i
    angle, radius = seen.knot_angle(pulley), seen.knot_radius(pulley)
    piece = np.floor(angle / wrap * ANGLES).astype(np.int64)
    here = piece < ANGLES
    total = np.bincount(piece[here], radius[here].astype(float), ANGLES)
    count = np.bincount(piece[here], minlength=ANGLES)
    with np.errstate(invalid="ignore"):
        mean = np.where(count > 0, total / count, np.nan)
    return (np.arange(ANGLES) + 0.5) * wrap / ANGLES, mean


def _gaps(seen: Observed) -> Figure:
    """Gaps between neighbours at the top and at the rocking edge."""
    bins, place = seen.bins, seen.place
    top = bins.mean(place, np.maximum(seen.round.top_gap, 0.0))
    edge = bins.mean(place, np.maximum(seen.round.rocking_gap, 0.0))
    push, loose = strand_endplay(seen)
    return Figure(
        "endplay",
        "Operational endplay",
        seen.way_axis(),
        Axis("gap between two elements", "m"),
        (
            Trace(bins.middle, top, "at the top", emphasis="main"),
            Trace(bins.middle, edge, "at the rocking edge"),
        ),
        seen.section_marks(),
        caption="Mean gap to the element ahead in the last revolution, 0 where they "
        f"touch. At the top all gaps add up to {1e3 * push:.3g} mm in the push strand "
        f"and {1e3 * loose:.3g} mm in the loose strand; [Cebulla2014] Fig. 7.8.",
        section=SECTION,
    )


def strand_endplay(seen: Observed) -> tuple[float, float]:
    """Sum of all gaps at the top in push strand and loose strand, mean in time [m]."""
    section = section_of(seen.geometry, seen.place)
    gap = np.maximum(seen.round.top_gap, 0.0)
    push, loose = (
        float(np.where(section == strand, gap, 0.0).sum(axis=1).mean())
        for strand in (1, 3)
    )
    return push, loose
