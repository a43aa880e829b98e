"""Two circles, beside each other or one inside the other.

par: centre x, y and radius on body A, -; centre x, y and radius on body B, -.
"""

from __future__ import annotations

import math

from catena.bodies.rigid_planar import lever
from catena.contact.kinematics.circle_line import Geometry
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats

CONCENTRIC = 1e-14
"""Distance of centres [m] below which the direction is taken along x."""


@lean_kernel
def circle_circle(
    pose: Floats, a: int, b: int, par: Floats, i: int, side: float
) -> Geometry:
    """Gap and contact point; side +1 beside each other, -1 circle A inside B."""
    a_x, a_y = lever(pose, a, par[i, 0], par[i, 1])
    b_x, b_y = lever(pose, b, par[i, 4], par[i, 5])
    d_x = pose[a, 0] + a_x - pose[b, 0] - b_x
    d_y = pose[a, 1] + a_y - pose[b, 1] - b_y
    distance = math.sqrt(d_x * d_x + d_y * d_y)
    n_x, n_y = side, 0.0
    if distance > CONCENTRIC:
        per_distance = side / distance
        n_x = per_distance * d_x
        n_y = per_distance * d_y
    r_a = par[i, 2]
    r_b = side * par[i, 6]
    gap = side * distance - r_a - r_b
    to_b = r_b + gap  # as far as the surface of A
    return (
        gap,
        n_x,
        n_y,
        a_x - r_a * n_x,
        a_y - r_a * n_y,
        b_x + to_b * n_x,
        b_y + to_b * n_y,
    )
