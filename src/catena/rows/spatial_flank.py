"""A rigid body in space on one sheave: 6 + 4 velocities, a disc.

Rows come in mirror pairs, 2 i on the left sheave and 2 i + 1 on the right one of the
same pulley. Both are brought in line from the same velocities and then pushed
together: sweeps keep the mirror symmetry of a belt, and the pair converges as its
2 x 2 block does. An open row has the bound 0.

``body`` is the block (n, .) of rigid bodies, ``pulley`` (7, 2) that of the sheaves.

Source: [Cebulla2014] 2.4, 5.3. Deviation: directions are those of the middle of the
coming step, otherwise stuck flanks creep outwards by r w^2 dt / 2.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.numerics.rotations import cross, to_body
from catena.numerics.worst import worse
from catena.rows.flank import fill_grip, within_disc
from catena.tables.blocks import Block

SPATIAL_FLANK = record(
    a=int,  # body
    b=int,  # sheave
    p=int,  # its pulley; rows of place and slopes in the block of pulleys
    z=int,
    x=int,
    y=int,
    slot=int,  # where its impulse is kept
    bound=float,  # of the friction impulse [N s]
    mass=float,  # step of the projection [kg]
    give=float,  # sliding speed per impulse of softened friction [1/kg]
    aspect=float,  # scale of the outward direction, as of planar flanks
    P_t=float,  # friction impulse on the body along travel, outwards [N s]
    P_g=float,
    t_x=float,  # direction of travel, levers along the axes of the body
    t_y=float,
    t_1=float,
    t_2=float,
    t_3=float,
    g_x=float,  # outwards along the cone, levers
    g_y=float,
    g_z=float,
    g_1=float,
    g_2=float,
    g_3=float,
    rho=float,  # distance from the axis [m]
    s=float,  # share of the axial motion of the sheave in the outward direction
    d_x=float,  # from the axis to the contact [m]
    d_y=float,
    place=float,  # of the contact above the middle of a round flank [m]
    gap=float,  # there, along the normal of the undeformed cone [m]
    bend=float,  # by how much an elastic disc gives way there [m]
    bend_x=float,  # slopes of the deformed disc
    bend_y=float,
    force=float,  # normal force [N]
    moment=float,  # of the pressure along the flank, against its angle [N m]
    energy=float,  # stored in the contact [J]
)
"""One place of a flank on one sheave."""


@inline_kernel
def fill_flank_directions(
    rows: Rows,
    i: int,
    sheaves: Rows,
    body: Block,
    spin: float,
    R: Floats,
    arm: tuple[float, float, float],
    dt: float,
) -> None:
    """Directions of travel and outwards at the middle of the coming step.

    Those of the sheave turn clockwise with it; seen from the body, which turns too, by
    the difference of both. ``arm`` is the place on the body along its axes.
    """
    a, b = rows[i].a, rows[i].b
    if a < 0 or b < 0:  # tells the compiler that no index counts from the end
        return
    r_x, r_y = rows[i].d_x / rows[i].rho, rows[i].d_y / rows[i].rho
    half = 0.5 * dt * spin
    o_x, o_y = r_x + half * r_y, r_y - half * r_x  # outwards
    t_x, t_y = o_y, -o_x  # along the travel
    cos, sin = rows[i].aspect * sheaves[b].cos, rows[i].aspect * sheaves[b].sin
    g_x, g_y, g_z = cos * o_x, cos * o_y, sheaves[b].side * sin
    t = mid_step(body.u, a, 0.5 * dt, to_body(R, a, t_x, t_y, 0.0))
    g = mid_step(body.u, a, 0.5 * dt, to_body(R, a, g_x, g_y, g_z))
    rows[i].t_x, rows[i].t_y = t_x, t_y
    m = cross(arm[0], arm[1], arm[2], t[0], t[1], t[2])
    rows[i].t_1, rows[i].t_2, rows[i].t_3 = m[0], m[1], m[2]
    rows[i].g_x, rows[i].g_y, rows[i].g_z = g_x, g_y, g_z
    m = cross(arm[0], arm[1], arm[2], g[0], g[1], g[2])
    rows[i].g_1, rows[i].g_2, rows[i].g_3 = m[0], m[1], m[2]
    rows[i].s = sin


@inline_kernel
def mid_step(
    u: Floats, a: int, half: float, d: tuple[float, float, float]
) -> tuple[float, float, float]:
    """A direction of the world in the axes of a body half a step on."""
    x, y, z = half * u[a, 3], half * u[a, 4], half * u[a, 5]
    return (
        d[0] - (y * d[2] - z * d[1]),
        d[1] - (z * d[0] - x * d[2]),
        d[2] - (x * d[1] - y * d[0]),
    )


@inline_kernel
def fill_flank_mass(rows: Rows, i: int, body: Block, pulley: Block) -> None:
    """Step of the projection: the largest eigenvalue of the 2 x 2 block, inverted.

    Half of it, since the mirror image pushes the same body at the same time.
    """
    a, p, z, x = rows[i].a, rows[i].p, rows[i].z, rows[i].x
    if a < 0 or p < 0 or z < 0 or x < 0:
        return
    M, N = body.M_inv, pulley.M_inv
    t_1, t_2, t_3 = rows[i].t_1, rows[i].t_2, rows[i].t_3
    g_1, g_2, g_3 = rows[i].g_1, rows[i].g_2, rows[i].g_3
    j_1, j_2, j_3, rho, s = M[a, 3], M[a, 4], M[a, 5], rows[i].rho, rows[i].s
    along = M[a, 0] + j_1 * t_1 * t_1 + j_2 * t_2 * t_2 + j_3 * t_3 * t_3
    along += N[0, p] * rho * rho
    out = M[a, 0] * rows[i].aspect * rows[i].aspect
    out += j_1 * g_1 * g_1 + j_2 * g_2 * g_2 + j_3 * g_3 * g_3
    out += s * s * (N[z, p] + N[x, p] * rho * rho)
    both = j_1 * t_1 * g_1 + j_2 * t_2 * g_2 + j_3 * t_3 * g_3
    apart = 0.5 * (along - out)
    rows[i].mass = 0.5 / (0.5 * (along + out) + math.sqrt(apart * apart + both * both))


@inline_kernel
def fill_flank_bound(
    rows: Rows, i: int, grips: Rows, normal: float, body: Block, pulley: Block
) -> None:
    """Largest friction impulse at a normal impulse [N s]; how softened friction gives.

    The coefficient is that of the sliding speed before the step.
    """
    p, speed = rows[i].p, 0.0
    if grips[p].fade > 0.0:
        slip_t, slip_g = spatial_flank_slip(rows, i, body.u, pulley.u)
        slip_g /= rows[i].aspect
        speed = math.sqrt(slip_t * slip_t + slip_g * slip_g)
    fill_grip(rows, i, grips, p, speed, normal)


@lean_kernel
def start_spatial_flanks(
    rows: Rows, count: int, P: Floats, body: Block, pulley: Block
) -> None:
    """Bring the last impulses (slots, 2) within their bounds and let them act."""
    for i in range(0, count, 2):
        j, slot, other = i + 1, rows[i].slot, rows[i + 1].slot
        p = within_disc(P[slot, 0], P[slot, 1], rows[i].bound)
        q = within_disc(P[other, 0], P[other, 1], rows[j].bound)
        rows[i].P_t, rows[i].P_g = p
        rows[j].P_t, rows[j].P_g = q
        push_flank_pair(rows, i, body, pulley, p, q)


@inline_kernel
def relax_flank_pair(rows: Rows, i: int, body: Block, pulley: Block) -> float:
    """Bring the rows i and i + 1 in line with their laws; the change [N s]."""
    if rows[i].bound == 0.0 and rows[i + 1].bound == 0.0:
        return 0.0
    slip_t, slip_g = spatial_flank_slip(rows, i, body.u, pulley.u)
    other_t, other_g = spatial_flank_slip(rows, i + 1, body.u, pulley.u)
    t_0, g_0 = settle_flank(rows, i, slip_t, slip_g)
    t_1, g_1 = settle_flank(rows, i + 1, other_t, other_g)
    push_flank_pair(rows, i, body, pulley, (t_0, g_0), (t_1, g_1))
    return float(worse(worse(abs(t_0), abs(g_0)), worse(abs(t_1), abs(g_1))))


@inline_kernel
def settle_flank(
    rows: Rows, i: int, slip_t: float, slip_g: float
) -> tuple[float, float]:
    """Project one row with its slip; by how much its impulses change [N s]."""
    bound = rows[i].bound
    if bound == 0.0:
        return 0.0, 0.0
    old_t, old_g, mass = rows[i].P_t, rows[i].P_g, rows[i].mass
    slip_t, slip_g = slip_t + rows[i].give * old_t, slip_g + rows[i].give * old_g
    P_t, P_g = within_disc(old_t - mass * slip_t, old_g - mass * slip_g, bound)
    rows[i].P_t, rows[i].P_g = P_t, P_g
    return P_t - old_t, P_g - old_g


@inline_kernel
def spatial_flank_slip(rows: Rows, i: int, u: Floats, v: Floats) -> tuple[float, float]:
    """Speed of a body (u) on its sheave (v) along the travel and outwards [m/s]."""
    a, p, z, x, y = rows[i].a, rows[i].p, rows[i].z, rows[i].x, rows[i].y
    along, out = 0.0, 0.0
    if a >= 0 and p >= 0 and z >= 0 and x >= 0 and y >= 0:
        w_1, w_2, w_3 = u[a, 3], u[a, 4], u[a, 5]
        along = rows[i].t_x * u[a, 0] + rows[i].t_y * u[a, 1]
        along += rows[i].t_1 * w_1 + rows[i].t_2 * w_2 + rows[i].t_3 * w_3
        along -= rows[i].rho * v[0, p]
        out = rows[i].g_x * u[a, 0] + rows[i].g_y * u[a, 1] + rows[i].g_z * u[a, 2]
        out += rows[i].g_1 * w_1 + rows[i].g_2 * w_2 + rows[i].g_3 * w_3
        out -= rows[i].s * (v[z, p] + rows[i].d_x * v[x, p] + rows[i].d_y * v[y, p])
    return along, out


@inline_kernel
def push_flank_pair(
    rows: Rows,
    i: int,
    body: Block,
    pulley: Block,
    P: tuple[float, float],
    Q: tuple[float, float],
) -> None:
    """Let impulses of the rows i and i + 1 act together.

    Every sum is read before anything is written, row by row, so that mirror images
    cancel to the last bit.
    """
    j = i + 1
    a, p, x, y = rows[i].a, rows[i].p, rows[i].x, rows[i].y
    z_0, z_1, x_1, y_1 = rows[i].z, rows[j].z, rows[j].x, rows[j].y
    if a < 0 or p < 0 or x < 0 or y < 0 or z_0 < 0 or z_1 < 0 or x_1 < 0 or y_1 < 0:
        return
    u, M, v, N = body.u, body.M_inv, pulley.u, pulley.M_inv
    f_x = rows[i].t_x * P[0] + rows[i].g_x * P[1]
    f_y = rows[i].t_y * P[0] + rows[i].g_y * P[1]
    f_z = rows[i].g_z * P[1] + rows[j].g_z * Q[1]
    f_1 = rows[i].t_1 * P[0] + rows[i].g_1 * P[1]
    f_2 = rows[i].t_2 * P[0] + rows[i].g_2 * P[1]
    f_3 = rows[i].t_3 * P[0] + rows[i].g_3 * P[1]
    f_x += rows[j].t_x * Q[0] + rows[j].g_x * Q[1]
    f_y += rows[j].t_y * Q[0] + rows[j].g_y * Q[1]
    f_1 += rows[j].t_1 * Q[0] + rows[j].g_1 * Q[1]
    f_2 += rows[j].t_2 * Q[0] + rows[j].g_2 * Q[1]
    f_3 += rows[j].t_3 * Q[0] + rows[j].g_3 * Q[1]
    turn = rows[i].rho * P[0] + rows[j].rho * Q[0]
    axial, other = rows[i].s * P[1], rows[j].s * Q[1]
    m_x, m_y = rows[i].d_x * axial, rows[i].d_y * axial
    n_x, n_y = rows[j].d_x * other, rows[j].d_y * other
    u_x, u_y, u_z = M[a, 0] * f_x, M[a, 1] * f_y, M[a, 2] * f_z
    w_1, w_2, w_3 = M[a, 3] * f_1, M[a, 4] * f_2, M[a, 5] * f_3
    u_x, u_y, u_z = u[a, 0] + u_x, u[a, 1] + u_y, u[a, 2] + u_z
    w_1, w_2, w_3 = u[a, 3] + w_1, u[a, 4] + w_2, u[a, 5] + w_3
    u[a, 0], u[a, 1], u[a, 2] = u_x, u_y, u_z
    u[a, 3], u[a, 4], u[a, 5] = w_1, w_2, w_3
    v[0, p] -= N[0, p] * turn
    v[z_0, p] -= N[z_0, p] * axial
    v[z_1, p] -= N[z_1, p] * other
    v[x, p] -= N[x, p] * m_x
    v[y, p] -= N[y, p] * m_y
    v[x_1, p] -= N[x_1, p] * n_x
    v[y_1, p] -= N[y_1, p] * n_y


@lean_kernel
def book_spatial_flanks(
    rows: Rows, count: int, P: Floats, body: Block, pulley: Block, belt: Rows, dt: float
) -> tuple[float, float]:
    """Energy lost along the travel and outwards [J]; keep the impulses.

    Friction joins the forces of shafts and sheaves, where boundaries look for what
    they must provide, and what the belt does to the sheaves.
    """
    lost_t, lost_g = 0.0, 0.0
    for i in range(count):
        b, p, z, P_t, P_g = rows[i].b, rows[i].p, rows[i].z, rows[i].P_t, rows[i].P_g
        P[rows[i].slot, 0], P[rows[i].slot, 1] = P_t, P_g
        if b < 0 or p < 0 or z < 0 or (P_t == 0.0 and P_g == 0.0):
            continue
        slip_t, slip_g = spatial_flank_slip(rows, i, body.mean, pulley.mean)
        lost_t -= P_t * slip_t
        lost_g -= P_g * slip_g
        F_t, F_g = P_t / dt, P_g / dt
        pulley.h[0, p] -= F_t * rows[i].rho
        pulley.h[z, p] -= F_g * rows[i].s
        belt[b].torque -= F_t * rows[i].rho
        belt[b].axial -= F_g * rows[i].s
        belt[b].f_x -= F_t * rows[i].t_x + F_g * rows[i].g_x
        belt[b].f_y -= F_t * rows[i].t_y + F_g * rows[i].g_y
    return lost_t, lost_g
