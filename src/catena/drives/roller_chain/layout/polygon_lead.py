"""The exact polygonal transmission error of the strand that pulls at the driver."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.plan_rotors import wheel_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError
from catena.geometry.paths.path import Wheel
from catena.geometry.polygon import PolygonPair
from catena.numerics.arrays import Floats


def pulling_pair(spec: Spec, placed: Layout) -> tuple[int, PolygonPair] | None:
    """The sprocket a free strand joins to the driver from behind, and their linkage.

    None where a guide lies between them or the strand crosses over.
    """
    driver = spec.leader
    names = [part.name for part in spec.sprocket]
    items = placed.items
    behind = items[placed.wheel_index(names[driver]) - 1]
    front = items[placed.wheel_index(names[driver])]
    if not isinstance(behind, Wheel) or not isinstance(front, Wheel):
        return None
    if behind.sense != front.sense:
        return None
    j = names.index(behind.name)
    distance = float(np.hypot(*np.subtract(behind.centre, front.centre)))
    teeth = spec.sprocket[driver].tooth_count, spec.sprocket[j].tooth_count
    try:
        return j, PolygonPair(*teeth, placed.placement.pitch, distance)
    except GeometryError:
        return None


def polygon_lead(
    spec: Spec, placed: Layout, driver_angle: Floats
) -> tuple[int, Floats] | None:
    """Lead of the driven sprocket by the exact four-bar linkage [rad], mean zero.

    Driver angles are those of a run, in the sense of travel; the linkage is that of
    rollers held on the pitch circles by rigid links. Its phase follows from the angle
    at which a tooth gap faces the strand, seen from the line of the centres.
    """
    found = pulling_pair(spec, placed)
    if found is None:
        return None
    j, pair = found
    driver = spec.leader
    wheel = placed.items[placed.wheel_index(spec.sprocket[driver].name)]
    assert isinstance(wheel, Wheel)
    towards = np.subtract(wheel_of(placed, spec.sprocket[j].name).centre, wheel.centre)
    line = wheel.sense * float(np.arctan2(towards[1], towards[0]))
    travel, lead = pair.transmission_error(400)
    place = np.mod(driver_angle - line - pair.period[0], pair.driver_pitch_angle)
    exact = np.interp(place, travel, lead)
    return j, np.asarray(exact - exact.mean())
