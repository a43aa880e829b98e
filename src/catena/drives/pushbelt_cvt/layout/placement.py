"""Where everything is at the start: the running state and the course of the belt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from catena.drives.pushbelt_cvt.layout.belt_data import belt_data, scale
from catena.drives.pushbelt_cvt.layout.data import BeltData, StartState
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.course import ring_course
from catena.drives.pushbelt_cvt.start.elements import (
    Placement,
    placed_elements,
    refuse_overlapping_bottoms,
)
from catena.drives.pushbelt_cvt.start.first_guess import even_elements
from catena.drives.pushbelt_cvt.start.initialisation import start_state
from catena.drives.pushbelt_cvt.start.shafts import at_distance, shaft_ways
from catena.geometry.course import Course


@dataclass(frozen=True)
class Layout:
    """A variator placed and in motion."""

    data: BeltData
    start: StartState
    fibre: Course
    """Of the rings' neutral fibre, from the entry of the primary pulley."""
    elements: Placement
    """Where the elements stand along the pitch line."""

    @property
    def depth(self) -> float:
        """From the neutral fibre in to the rocking edge [m]."""
        element = self.data.element
        saddle = 0.5 * self.data.ring.thickness
        return saddle + element.saddle_level - element.rocking_level

    @property
    def pitch_line(self) -> Course:
        """Of the rocking edges."""
        return self.fibre.parallel(self.depth)

    @property
    def centre_line(self) -> Course:
        """Of the elements' centres of gravity."""
        return self.fibre.parallel(self.depth + self.data.element.rocking_level)

    @property
    def levers(self) -> tuple[float, float]:
        """By which turns of elements and of pulleys are displacements [m]."""
        element, start = self.data.element, self.start
        radius = max(start.radius_primary, start.radius_secondary)
        return element.top_level - element.bottom_level, radius

    @property
    def belt_speed(self) -> float:
        """Of the rocking edges, stuck to the primary pulley [m/s]."""
        return self.start.speed_primary * (self.start.radius_primary - self.depth)

    @property
    def revolution(self) -> float:
        """Time of one revolution of the belt without slip [s]."""
        return self.pitch_line.length / self.belt_speed


def layout_of(spec: Spec) -> Layout:
    """The running belt of a specification."""
    return layout_with(spec, belt_data(spec))


def layout_with(spec: Spec, data: BeltData) -> Layout:
    """The running belt of a specification with other numbers of its parts."""
    ways = shaft_ways(spec)
    spec = at_distance(spec, ways)
    distance = spec.variator.centre_distance
    data = replace(data, centre_distance=distance, shafts=ways)
    start = start_state(spec)
    place = even_elements if start.grooves == "unloaded" else placed_elements
    elements = place(data, start)
    refuse_overlapping_bottoms(data, elements, scale(spec))
    return Layout(data, start, ring_course(data, start), elements)
