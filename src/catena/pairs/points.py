"""Round points of planar bodies: rollers, pins, the ends of plates."""

from __future__ import annotations

from catena.bodies.planar import turned
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record

POINT = record(
    body=int,
    arm_x=float,  # in the frame of the body [m]
    arm_y=float,
)
PLACE = record(
    x=float,  # [m]
    y=float,
    arm_x=float,  # arm on its body, turned into the plane [m]
    arm_y=float,
)
"""Where a point is; one row per point."""

FAR_AWAY = 1e3
"""Beyond this a distance is no longer believed [m]."""


@lean_kernel
def place_points(points: Rows, q: Floats, pose: Floats, places: Rows) -> None:
    """Where every point is, and its arm on the body that carries it."""
    for i in range(points.size):
        b = points[i].body
        if b < 0:  # tells the compiler that no index counts from the end
            continue
        a_x, a_y = turned(pose, b, points[i].arm_x, points[i].arm_y)
        places[i].arm_x, places[i].arm_y = a_x, a_y
        places[i].x, places[i].y = q[0, b] + a_x, q[1, b] + a_y


@lean_kernel
def links_between(distance: float, longest: float) -> int:
    """Links that are certainly needed to bridge a distance; 0 for not a number."""
    return int(distance / longest) if distance < FAR_AWAY else 0
