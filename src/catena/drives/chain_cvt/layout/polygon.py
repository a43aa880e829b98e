"""The exact polygon of pins between two pairs of sheaves.

Pins lie on circles where the sheaves press them and on common tangents between; every
link is a chord of this curve. At a ratio one radius is free, and it is such that the
last chord ends where the first began.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.errors import GeometryError
from catena.geometry.paths.chords import fill_places
from catena.geometry.variator import BeltGeometry, belt_geometry, belt_length
from catena.numerics.arrays import Floats

_STEPS = 60
_EXACT = 1e-13


@dataclass(frozen=True)
class PinPolygon:
    """Pins on their circles and tangents."""

    belt: BeltGeometry
    """Circles of the pins."""
    places: Floats
    """Of the pins along the course from the entry of the primary pulley [m]."""

    def points(self) -> tuple[Floats, Floats]:
        """Where the pins are, x and y [m]."""
        return self.belt.course().point(self.places)

    def headings(self) -> Floats:
        """Directions of travel of the pins [rad]."""
        return self.belt.course().angle(self.places)


def pin_polygon(ratio: float, pitches: Floats, distance: float) -> PinPolygon:
    """The polygon of links of these lengths at a ratio of radii r_O / r_I.

    Newton's method on the length of the smooth curve: chords are shorter than arcs by
    a share that hardly changes.
    """
    whole = float(pitches.sum())
    length = whole
    for _ in range(_STEPS):
        belt = belt_geometry(ratio, length, distance)
        places = walked(belt, pitches)
        excess = places[-1] - belt.length
        if abs(excess) <= _EXACT * whole:
            break
        length += excess
    return PinPolygon(belt, places[:-1])


def walked(belt: BeltGeometry, pitches: Floats) -> Floats:
    """Places of all pins and of the first one again, chord after chord [m]."""
    course = belt.course()
    x, y = (np.array([p.start[i] for p in course.pieces]) for i in range(2))
    heading = np.array([p.angle for p in course.pieces])
    curvature = np.array([p.curvature for p in course.pieces])
    places = np.zeros(pitches.size + 1)
    fill_places(x, y, heading, curvature, course.starts[1:], pitches, places)
    return places


@dataclass(frozen=True)
class Grooves:
    """Between which radii pins may run on each pulley [m]."""

    least: tuple[float, float]
    most: tuple[float, float]

    def holds(self, radii: tuple[float, float]) -> bool:
        """Whether both radii are between hub and rim."""
        return all(
            a < r < b for a, r, b in zip(self.least, radii, self.most, strict=True)
        )


def fitting_counts(
    ratio: float, pitch: float, distance: float, grooves: Grooves
) -> range:
    """Numbers of links that fit at a ratio, by the length of the smooth curve."""
    least = max(grooves.least[0], grooves.least[1] / ratio)
    most = min(grooves.most[0], grooves.most[1] / ratio)
    if most <= least:
        return range(0)
    lengths = [float(belt_length(r, ratio * r, distance)) for r in (least, most)]
    return range(int(np.ceil(lengths[0] / pitch)), int(lengths[1] / pitch) + 1)


def checked_polygon(
    ratio: float, pitches: Floats, distance: float, grooves: Grooves
) -> PinPolygon:
    """The polygon, if its pins lie between hub and rim of both pulleys.

    Raises:
        GeometryError: they do not; says how many links fit at this ratio.
    """
    pitch = float(pitches.mean())
    fits = fitting_counts(ratio, pitch, distance, grooves)
    words = "no number of links fits at this ratio"
    if len(fits):
        words = f"{fits.start} to {fits.stop - 1} links fit at this ratio"
        words = words if len(fits) > 1 else f"{fits.start} links fit at this ratio"
    chain = f"chain: {pitches.size} links of {1e3 * pitch:.5g} mm"
    try:
        found = pin_polygon(ratio, pitches, distance)
    except GeometryError as error:
        raise GeometryError(f"{chain} at ratio {ratio:.4g}: {error}; {words}") from None
    radii = found.belt.radius_i, found.belt.radius_o
    if not grooves.holds(radii):
        limits = " and ".join(
            f"{1e3 * a:.5g} to {1e3 * b:.5g} mm"
            for a, b in zip(grooves.least, grooves.most, strict=True)
        )
        raise GeometryError(
            f"{chain} run on radii of {1e3 * radii[0]:.5g} and {1e3 * radii[1]:.5g} mm "
            f"at ratio {ratio:.4g}; the sheaves reach from {limits}; {words}"
        )
    return found
