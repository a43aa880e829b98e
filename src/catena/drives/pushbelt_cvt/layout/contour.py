"""Outlines of an element seen from the side, in its own frame.

x points along the travel, y outwards, the origin is the centre of gravity. The rear
is a plane; the front is a plane down to the rocking edge, then an arc, then the
relieved foot.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.pushbelt_cvt.layout.data import ElementData
from catena.numerics.arrays import Floats

ARC = 7
"""Corners along the rocking edge."""
CHAMFER = 0.12
"""Of the head's upper edges, over the thickness."""


@dataclass(frozen=True)
class ElementContour:
    """The three parts of an element, one above the other, outlines (n, 2) [m]."""

    body: Floats
    """From the bottom up to the saddle."""
    pillar: Floats
    """From the saddle to the ears, between the ring sets."""
    head: Floats
    """From the ears to the top."""


def element_contour(element: ElementData, ear_level: float) -> ElementContour:
    """Outlines of a simulated element with its ears at a level."""
    half = 0.5 * element.thickness
    front = half + element.top_offset
    chamfer = CHAMFER * element.thickness
    top = element.top_level + chamfer
    middle = np.array([element.gravity_shift, 0.0])
    head = [
        (-half, ear_level),
        (half, ear_level),
        (front, top - chamfer),
        (front - chamfer, top),
        (-half + chamfer, top),
        (-half, top - chamfer),
    ]
    return ElementContour(
        body=_body(element) + middle,
        pillar=_box(-half, half, element.saddle_level, ear_level) + middle,
        head=np.array(head) + middle,
    )


def _body(element: ElementData) -> Floats:
    """Rear plane, saddle, front plane, rocking edge, foot, about mid-thickness."""
    half = 0.5 * element.thickness
    relief = max(-element.bottom_offset, 0.0)
    lowest = element.bottom_level
    below = arc_height(element)
    down = np.linspace(0.0, below, ARC)
    r = element.rocking_radius
    edge_x = half - (r - np.sqrt(r**2 - down**2))
    edge_y = element.rocking_level - down
    front = np.column_stack([edge_x, edge_y])
    foot = np.array([(half - relief, lowest), (-half, lowest)])
    head = np.array([(-half, element.saddle_level), (half, element.saddle_level)])
    return np.vstack([head, front, foot])


def arc_height(element: ElementData) -> float:
    """How far the rocking arc reaches down: to the relief, at most half way [m]."""
    r, relief = element.rocking_radius, max(-element.bottom_offset, 0.0)
    inside = r**2 - max(r - relief, 0.0) ** 2
    room = 0.5 * (element.rocking_level - element.bottom_level)
    return float(min(np.sqrt(inside), room))


def _box(left: float, right: float, low: float, high: float) -> Floats:
    return np.array([(left, low), (right, low), (right, high), (left, high)])
