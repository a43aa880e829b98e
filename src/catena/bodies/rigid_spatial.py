"""Rigid bodies in space: places, quaternions, and velocities along two kinds of axes.

A body has seven coordinates, its centre of gravity in the world [m] and the unit
quaternion of its principal axes, and six velocities: that of the centre of gravity in
the world [m/s] and the turning speed along its own axes [rad/s]. So its mass is a
diagonal, and what turning axes bring in are the gyroscopic moments -omega x J omega.

Blocks are body by body: q (n, 7), u, h, M (n, 6); matrices R (n, 9) as in
`catena.numerics.rotations`.
"""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import fill_matrix, to_world, turn_quaternion


@lean_kernel
def fill_rotations(q: Floats, R: Floats) -> None:
    """Matrices of all bodies."""
    for i in range(q.shape[0]):
        fill_matrix(q, i, R)


@lean_kernel
def advance_rigid(q: Floats, u: Floats, R: Floats, dt: float) -> None:
    """Places and axes after a step with these velocities."""
    for i in range(q.shape[0]):
        for c in range(3):
            q[i, c] += dt * u[i, c]
        x, y, z = to_world(R, i, dt * u[i, 3], dt * u[i, 4], dt * u[i, 5])
        turn_quaternion(q, i, x, y, z)
        fill_matrix(q, i, R)


@lean_kernel
def add_gyroscopic(M: Floats, u: Floats, h: Floats) -> None:
    """Moments -omega x J omega along the axes of the bodies."""
    for i in range(u.shape[0]):
        x, y, z = u[i, 3], u[i, 4], u[i, 5]
        h[i, 3] += (M[i, 4] - M[i, 5]) * y * z
        h[i, 4] += (M[i, 5] - M[i, 3]) * z * x
        h[i, 5] += (M[i, 3] - M[i, 4]) * x * y
