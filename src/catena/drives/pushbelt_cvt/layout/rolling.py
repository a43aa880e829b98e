"""Elements that roll through both pulleys without slip.

In a pulley the arc of a rocking edge rolls on the plane rear side ahead, and further in
the smaller the pulley is. So elements are a little closer there than their thickness at
the radius of the rocking edges says.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.numerics.arrays import Floats


class Rolling(NamedTuple):
    """What decides how many elements lie on a pulley [m]."""

    depth: float
    """From the ring's neutral fibre in to the rocking edges."""
    thickness: float
    """Of an element at the rocking edge, t."""
    edge_radius: float
    """Of the rocking edge, r_R."""
    per_way: float = 0.0
    """Elements over the way of their centres of gravity [1/m]."""

    def pitch_angle(self, radius: Floats) -> Floats:
        """Angle between neighbours in contact on a ring radius [rad].

        The centre of the arc, (t/2 - r_R, r) in the frame of its element, is r_R behind
        the rear side x = -t/2 of the next one, whose frame is turned by the angle:
        r sin - (t/2 - r_R) cos = t/2 + r_R.
        """
        inner = radius - self.depth
        ahead = 0.5 * self.thickness - self.edge_radius
        far = np.hypot(inner, ahead)
        angle: Floats = np.arcsin((0.5 * self.thickness + self.edge_radius) / far)
        return angle + np.arctan2(ahead, inner)

    def speed_ratio(self, radius: Floats) -> Floats:
        """Speed ratio without slip of rings on two radii (..., 2)."""
        primary, secondary = (self.pitch_angle(radius[..., p]) for p in (0, 1))
        ratio: Floats = primary / secondary
        return ratio

    def used_play(self, radius: float, wrap: float) -> float:
        """How much longer the pitch line of a wrap is than its elements are thick [m].

        Neighbours touch inside their rocking edges, further in the fewer they are.
        """
        angle = float(self.pitch_angle(np.array(radius)))
        return wrap * (radius - self.depth - self.thickness / angle)


def rolling_of(placed: Layout) -> Rolling:
    """That of a variator."""
    element = placed.data.element
    per_way = element.count / placed.centre_line.length
    return Rolling(placed.depth, element.thickness, element.rocking_radius, per_way)
