"""The six contact forces of an element, [Cebulla2014] Fig. 7.2-7.4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from catena.drives.pushbelt_cvt.figures.revolution import Observed
from catena.drives.variator.curves import one_way
from catena.errors import InputError
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

SECTION = "Element forces"


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


def element_figures(seen: Observed, elements: Sequence[int] = (1,)) -> list[Figure]:
    """One figure for each of the six contact forces.

    Args:
        seen: The run.
        elements: Numbers of the elements shown one by one, counted from 1.
    """
    for number in elements:
        check_number(seen, number)
    return [_figure(seen, force, elements) for force in SIX]


def check_number(seen: Observed, number: int) -> None:
    """Refuse the number of an element that is not there.

    Raises:
        InputError: says which ones there are.
    """
    if not 1 <= number <= seen.element_count:
        raise InputError(
            f"element {number}: the belt has elements 1 to {seen.element_count}"
        )


def _figure(seen: Observed, force: Force, elements: Sequence[int]) -> Figure:
    values: Floats = getattr(seen.round, force.name)
    place, bins = seen.place, seen.bins
    low, high = bins.extremes(place, values)
    traces = [
        Trace(bins.middle, high, "largest and least of all", emphasis="faint"),
        Trace(bins.middle, low, "", emphasis="faint"),
    ]
    for number in elements:
        x, y = one_way(place[:, number - 1], values[:, number - 1])
        traces.append(Trace(x, y, f"element {number}"))
    mean = bins.mean(place, values)
    traces.append(Trace(bins.middle, mean, "mean of all elements", emphasis="main"))
    return Figure(
        force.name,
        force.title,
        seen.way_axis(),
        Axis(force.label, "N"),
        tuple(traces),
        seen.section_marks(),
        caption=f"{force.caption} Last revolution of the belt, from the entry of the "
        "primary pulley; [Cebulla2014] Fig. 7.2-7.4. Other elements: catena "
        "cvt-elements.",
        section=SECTION,
    )


def all_ways(place: Floats, values: Floats, grid: Floats) -> Floats:
    """Values of every element at the same places of its way, (elements, grid)."""
    return np.stack(
        [
            np.interp(grid, *one_way(p, v))
            for p, v in zip(place.T, values.T, strict=True)
        ]
    )
