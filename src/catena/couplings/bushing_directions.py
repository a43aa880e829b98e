"""Directions of the joint of a pin link and a bush link in space, see `bushing`.

Links of a joint are i and the next, k: either may have the pin.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import Matrix, along_axes
from catena.numerics.space import Vector, crossed
from catena.numerics.strips import Nine, Six
from catena.tables.spatial import JointForces

Velocity = tuple[float, float, float, float, float, float]
"""Of a link, or of one link against another: along three axes, and about them."""


@inline_kernel
def in_turn(column: Floats, i: int, k: int, mine: bool) -> tuple[float, float]:
    """Of the pin link and the bush link of a joint of links i and k; i has the pin."""
    a, b = column[i], column[k]
    return a if mine else b, b if mine else a


@inline_kernel
def row_matrix(row: Nine, i: int) -> Matrix:
    """What takes vectors of the bush link of joint i to its pin link."""
    return (
        row[0][i], row[1][i], row[2][i], row[3][i], row[4][i], row[5][i], row[6][i],
        row[7][i], row[8][i],
    )  # fmt: skip


@inline_kernel
def matrices(R: Nine, i: int, k: int, mine: bool) -> tuple[Matrix, Matrix]:
    """Axes of the pin link and of the bush link."""
    a, b, c = (
        in_turn(R[0], i, k, mine),
        in_turn(R[1], i, k, mine),
        in_turn(R[2], i, k, mine),
    )
    d, e, f = (
        in_turn(R[3], i, k, mine),
        in_turn(R[4], i, k, mine),
        in_turn(R[5], i, k, mine),
    )
    g, h, j = (
        in_turn(R[6], i, k, mine),
        in_turn(R[7], i, k, mine),
        in_turn(R[8], i, k, mine),
    )
    return (
        (a[0], b[0], c[0], d[0], e[0], f[0], g[0], h[0], j[0]),
        (a[1], b[1], c[1], d[1], e[1], f[1], g[1], h[1], j[1]),
    )


@inline_kernel
def velocities(u: Six, i: int, k: int, mine: bool) -> tuple[Velocity, Velocity]:
    """Of the pin link and the bush link, each along its own axes."""
    a, b, c = (
        in_turn(u[0], i, k, mine),
        in_turn(u[1], i, k, mine),
        in_turn(u[2], i, k, mine),
    )
    d, e, f = (
        in_turn(u[3], i, k, mine),
        in_turn(u[4], i, k, mine),
        in_turn(u[5], i, k, mine),
    )
    return (
        (a[0], b[0], c[0], d[0], e[0], f[0]), (a[1], b[1], c[1], d[1], e[1], f[1])
    )  # fmt: skip


@inline_kernel
def pin_turns(save: JointForces, i: int) -> tuple[Vector, Vector, Vector]:
    """Directions of the two tilts and of the articulation, along the pin link."""
    z_x, z_y, z_z = save.row[i, 2], save.row[i, 5], save.row[i, 8]
    return (0.0, z_z, -z_y), (-z_z, 0.0, z_x), (z_x, z_y, z_z)


@inline_kernel
def bush_turns(save: JointForces, i: int) -> tuple[Vector, Vector, Vector]:
    """The same along the bush link."""
    return (
        (-save.row[i, 1], save.row[i, 0], 0.0),
        (-save.row[i, 4], save.row[i, 3], 0.0),
        (0.0, 0.0, 1.0),
    )


@lean_kernel
def wrench_of_joint(
    m: Matrix, arm: Vector, bush_x: float, f: Vector, t: Vector
) -> tuple[Velocity, Velocity]:
    """What a force and a moment on the bush link are against the pin link, and there.

    Both are given along the axes of the pin link, the answer along those of each. The
    force acts at the bush on both links.
    """
    back, on, turn = (
        crossed(arm, f),
        along_axes(m, f[0], f[1], f[2]),
        along_axes(m, t[0], t[1], t[2]),
    )
    return (
        (-f[0], -f[1], -f[2], -(t[0] + back[0]), -(t[1] + back[1]), -(t[2] + back[2])),
        (
            on[0], on[1], on[2],
            turn[0], turn[1] - bush_x * on[2], turn[2] + bush_x * on[1],
        ),
    )  # fmt: skip


@lean_kernel
def relative_motion(
    m: Matrix, arm: Vector, bush_x: float, u: tuple[Velocity, Velocity]
) -> Velocity:
    """Velocity of the bush against the pin link at the joint, and turning speed.

    Along the axes of the pin link; m takes vectors of the bush link there.
    """
    p, b = u
    x, y, z = b[0], b[1] + bush_x * b[5], b[2] - bush_x * b[4]
    v = crossed((p[3], p[4], p[5]), arm)
    return (
        m[0] * x + m[1] * y + m[2] * z - p[0] - v[0],
        m[3] * x + m[4] * y + m[5] * z - p[1] - v[1],
        m[6] * x + m[7] * y + m[8] * z - p[2] - v[2],
        m[0] * b[3] + m[1] * b[4] + m[2] * b[5] - p[3],
        m[3] * b[3] + m[4] * b[4] + m[5] * b[5] - p[4],
        m[6] * b[3] + m[7] * b[4] + m[8] * b[5] - p[5],
    )
