"""Circle of body A above an infinite line of body B.

par: centre x, y and radius of the circle, -; point x, y and normal x, y of the line.
"""

from __future__ import annotations

from catena.bodies.rigid_planar import lever
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats

Geometry = tuple[float, float, float, float, float, float, float]
"""Gap, opening direction of A (x, y), lever on A (x, y), lever on B (x, y).

Both levers of two contours lead to one place, on the surface of A: with a place for
each body, friction would leave a moment of its size times the gap, and a pair that
turns as one would slide.
"""


@lean_kernel
def circle_line(pose: Floats, a: int, b: int, par: Floats, i: int) -> Geometry:
    """Gap and contact point of candidate i."""
    n_x, n_y = lever(pose, b, par[i, 6], par[i, 7])
    c_x, c_y = lever(pose, a, par[i, 0], par[i, 1])
    p_x, p_y = lever(pose, b, par[i, 4], par[i, 5])
    d_x = pose[a, 0] + c_x - pose[b, 0] - p_x
    d_y = pose[a, 1] + c_y - pose[b, 1] - p_y
    height = n_x * d_x + n_y * d_y
    r = par[i, 2]
    a_x, a_y = c_x - r * n_x, c_y - r * n_y
    b_x, b_y = pose[a, 0] + a_x - pose[b, 0], pose[a, 1] + a_y - pose[b, 1]
    return height - r, n_x, n_y, a_x, a_y, b_x, b_y
