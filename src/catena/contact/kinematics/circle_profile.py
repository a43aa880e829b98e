"""Circle of body A on a profile of arcs and segments of body B.

par: centre x, y and radius of the circle. The profile may repeat around the centre
of B: the circle is then turned back into the one stored sector, and the number of
that sector (the tooth gap) is the identity of the contact.
"""

from __future__ import annotations

import math

from catena.bodies.rigid_planar import lever
from catena.contact.kinematics.circle_line import Geometry
from catena.geometry.profile import nearest
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.planar import rotated, rotated_back
from catena.tables.candidates import Profiles


@lean_kernel
def sector_of(x: float, y: float, sector: float) -> int:
    """Number of the sector a point lies in, 0 for a profile that does not repeat."""
    if sector <= 0.0:
        return 0
    return math.floor(math.atan2(y, x) / sector + 0.5)


@lean_kernel
def circle_profile(
    pose: Floats, a: int, b: int, par: Floats, i: int, profiles: Profiles, j: int
) -> tuple[Geometry, int]:
    """Gap and contact point of candidate i on profile j, and the sector touched."""
    c_x, c_y = lever(pose, a, par[i, 0], par[i, 1])
    d_x = pose[a, 0] + c_x - pose[b, 0]
    d_y = pose[a, 1] + c_y - pose[b, 1]
    x, y = rotated_back(d_x, d_y, pose[b, 2], pose[b, 3])
    number = sector_of(x, y, profiles.sector[j])
    turn = number * profiles.sector[j]
    turn_c = math.cos(turn)
    turn_s = math.sin(turn)
    x, y = rotated_back(x, y, turn_c, turn_s)
    distance, n_x, n_y = nearest(profiles, j, x, y)
    n_x, n_y = rotated(n_x, n_y, turn_c, turn_s)
    n_x, n_y = rotated(n_x, n_y, pose[b, 2], pose[b, 3])
    r = par[i, 2]
    return (
        distance - r,
        n_x,
        n_y,
        c_x - r * n_x,
        c_y - r * n_y,
        d_x - r * n_x,
        d_y - r * n_y,
    ), number
