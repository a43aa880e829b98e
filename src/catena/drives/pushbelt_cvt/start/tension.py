"""The net tension along the belt with which a run starts."""

from __future__ import annotations

import math

import numpy as np

from catena.drives.pushbelt_cvt.layout.data import BeltData, StartState
from catena.drives.pushbelt_cvt.start.belt_equilibrium import Band, centrifugal_tension
from catena.geometry.course import Course
from catena.geometry.variator import LOOSE, PRIMARY, PUSH, SECONDARY
from catena.numerics.arrays import Floats


def band_of(data: BeltData) -> Band:
    """The belt of a variator as an elastic band."""
    element, ring = data.element, data.ring
    mass = element.count * element.mass / ring.length + ring.mass_per_length
    friction = min(grip.coefficient for grip in data.contact.grips)
    return Band(ring.axial_stiffness, mass, friction, element.wedge_angle)


def net_tension(
    data: BeltData, start: StartState, course: Course, at: Floats
) -> Floats:
    """Ring tension minus push force at arc lengths of a course (4.2) [N].

    Constant in the strands and where the belt sticks; on the active angle before the
    exit of each pulley it passes from one strand's value to the other's.
    """
    band = band_of(data)
    rest = centrifugal_tension(band, start.belt_speed)
    tight, loose = start.tension_tight - rest, start.tension_loose - rest
    brakes = start.torque_secondary >= 0.0
    push, back = (loose, tight) if brakes else (tight, loose)
    strands = {PRIMARY: back, PUSH: push, SECONDARY: push, LOOSE: back}
    names = course.sections
    base = np.array([strands[name] for name in names])[course.section(at)]
    left = _angle_to_exit(course, at)
    active = math.log(tight / loose) / band.exponent
    growth = np.exp(band.exponent * np.maximum(active - left, 0.0))
    falls = np.array([(name == PRIMARY) == brakes for name in names])
    factor = np.where(falls[course.section(at)], 1.0 / growth, growth)
    result: Floats = base * factor + rest
    return result


def _angle_to_exit(course: Course, at: Floats) -> Floats:
    """How far the course still turns on a pulley; infinite in the strands [rad]."""
    s = np.mod(np.atleast_1d(np.asarray(at, dtype=np.float64)), course.length)
    names, angle = np.array(course.sections)[course.section(s)], course.angle(s)
    left = np.full(s.shape, np.inf)
    for name in (PRIMARY, SECONDARY):
        last = [piece for piece in course.pieces if piece.section == name][-1]
        here = names == name
        left[here] = angle[here] - last.end_angle
    return left
