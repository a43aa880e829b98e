"""Tables of bodies: where their coordinates stand and what they weigh."""

from __future__ import annotations

from typing import NamedTuple

from catena.numerics.arrays import Floats, Ints


class PlanarBodies(NamedTuple):
    """Rigid bodies in the plane; body b owns q[3 b : 3 b + 3] = x, y, angle.

    Body 0 is the ground. A wheel is a body that only turns, a slider one that only
    shifts: the directions that are held have no entry in the inverse mass.
    """

    resting: Ints  # (n_b,)   1 = never moves, its velocities are not listed in rows
    extent: Floats  # (n_b,)  radius about the centre that holds every contour [m]


class LinearBodies(NamedTuple):
    """Bodies with a constant mass matrix: M u' = f - D u - K q.

    Modal, reduced or linearised bodies. Body j owns the velocities from ``first[j]``,
    ``size[j]`` of them.
    """

    first: Ints  # (n_j,)
    size: Ints  # (n_j,)
    M: Floats  # (n_j, n_m, n_m)
    M_inv: Floats  # (n_j, n_m, n_m)
    K: Floats  # (n_j, n_m, n_m)
    D: Floats  # (n_j, n_m, n_m)
    f: Floats  # (n_j, n_m)


class Inertia(NamedTuple):
    """Diagonal mass per velocity; held velocities have mass but no inverse."""

    M: Floats  # (n_u,)       mass or moment of inertia [kg, kg m^2]
    M_inv: Floats  # (n_u,)   its inverse, 0 where the motion is held or prescribed
    held: Ints  # (n_u,)      1 = held or prescribed
