"""Circle of body A on a surface of body B: the only branch on the kinds of surfaces.

par: centre x, y and radius of the circle, code of the surface; position x, y and two
numbers of the surface. A new pair is a file, as `contact.kinematics.surface` says, and
its name in the list below.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from catena.bodies.rigid_planar import lever
from catena.contact.kinematics import circle_bowl
from catena.contact.kinematics.circle_line import Geometry
from catena.contact.kinematics.surface import Surface
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.branches import branches, words_in

SURFACES: tuple[ModuleType, ...] = (circle_bowl,)
SURFACE_WORDS = words_in(SURFACES, Surface)
"""The classes by which users state them."""
CODE_OF = 3
"""Where a contact has the code of its surface among its contour numbers."""


@inline_kernel
def _unknown(
    kind: int, par: Floats, i: int, place: tuple[float, float]
) -> tuple[float, float, float]:
    """What comes of a code that nobody knows."""
    return np.nan, np.nan, np.nan


_distance = branches(SURFACES, "distance", _unknown)


@lean_kernel
def circle_surface(pose: Floats, a: int, b: int, par: Floats, i: int) -> Geometry:
    """Gap and contact point of candidate i."""
    c_x, c_y = lever(pose, a, par[i, 0], par[i, 1])
    p_x, p_y = lever(pose, b, par[i, 4], par[i, 5])
    d_x = pose[a, 0] + c_x - pose[b, 0] - p_x
    d_y = pose[a, 1] + c_y - pose[b, 1] - p_y
    cos, sin = pose[b, 2], pose[b, 3]
    place = cos * d_x + sin * d_y, cos * d_y - sin * d_x
    height, m_x, m_y = _distance(int(par[i, CODE_OF]), par, i, place)
    n_x, n_y, r = cos * m_x - sin * m_y, sin * m_x + cos * m_y, par[i, 2]
    a_x, a_y = c_x - r * n_x, c_y - r * n_y
    b_x, b_y = pose[a, 0] + a_x - pose[b, 0], pose[a, 1] + a_y - pose[b, 1]
    return height - r, n_x, n_y, a_x, a_y, b_x, b_y
