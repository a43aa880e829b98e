"""How the sheaves give way under the running belt, and where the belt then runs.

The net tension presses the flanks with (L - K) (1 - m v0^2/EA) / (2 tan delta_0) per
angle on each sheave. Under this load sheaves tilt or bend, elements are squeezed, and
the belt sinks into the groove by the axial way over tan(delta_0): the start of the
spiral running.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.interpolate import CubicSpline

from catena.drives.pushbelt_cvt.layout.data import BeltData, SheaveData, StartState
from catena.drives.pushbelt_cvt.start.belt_equilibrium import centrifugal_tension
from catena.drives.pushbelt_cvt.start.course import course_of_length, fibre_offset
from catena.drives.pushbelt_cvt.start.tension import band_of, net_tension
from catena.errors import GeometryError
from catena.geometry.biarc import biarc
from catena.geometry.course import Course, Piece
from catena.geometry.variator import LOOSE, PRIMARY, PUSH, SECONDARY
from catena.numerics.arrays import Floats

PER_SECTION = 72
"""Places of each section at which the course is bent."""
CLOSED = 1e-12
"""Relative accuracy of the length of a bent course."""
SMOOTH = 0.02
"""Length over which a strand bends from the direction of a wrap into its own [m]."""
NONE = (0.0, 0.0)
"""Slopes of a sheave that does not tilt."""
DEEPEST = 0.1
"""Share of a radius by which a belt may sink in before the start is refused."""


@dataclass(frozen=True)
class BentCourse:
    """The belt between sheaves that give way."""

    fibre: Course
    """Of the rings' neutral fibre."""
    tilts: tuple[tuple[float, float], tuple[float, float]]
    """Slopes of the primary and the secondary sheaves over x and y [rad]."""


def bent_course(data: BeltData, start: StartState) -> BentCourse:
    """The course of the loaded ring between loaded sheaves, as long as it should be.

    Bending adds little to the length of a course, and hardly more to a longer one, so
    taking off what is too much closes in by several digits per step.
    """
    wanted = data.ring.length * (1.0 + start.ring_tension / data.ring.axial_stiffness)
    length = wanted
    for _ in range(30):
        bent = _bent(data, start, course_of_length(data, start.ratio, length))
        excess = bent.fibre.length - wanted
        if abs(excess) <= CLOSED * wanted:
            return bent
        length -= excess
    raise GeometryError(
        f"no course of {1e3 * wanted:.6g} mm fits between the loaded sheaves"
    )


