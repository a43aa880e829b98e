"""Point of body A on a point of body B: the distance along one axis of the plane.

par: point x, y on body A, -, -; point x, y on body B, -, -. Two bilateral rows, one
along x and one along y, make a revolute joint.
"""

from __future__ import annotations

from catena.bodies.rigid_planar import lever
from catena.contact.kinematics.circle_line import Geometry
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats


@lean_kernel
def pin(
    pose: Floats, a: int, b: int, par: Floats, i: int, e_x: float, e_y: float
) -> Geometry:
    """Distance of the points along the axis e, and the points."""
    a_x, a_y = lever(pose, a, par[i, 0], par[i, 1])
    b_x, b_y = lever(pose, b, par[i, 4], par[i, 5])
    d_x = pose[a, 0] + a_x - pose[b, 0] - b_x
    d_y = pose[a, 1] + a_y - pose[b, 1] - b_y
    return e_x * d_x + e_y * d_y, e_x, e_y, a_x, a_y, b_x, b_y
