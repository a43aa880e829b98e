"""The six contact forces of an element, [Cebulla2014] Fig. 7.2-7.4."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.drives.pushbelt_cvt.looked import Looked
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

SECTION = "Element forces"
FOLLOWED = 1
"""Elements shown one by one, evenly spread over the belt."""


class Force(NamedTuple):
    """One of the six contact forces."""

    name: str
    """Of the array in a round."""
    title: str
    label: str
    caption: str


SIX = (
    Force("flank_normal", "Element and pulley: normal force", "normal force",
          "Sum of both sheaves, normal to the flanks."),
    Force("flank_travel", "Element and pulley: friction along the travel",
          "friction along the travel", "Of both sheaves on the element; positive "
          "drives it on."),
    Force("flank_outward", "Element and pulley: radial friction", "radial friction",
          "Of both sheaves on the element; positive pushes it outwards."),
    Force("push", "Element and element: push force", "push force",
          "Of an element on the one ahead: rocking edge, top and bottom together."),
    Force("ring_normal", "Element and ring: normal force", "normal force",
          "Of the ring on the saddle; negative where the ring lifts the ears."),
    Force("ring_friction", "Element and ring: friction along the travel",
          "friction along the travel", "Of the ring on the element; positive pulls it "
          "on."),
)  # fmt: skip


def element_figures(looked: Looked) -> list[Figure]:
    """One figure for each of the six contact forces."""
    return [_figure(looked, force) for force in SIX]


def _figure(looked: Looked, force: Force) -> Figure:
    values: Floats = getattr(looked.round, force.name)
    place, bins = looked.place, looked.bins
    low, high = bins.extremes(place, values)
    traces = [
        Trace(bins.middle, high, "largest and least of all", emphasis="faint"),
        Trace(bins.middle, low, "", emphasis="faint"),
    ]
    for k in followed(looked.element_count):
        x, y = one_way(place[:, k], values[:, k])
        traces.append(Trace(x, y, f"element {k + 1}"))
    mean = bins.mean(place, values)
    traces.append(Trace(bins.middle, mean, "mean of all elements", emphasis="main"))
    return Figure(
        force.name,
        force.title,
        looked.way_axis(),
        Axis(force.label, "N"),
        tuple(traces),
        looked.section_marks(),
        caption=f"{force.caption} Last revolution of the belt, from the entry of the "
        "primary pulley; [Cebulla2014] Fig. 7.2-7.4.",
        section=SECTION,
    )


def followed(count: int) -> list[int]:
    """Numbers of the elements that are shown one by one."""
    return [round(i * count / FOLLOWED) for i in range(FOLLOWED)]


def one_way(place: Floats, values: Floats) -> tuple[Floats, Floats]:
    """One element's values over its way, in the order of the way."""
    order = np.argsort(place, kind="stable")
    return place[order], np.asarray(values[order], dtype=np.float64)
