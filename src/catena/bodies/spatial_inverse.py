"""What an impulse gives to a link with its rollers, to a roller, a wheel and an arm.

Along its own axes the mass of a link falls apart: the plane (m, m, J_z), and
``(side, w_x, w_y)``, where rollers go with it, as one block of 3 x 3.
"""

from __future__ import annotations

from catena.bodies.spatial import side_inverse, sum_rollers
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import fill_matrix, to_body, to_world
from catena.tables.spatial import SpatialChain, SpatialState, SpatialWork

Three = tuple[float, float, float]
Six = tuple[float, float, float, float, float, float]


@lean_kernel
def start_velocities(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> None:
    """Axes and old velocities in the world; no impulses yet."""
    u, R = state.link_u, work.R
    sum_rollers(system, state, work)
    for i in range(system.link.size):
        fill_matrix(state.link_q, i, R)
        w = to_world(R, i, u[i, 3], u[i, 4], u[i, 5])
        for a in range(3):
            work.old_link[i, a], work.old_link[i, 3 + a] = u[i, a], w[a]
            work.rhs_link[i, a], work.rhs_link[i, 3 + a] = 0.0, 0.0
    for r in range(system.roller.size):
        for a in range(3):
            work.rhs_roller[r, a] = 0.0
    for k in range(work.rhs_border.size):
        work.rhs_border[k] = 0.0


@lean_kernel
def fill_inverse(system: SpatialChain, work: SpatialWork, inverse: Floats) -> None:
    """1/m, 1/J_z and the inverse of the block of (side, w_x, w_y) of every link."""
    link = system.link
    for i in range(link.size):
        inverse[i, 0], inverse[i, 1] = 1.0 / link[i].mass, 1.0 / link[i].J_z
        block = side_inverse(system, work, i)
        for k in range(6):
            inverse[i, 2 + k] = block[k]


@lean_kernel
def link_answer(R: Floats, inverse: Floats, i: int, f: Six) -> Six:
    """Velocities of a link, turning in the world, per impulse and its moment."""
    x, y, z = to_body(R, i, f[0], f[1], f[2])
    p, q, r = to_body(R, i, f[3], f[4], f[5])
    side = inverse[i, 2] * z + inverse[i, 3] * p + inverse[i, 4] * q
    w_x = inverse[i, 3] * z + inverse[i, 5] * p + inverse[i, 6] * q
    w_y = inverse[i, 4] * z + inverse[i, 6] * p + inverse[i, 7] * q
    v = to_world(R, i, inverse[i, 0] * x, inverse[i, 0] * y, side)
    w = to_world(R, i, w_x, w_y, inverse[i, 1] * r)
    return v[0], v[1], v[2], w[0], w[1], w[2]


@lean_kernel
def side_answer(R: Floats, inverse: Floats, i: int, f: Three, m: Three) -> Six:
    """The same for what a roller hands on: a force along z, a moment across it."""
    x, y = (R[i, 0], R[i, 3], R[i, 6]), (R[i, 1], R[i, 4], R[i, 7])
    z = R[i, 2], R[i, 5], R[i, 8]
    s = z[0] * f[0] + z[1] * f[1] + z[2] * f[2]
    p = x[0] * m[0] + x[1] * m[1] + x[2] * m[2]
    q = y[0] * m[0] + y[1] * m[1] + y[2] * m[2]
    v = inverse[i, 2] * s + inverse[i, 3] * p + inverse[i, 4] * q
    a = inverse[i, 3] * s + inverse[i, 5] * p + inverse[i, 6] * q
    b = inverse[i, 4] * s + inverse[i, 6] * p + inverse[i, 7] * q
    return (
        v * z[0], v * z[1], v * z[2],
        a * x[0] + b * y[0], a * x[1] + b * y[1], a * x[2] + b * y[2],
    )  # fmt: skip


@lean_kernel
def advance_free_velocities(
    system: SpatialChain, state: SpatialState, work: SpatialWork, inverse: Floats
) -> None:
    """Impulses of links and rollers become velocities at the end of the step."""
    rhs, R = work.rhs_link, work.R
    for i in range(system.link.size):
        f = rhs[i, 0], rhs[i, 1], rhs[i, 2], rhs[i, 3], rhs[i, 4], rhs[i, 5]
        u = link_answer(R, inverse, i, f)
        for a in range(6):
            rhs[i, a] = work.old_link[i, a] + u[a]
    for r in range(system.roller.size):
        m, J = system.roller[r].mass, system.roller[r].J
        work.rhs_roller[r, 2] = state.roller_u[r, 2] + work.rhs_roller[r, 2] / J
        if system.roller[r].concentric > 0:
            continue
        work.rhs_roller[r, 0] = state.roller_u[r, 0] + work.rhs_roller[r, 0] / m
        work.rhs_roller[r, 1] = state.roller_u[r, 1] + work.rhs_roller[r, 1] / m
