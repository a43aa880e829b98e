"""Where along the belt points are: the section, the way in it, the angle in a pulley.

The way starts at the entry of the primary pulley and follows the travel: primary,
push strand, secondary, loose strand. Points off the course keep the angle they have in
a pulley, and are projected onto a strand.
"""

from __future__ import annotations

import numpy as np

from catena.geometry.variator import SECTIONS, BeltGeometry
from catena.numerics.arrays import Floats, Ints

INNER_ANGLE = np.pi / 4
"""To both sides of the middle of an arc [rad]: off entry and exit."""


def section_starts(geometry: BeltGeometry) -> Floats:
    """Way at which each section begins, and the whole length, (5,) [m]."""
    return geometry.course().starts


def places_of(geometry: BeltGeometry, x: Floats, y: Floats) -> Floats:
    """Way of points along the belt, in [0, length) [m]."""
    starts = section_starts(geometry)
    on_primary = pulley_angle(geometry, 0, x, y)
    on_secondary = pulley_angle(geometry, 1, x, y)
    phi = geometry.phi
    along = np.sin(phi) * x - np.cos(phi) * np.abs(y)  # projected on either strand
    push = starts[1] + np.clip(along, 0.0, geometry.strand)
    loose = starts[4] - np.clip(along, 0.0, geometry.strand)
    place = np.where(y > 0.0, push, loose)
    inside = on_secondary <= geometry.wrap_o
    place = np.where(inside, starts[2] + geometry.radius_o * on_secondary, place)
    inside = on_primary <= geometry.wrap_i
    place = np.where(inside, geometry.radius_i * on_primary, place)
    answer: Floats = np.mod(place, starts[4])
    return answer


def pulley_angle(geometry: BeltGeometry, pulley: int, x: Floats, y: Floats) -> Floats:
    """Angle since the entry of a pulley in the sense of travel, in [0, 2 pi) [rad]."""
    phi = geometry.phi
    entry = -phi if pulley == 0 else phi  # where the belt comes onto the pulley
    centre = 0.0 if pulley == 0 else geometry.distance
    answer: Floats = np.mod(entry - np.arctan2(y, x - centre), 2.0 * np.pi)
    return answer


def running_radii(
    distance: float, knot_x: Floats, knot_y: Floats, shafts: Floats | None = None
) -> Floats:
    """Mean radius of the ring in both pulleys, (snapshots, 2) [m].

    Taken where every belt lies on the sheaves, whatever its ratio. ``shafts`` are ways
    of the axes from (0, 0) and (distance, 0), (snapshots, 2, pulleys) [m].
    """
    radii = []
    for p, (centre, outward) in enumerate(((0.0, -1.0), (distance, 1.0))):
        moved = np.zeros((2, 1, 1)) if shafts is None else shafts[:, :, p].T[..., None]
        x, y = outward * (knot_x - centre - moved[0]), knot_y - moved[1]
        inner = np.abs(np.arctan2(y, x)) < INNER_ANGLE
        radius = np.where(inner, np.hypot(x, y), 0.0)
        radii.append(radius.sum(axis=1) / inner.sum(axis=1))
    return np.stack(radii, axis=1)


def section_of(geometry: BeltGeometry, place: Floats) -> Ints:
    """Number of the section at places: 0 primary, 1 push, 2 secondary, 3 loose."""
    found = np.searchsorted(section_starts(geometry), place, side="right") - 1
    return np.clip(found, 0, len(SECTIONS) - 1).astype(np.int64)
