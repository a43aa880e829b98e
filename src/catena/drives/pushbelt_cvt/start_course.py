"""Where ring and elements are when a run starts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.pushbelt_cvt.data import BeltData, ElementData, StartState
from catena.drives.pushbelt_cvt.tapered import ArchedBelt, arched_belt, cats_back_radius
from catena.errors import GeometryError
from catena.geometry.course import Course
from catena.geometry.variator import BeltGeometry, belt_geometry
from catena.numerics.arrays import Floats


def fibre_offset(data: BeltData) -> float:
    """From the rocking edge out to the neutral fibre of the ring [m]."""
    levels = data.element.saddle_level - data.element.rocking_level
    return levels + 0.5 * data.ring.thickness


def back_radius(element: ElementData, fibre: float) -> float:
    """The cat's back radius of simulated elements; infinite without taper [m]."""
    return cats_back_radius(
        element.thickness,
        element.top_offset,
        element.top_level - element.rocking_level,
        element.rocking_radius,
        fibre,
    )


def loaded_belt(
    data: BeltData, ratio: float, ring_tension: float
) -> BeltGeometry | ArchedBelt:
    """The ring as long as its tension makes it, at a ratio."""
    length = data.ring.length * (1.0 + ring_tension / data.ring.axial_stiffness)
    if data.element.top_offset == 0.0:
        return belt_geometry(ratio, length, data.centre_distance)
    radius = back_radius(data.element, fibre_offset(data))
    return arched_belt(ratio, length, data.centre_distance, radius)


def ring_course(data: BeltData, start: StartState) -> Course:
    """The course of the ring's neutral fibre, from the entry of the primary pulley."""
    pulleys = BeltGeometry(
        start.radius_primary, start.radius_secondary, data.centre_distance
    )
    if data.element.top_offset == 0.0:
        return pulleys.course()
    return ArchedBelt(pulleys, back_radius(data.element, fibre_offset(data))).course()


@dataclass(frozen=True)
class Placement:
    """The elements along the line of their rocking edges."""

    course: Course
    """Of the rocking edges, inside the ring."""
    places: Floats
    """Arc length of each element's rocking edge, in the order of travel [m]."""
    overlap: float
    """How deep tops still overlap because the endplay does not suffice [m]."""


def placed_elements(data: BeltData, start: StartState) -> Placement:
    """Elements on the rocking-edge line, the endplay shared out among them.

    Every gap is as large as its neighbours' tops need there, plus an equal share of
    what is left. Without taper all gaps are equal; with it, elements on the straight
    transitions stand as far apart as their tops are thicker, and only what the endplay
    cannot give remains as overlap.
    """
    course = ring_course(data, start).parallel(fibre_offset(data))
    lengths = np.array([piece.length for piece in course.pieces])
    bends = np.array([-piece.curvature for piece in course.pieces])
    element = data.element
    height = element.top_level - element.rocking_level
    t = element.thickness
    # tops touch when g + (t + g) height bend = taper
    needed = (element.top_offset - t * height * bends) / (1.0 + height * bends)
    needed = np.maximum(needed, 0.0)
    share = _share(lengths, t + needed, element.count)
    spacing = t + needed + share
    counted = np.concatenate(([0.0], np.cumsum(lengths / spacing)))
    index = np.arange(element.count) * (counted[-1] / element.count)
    places = np.interp(index, counted, course.starts)
    overlap = max(0.0, -share) if np.any(needed > 0.0) else 0.0
    if share < 0.0 and not np.any(needed > 0.0):
        raise GeometryError(
            f"{element.count} simulated elements of {1e3 * t:.6g} mm do not fit on "
            f"{1e3 * course.length:.6g} mm at their rocking edges"
        )
    return Placement(course, places, overlap)


def _share(lengths: Floats, least: Floats, count: int) -> float:
    """What is added to every spacing so that exactly all elements find room [m].

    sum of length / (least + share) = count; the sum falls with the share, and Newton's
    steps from below climb to the root, since it is convex.
    """
    share = float(np.sum(lengths)) / count - float(np.max(least))
    for _ in range(100):
        spacing = least + share
        excess = float(np.sum(lengths / spacing)) - count
        step = excess / float(np.sum(lengths / spacing**2))
        share += step
        if abs(step) <= 1e-16 * float(np.max(least)):
            break
    return share