def _bent(data: BeltData, start: StartState, course: Course) -> BentCourse:
    begins = course.section_starts()
    bounds = [begins[PRIMARY], begins[PUSH], begins[SECONDARY], begins[LOOSE]]
    bounds.append(course.length)
    arcs, tilts = [], []
    for p, (sheave, centre) in enumerate(
        ((data.primary, 0.0), (data.secondary, data.centre_distance))
    ):
        s = np.linspace(bounds[2 * p], bounds[2 * p + 1], PER_SECTION + 1)
        sunk, tilt = _sunk(data, start, course, s, sheave, centre)
        arcs.append(CubicSpline(s, float(np.mean(sunk)) - sunk))
        tilts.append(tilt)
    places, offsets, slopes = [], [], []
    for k, (begin, end) in enumerate(pairwise(bounds)):
        s = np.linspace(begin, end, PER_SECTION, endpoint=False)
        if k in (0, 2):
            out, slope = arcs[k // 2](s), arcs[k // 2](s, 1)
        else:
            out, slope = _strand(s, begin, end, arcs[k // 2], arcs[1 - k // 2])
        places.append(s)
        offsets.append(out)
        slopes.append(slope)
    moved = _moved_out(course, *map(np.concatenate, (places, offsets, slopes)))
    return BentCourse(moved, (tilts[0], tilts[1]))


def _strand(
    s: Floats, begin: float, end: float, behind: CubicSpline, ahead: CubicSpline
) -> tuple[Floats, Floats]:
    """Offset and slope along a strand: straight, but smooth where it meets wraps."""
    a, b = float(behind(behind.x[-1])), float(ahead(ahead.x[0]))
    straight = (b - a) / (end - begin)
    out, slope = a + straight * (s - begin), np.full(s.size, straight)
    for edge, kink in (
        (begin, float(behind(behind.x[-1], 1)) - straight),
        (end, float(ahead(ahead.x[0], 1)) - straight),
    ):
        way = s - edge
        rest = np.maximum(1.0 - np.abs(way) / SMOOTH, 0.0)
        out = out + kink * way * rest**2
        slope = slope + kink * rest * (rest - 2.0 * np.abs(way) / SMOOTH)
    return out, slope


def _sunk(
    data: BeltData, start: StartState, course: Course, s: Floats, sheave: SheaveData,
    centre: float,
) -> tuple[Floats, tuple[float, float]]:  # fmt: skip
    """How deep the belt sinks in along a pulley [m], and how the sheave tilts."""
    element, contact = data.element, data.contact
    band = band_of(data)
    fibre = element.saddle_level + 0.5 * data.ring.thickness - element.flank_level
    x, y = course.point(s)
    radius = float(np.mean(np.hypot(x - centre, y)))
    flank = radius - fibre
    angle = np.arctan2(y, x - centre)
    turn = float(np.abs(course.angle(s[-1:]) - course.angle(s[:1]))[0])
    step = np.full(s.size, turn / (s.size - 1))  # trapezoids
    step[[0, -1]] *= 0.5
    rest = centrifugal_tension(band, start.belt_speed)
    room = 1.0 - band.mass_per_length * start.belt_speed**2 / band.axial_stiffness
    excess = net_tension(data, start, course, s) - rest
    axial = room * excess / (2.0 * math.tan(element.wedge_angle))  # per angle
    slope = math.tan(element.wedge_angle)
    stiffness = contact.flank_stiffness * len(element.flank_offsets)
    share = element.thickness / (radius - fibre_offset(data))  # angle of one element
    squeezed = axial * share / (stiffness * math.cos(element.wedge_angle) ** 2)
    level = flank * slope - squeezed - _bending(sheave, axial * step, angle, flank)
    if sheave.tilts:
        at, tilt = _on_tilted(sheave, axial * step, angle, level, slope)
    else:
        at, tilt = level / slope, NONE
    sunk = flank - at
    if float(np.ptp(sunk)) > DEEPEST * radius:
        raise GeometryError(
            f"sheaves so soft that the belt sinks in by {1e3 * float(np.ptp(sunk)):.3g}"
            f" mm on a radius of {1e3 * radius:.4g} mm"
        )
    return sunk, tilt


def _on_tilted(
    sheave: SheaveData, load: Floats, angle: Floats, level: Floats, slope: float
) -> tuple[Floats, tuple[float, float]]:
    """Radii on a tilted sheave, rho (slope + tilt u) = level + z, and its slopes.

    The moment of the loads at these radii tilts the sheave, and the groove opens by z
    so that the mean radius stays; inserting closes in fast, since tilts are small
    against the slope of the cone.
    """
    rho = level / slope
    mean = float(np.mean(rho))
    x = y = 0.0
    for _ in range(50):
        before = (x, y)
        x = float(np.sum(load * rho * np.cos(angle))) / sheave.tilt_stiffness
        y = float(np.sum(load * rho * np.sin(angle))) / sheave.tilt_stiffness
        lean = x * np.cos(angle) + y * np.sin(angle)
        share = 1.0 / np.maximum(slope + lean, 0.5 * slope)
        z = (mean - float(np.mean(level * share))) / float(np.mean(share))
        rho = (level + z) * share
        if math.hypot(x - before[0], y - before[1]) <= 1e-12 * math.hypot(x, y):
            break
    return rho, (x, y)


def _bending(sheave: SheaveData, load: Floats, angle: Floats, radius: float) -> Floats:
    """How far a sheave bends open under axial loads (5.49), (5.53) [m]."""
    opening = np.zeros(angle.size)
    if sheave.bends:
        terms = [(k, d.at(radius) * a) for d in sheave.discs
                 for k, a in enumerate(d.series)]  # fmt: skip
        for k, a in terms:
            cos, sin = np.cos(k * angle), np.sin(k * angle)
            opening += a * (np.sum(load * cos) * cos + np.sum(load * sin) * sin)
    return opening


def _moved_out(course: Course, s: Floats, out: Floats, slope: Floats) -> Course:
    """A course moved outwards by offsets, as arcs through the moved places."""
    angle, bend = course.angle(s), course.curvature(s)
    x, y = course.point(s)
    x, y = x - out * np.sin(angle), y + out * np.cos(angle)
    heading = angle + np.arctan2(slope, 1.0 - bend * out)
    names = np.array(course.sections)[course.section(s)]
    pieces: list[Piece] = []
    for i in range(s.size):
        j = (i + 1) % s.size
        turned = course.turning if j == 0 else 0.0
        pieces += biarc(
            str(names[i]),
            (float(x[i]), float(y[i]), float(heading[i])),
            (float(x[j]), float(y[j]), float(heading[j]) + turned),
        )
    return Course(tuple(pieces))
