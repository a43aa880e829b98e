"""Where the ring is when a run starts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from catena.bodies.ring_spline import control_points, mid_slopes
from catena.drives.pushbelt_cvt.layout.data import BeltData, ElementData, StartState
from catena.drives.pushbelt_cvt.layout.taper import (
    ArchedBelt,
    arched_belt,
    cats_back_radius,
)
from catena.geometry.course import Course
from catena.geometry.variator import BeltGeometry, belt_geometry
from catena.numerics.arrays import Floats

ROUNDS = 12
"""How often knots are moved until the ways between them are right."""


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


def course_of_length(data: BeltData, ratio: float, length: float) -> Course:
    """The course of a ring of a length at a ratio."""
    if data.element.top_offset == 0.0:
        return belt_geometry(ratio, length, data.centre_distance).course()
    radius = back_radius(data.element, fibre_offset(data))
    return arched_belt(ratio, length, data.centre_distance, radius).course()


def ring_course(data: BeltData, start: StartState) -> Course:
    """The course of the ring's neutral fibre, from the entry of the primary pulley."""
    pulleys = BeltGeometry(
        start.radius_primary, start.radius_secondary, data.centre_distance
    )
    if data.element.top_offset == 0.0:
        return pulleys.course()
    return ArchedBelt(pulleys, back_radius(data.element, fibre_offset(data))).course()


def ring_knots(
    data: BeltData, start: StartState, fibre: Course
) -> tuple[Floats, float]:
    """Arc lengths of the knots of a ring of even tension, and its offset outwards [m].

    Knots at equal ways would not do: a span measures the course by its slope at
    mid-span, which differs by some (l_0/R)^2/80 where a wrap begins, a few times the
    strain of a running ring if spans are a third of the radius.
    """
    spans = data.ring.spans
    even = np.arange(spans) * fibre.length / spans
    strain = np.full(spans, start.ring_tension / data.ring.axial_stiffness)

    def through(arc: Floats, out: float) -> Floats:
        return control_points(course_points(fibre, arc, out))

    return strained_knots(through, even, strain, data.ring.length / spans)


def course_points(fibre: Course, arc: Floats, out: float) -> Floats:
    """Points (m, 2) at arc lengths of a course moved to the left of travel [m]."""
    (x, y), angle = fibre.point(arc), fibre.angle(arc)
    return np.stack([x - out * np.sin(angle), y + out * np.cos(angle)], axis=1)


def strained_knots(
    through: Callable[[Floats, float], Floats],
    ways: Floats,
    strain: Floats,
    span: float,
) -> tuple[Floats, float]:
    """Knots along a course between which a ring has a given strain.

    Also how far outwards the course must move, so that the whole length fits [m].

    Args:
        through: control points of the ring (m, 2) with knots at ways along the course,
            which is moved outwards.
        ways: of the knots to begin with [m].
        strain: wanted in each span.
        span: its relaxed length [m].
    """
    out = 0.0
    for _ in range(ROUNDS):
        slope = mid_slopes(through(ways, out).T)
        more = span * (strain + 1.0) - np.hypot(slope[0], slope[1])
        ways = ways + shifts(more, np.ones(more.size))
        out += float(more.sum()) / (2.0 * np.pi)
    return ways, out


def places_between(knots: Floats, at: Floats, length: float) -> Floats:
    """Places on a ring, span + share of it, of ways along its closed course.

    ``knots`` are the ways of its knots, growing; ``length`` that of one round.
    """
    n = knots.size
    around = np.concatenate([knots - length, knots, knots + length])
    found = np.interp(np.mod(at, length), around, np.arange(-n, 2.0 * n))
    places: Floats = np.mod(found, n)
    return places


def shifts(more: Floats, weight: Floats) -> Floats:
    """How far pieces of a closed belt move so that each way ahead grows [m].

    What does not close goes where the weights are.
    """
    more = more - more.sum() * weight / weight.sum()
    shift = np.concatenate([[0.0], np.cumsum(more)[:-1]])
    moved: Floats = shift - shift.mean()
    return moved
