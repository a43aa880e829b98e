"""Where the ring is when a run starts."""

from __future__ import annotations

from catena.drives.pushbelt_cvt.layout.data import BeltData, ElementData, StartState
from catena.drives.pushbelt_cvt.layout.tapered import (
    ArchedBelt,
    arched_belt,
    cats_back_radius,
)
from catena.geometry.course import Course
from catena.geometry.variator import BeltGeometry, belt_geometry


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
