"""A rigid body on a ring in space: 6 velocities and 4 x 3 of control points, a disc.

Friction acts along the ring and across it, on its neutral fibre. Rows come in mirror
pairs: 2 k on the left ring and 2 k + 1 on the right one, brought in line from the same
velocities. With ``across = 0`` friction acts along the ring only.

``body`` is the block (n, .) of rigid bodies, ``ring`` (3, points) that of the control
points of all rings.

Source: [Cebulla2014] 2.4, 5.1. Deviation: friction in both directions of the saddle, in
the middle of the coming step: along the ring alone it cannot say where a ring runs.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.numerics.worst import worse
from catena.rows.flank import within_disc
from catena.tables.blocks import Block

SPATIAL_SADDLE = record(
    a=int,  # body
    p0=int,  # control points of the span it stands on
    p1=int,
    p2=int,
    p3=int,
    across=int,  # 1: friction in both directions, 0: along the ring only
    bound=float,  # of the friction impulse [N s]
    mass=float,  # step of the projection [kg]
    P_t=float,  # friction impulse on the body along the ring, across it [N s]
    P_z=float,
    t_x=float,  # along the ring, levers along the axes of the body
    t_y=float,
    t_z=float,
    t_1=float,
    t_2=float,
    t_3=float,
    z_x=float,  # across the ring, levers
    z_y=float,
    z_z=float,
    z_1=float,
    z_2=float,
    z_3=float,
    w0=float,  # weights of the control points
    w1=float,
    w2=float,
    w3=float,
    gap=float,  # between saddle and ring [m]
    force=float,  # of the ring on the saddle, < 0 at the ear [N]
    offset=float,  # of the ring from the middle of the saddle [m]
    side_force=float,  # of the element on the ring, across [N]
    energy=float,  # stored by a crowned saddle [J]
)
"""One body on one ring; rows of this kind exist for the whole run."""


@inline_kernel
def fill_spatial_saddle_mass(rows: Rows, i: int, body: Block, ring: Block) -> None:
    """Step of the projection; the mirror image pushes the same body."""
    a, p1 = rows[i].a, rows[i].p1
    if a < 0 or p1 < 0:  # tells the compiler that no index counts from the end
        return
    M = body.M_inv
    j_1, j_2, j_3 = M[a, 3], M[a, 4], M[a, 5]
    t_1, t_2, t_3 = rows[i].t_1, rows[i].t_2, rows[i].t_3
    z_1, z_2, z_3 = rows[i].z_1, rows[i].z_2, rows[i].z_3
    w0, w1, w2, w3 = rows[i].w0, rows[i].w1, rows[i].w2, rows[i].w3
    along = M[a, 0] + j_1 * t_1 * t_1 + j_2 * t_2 * t_2 + j_3 * t_3 * t_3
    out = M[a, 0] + j_1 * z_1 * z_1 + j_2 * z_2 * z_2 + j_3 * z_3 * z_3
    both = j_1 * t_1 * z_1 + j_2 * t_2 * z_2 + j_3 * t_3 * z_3
    most = along
    if rows[i].across == 1:
        apart = 0.5 * (along - out)
        most = 0.5 * (along + out) + math.sqrt(apart * apart + both * both)
    fibre = ring.M_inv[0, p1] * (w0 * w0 + w1 * w1 + w2 * w2 + w3 * w3)
    rows[i].mass = 1.0 / (2.0 * most + fibre)


@lean_kernel
def start_spatial_saddles(rows: Rows, P: Floats, body: Block, ring: Block) -> None:
    """Bring the last impulses (rows, 2) within their bounds and let them act."""
    for i in range(0, rows.size, 2):
        if rows[i].bound == 0.0 and rows[i + 1].bound == 0.0:
            rows[i].P_t, rows[i].P_z = 0.0, 0.0
            rows[i + 1].P_t, rows[i + 1].P_z = 0.0, 0.0
            continue
        first = within_disc(P[i, 0], P[i, 1], rows[i].bound)
        other = within_disc(P[i + 1, 0], P[i + 1, 1], rows[i + 1].bound)
        rows[i].P_t, rows[i].P_z = first
        rows[i + 1].P_t, rows[i + 1].P_z = other
        push_saddle_pair(rows, i, body, ring, first, other)


@inline_kernel
def relax_saddle_pair(rows: Rows, i: int, body: Block, ring: Block) -> float:
    """Bring the rows i and i + 1 in line with their laws; the change [N s]."""
    if rows[i].bound == 0.0 and rows[i + 1].bound == 0.0:
        return 0.0
    slip_t, slip_z = spatial_saddle_slip(rows, i, body.u, ring.u)
    other_t, other_z = spatial_saddle_slip(rows, i + 1, body.u, ring.u)
    t_0, z_0 = settle_saddle(rows, i, slip_t, slip_z)
    t_1, z_1 = settle_saddle(rows, i + 1, other_t, other_z)
    push_saddle_pair(rows, i, body, ring, (t_0, z_0), (t_1, z_1))
    return float(worse(worse(abs(t_0), abs(z_0)), worse(abs(t_1), abs(z_1))))


@inline_kernel
def settle_saddle(
    rows: Rows, i: int, slip_t: float, slip_z: float
) -> tuple[float, float]:
    """Project one row with its slip; by how much its impulses change [N s]."""
    bound = rows[i].bound
    if bound == 0.0:
        return 0.0, 0.0
    old_t, old_z, mass = rows[i].P_t, rows[i].P_z, rows[i].mass
    aside = mass * slip_z if rows[i].across == 1 else old_z
    P_t, P_z = within_disc(old_t - mass * slip_t, old_z - aside, bound)
    rows[i].P_t, rows[i].P_z = P_t, P_z
    return P_t - old_t, P_z - old_z


@inline_kernel
def spatial_saddle_slip(
    rows: Rows, i: int, u: Floats, v: Floats
) -> tuple[float, float]:
    """Speed of a body (u) on the ring (v), along and across [m/s]."""
    a, p0, p1, p2, p3 = rows[i].a, rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3
    along, across = 0.0, 0.0
    if a >= 0 and p0 >= 0 and p1 >= 0 and p2 >= 0 and p3 >= 0:
        w0, w1, w2, w3 = rows[i].w0, rows[i].w1, rows[i].w2, rows[i].w3
        x = u[a, 0] - w0 * v[0, p0] - w1 * v[0, p1] - w2 * v[0, p2] - w3 * v[0, p3]
        y = u[a, 1] - w0 * v[1, p0] - w1 * v[1, p1] - w2 * v[1, p2] - w3 * v[1, p3]
        z = u[a, 2] - w0 * v[2, p0] - w1 * v[2, p1] - w2 * v[2, p2] - w3 * v[2, p3]
        w_1, w_2, w_3 = u[a, 3], u[a, 4], u[a, 5]
        along = rows[i].t_x * x + rows[i].t_y * y + rows[i].t_z * z
        along += rows[i].t_1 * w_1 + rows[i].t_2 * w_2 + rows[i].t_3 * w_3
        across = rows[i].z_x * x + rows[i].z_y * y + rows[i].z_z * z
        across += rows[i].z_1 * w_1 + rows[i].z_2 * w_2 + rows[i].z_3 * w_3
    return along, across


@inline_kernel
def push_saddle_pair(
    rows: Rows,
    i: int,
    body: Block,
    ring: Block,
    P: tuple[float, float],
    Q: tuple[float, float],
) -> None:
    """Let impulses of the rows i and i + 1 act on their body, and back on the rings.

    Sums are those of each row first, so that mirror images cancel to the last bit.
    """
    j, a = i + 1, rows[i].a
    if a < 0:
        return
    x, y, z = saddle_impulse(rows, i, P)
    e, f, g = saddle_impulse(rows, j, Q)
    r_1 = rows[i].t_1 * P[0] + rows[i].z_1 * P[1]
    r_2 = rows[i].t_2 * P[0] + rows[i].z_2 * P[1]
    r_3 = rows[i].t_3 * P[0] + rows[i].z_3 * P[1]
    r_1 += rows[j].t_1 * Q[0] + rows[j].z_1 * Q[1]
    r_2 += rows[j].t_2 * Q[0] + rows[j].z_2 * Q[1]
    r_3 += rows[j].t_3 * Q[0] + rows[j].z_3 * Q[1]
    u, M = body.u, body.M_inv
    u[a, 0] += M[a, 0] * (x + e)
    u[a, 1] += M[a, 1] * (y + f)
    u[a, 2] += M[a, 2] * (z + g)
    u[a, 3] += M[a, 3] * r_1
    u[a, 4] += M[a, 4] * r_2
    u[a, 5] += M[a, 5] * r_3
    pull_ring(rows, i, ring, (x, y, z))
    pull_ring(rows, j, ring, (e, f, g))


@inline_kernel
def saddle_impulse(
    rows: Rows, i: int, P: tuple[float, float]
) -> tuple[float, float, float]:
    """Impulses along and across the ring in the world."""
    return (
        rows[i].t_x * P[0] + rows[i].z_x * P[1],
        rows[i].t_y * P[0] + rows[i].z_y * P[1],
        rows[i].t_z * P[0] + rows[i].z_z * P[1],
    )


@inline_kernel
def pull_ring(rows: Rows, i: int, ring: Block, P: tuple[float, float, float]) -> None:
    """Let the reaction of an impulse act on the ring."""
    p0, p1, p2, p3 = rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3
    x, y, z = P
    if (x == 0.0 and y == 0.0 and z == 0.0) or p0 < 0 or p1 < 0 or p2 < 0 or p3 < 0:
        return
    v, N = ring.u, ring.M_inv
    n0, n1 = N[0, p0] * rows[i].w0, N[0, p1] * rows[i].w1
    n2, n3 = N[0, p2] * rows[i].w2, N[0, p3] * rows[i].w3
    v[0, p0] -= n0 * x
    v[1, p0] -= n0 * y
    v[2, p0] -= n0 * z
    v[0, p1] -= n1 * x
    v[1, p1] -= n1 * y
    v[2, p1] -= n1 * z
    v[0, p2] -= n2 * x
    v[1, p2] -= n2 * y
    v[2, p2] -= n2 * z
    v[0, p3] -= n3 * x
    v[1, p3] -= n3 * y
    v[2, p3] -= n3 * z


@lean_kernel
def book_spatial_saddles(
    rows: Rows, P: Floats, body: Block, ring: Block
) -> tuple[float, float]:
    """Energy lost along and across the rings [J]; keep the impulses."""
    lost_t, lost_z = 0.0, 0.0
    for i in range(rows.size):
        P[i, 0], P[i, 1] = rows[i].P_t, rows[i].P_z
        if P[i, 0] != 0.0 or P[i, 1] != 0.0:
            slip_t, slip_z = spatial_saddle_slip(rows, i, body.mean, ring.mean)
            lost_t -= P[i, 0] * slip_t
            lost_z -= P[i, 1] * slip_z
    return lost_t, lost_z
