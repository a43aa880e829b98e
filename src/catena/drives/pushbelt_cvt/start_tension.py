"""The net tension along the belt with which a run starts."""

from __future__ import annotations

import math

import numpy as np

from catena.drives.pushbelt_cvt.belt_equilibrium import Band, centrifugal_tension
from catena.drives.pushbelt_cvt.data import BeltData, StartState
from catena.geometry.course import Course
from catena.geometry.variator import LOOSE, PRIMARY, PUSH, SECONDARY
from catena.numerics.arrays import Floats


def band_of(data: BeltData) -> Band:
    """The belt of a variator as an elastic band."""
    element, ring = data.element, data.ring
    mass = element.count * element.mass / ring.length + ring.mass_per_length
    return Band(
        ring.axial_stiffness, mass, data.contact.flank_friction, element.wedge_angle
    )


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
    left = np.full(s.shape, np.inf)
    for piece, start in zip(course.pieces, course.starts, strict=False):
        if piece.section in (PRIMARY, SECONDARY):
            here = (s >= start) & (s < start + piece.length)
            left[here] = -piece.curvature * (start + piece.length - s[here])
    return left
