"""A planar body between the two sheaves of a pulley: 3 + 4 velocities, a disc.

A row stands for a contact on both sheaves: its impulse is that on one of them and acts
twice on body, shaft and pair. Friction has two directions: along the travel, and
outwards along the cone, where the groove and the slopes have their share. The impulse
is bounded by the normal force: the nearest point of a disc. Where friction outwards has
another coefficient, the outward direction is scaled by the quotient of both, which
makes the ellipse a disc; P_g is the force outwards over that quotient.

Softened friction yields by ``give`` per impulse, solved implicitly. Shafts that move
in their bearings carry their contacts along (``drag``) and take the impulses of a step
at its end: they are much heavier than what they carry.

``body`` is the block of the planar bodies, ``pulley`` that of the sheaves.

Source: [Cebulla2014] 2.4, 5.3. Deviation: directions and levers are those of the
middle of the coming step, otherwise stuck flanks creep outwards by r w^2 dt / 2.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.laws.sheave_grip import grip_coefficient
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.numerics.worst import worse
from catena.tables.blocks import Block

FLANK = record(
    a=int,  # planar body
    b=int,  # pair of sheaves
    bound=float,  # of the friction impulse [N s]
    mass=float,  # step of the projection [kg]
    give=float,  # sliding speed per impulse of softened friction [1/kg]
    drag_t=float,  # speed of the shaft along both directions [m/s]
    drag_g=float,
    P_t=float,  # friction impulse on the body from one sheave [N s]
    P_g=float,
    t_x=float,  # direction of travel on the sheave, lever about the body
    t_y=float,
    l_t=float,
    g_x=float,  # outwards along the flank: share in the plane, lever
    g_y=float,
    l_g=float,
    rho=float,  # distance from the axis [m]
    z=float,  # share of groove and slopes in the outward direction
    s_x=float,
    s_y=float,
    d_x=float,  # from the axis of the sheave to the contact [m]
    d_y=float,
    gap=float,  # along the normal of the undeformed cone [m]
    press=float,  # elastic normal force on one sheave [N]
    force=float,  # with damping [N]
    bend_t=float,  # slope of an elastic disc: along the circumference, outwards
    bend_r=float,
    slot=int,  # where its impulse is kept
    aspect=float,  # scale of the outward direction
)
"""One contact with both sheaves of a pulley; rows of a pulley stand together."""


@inline_kernel
def fill_directions(
    rows: Rows, i: int, sheaves: Rows, body: Block, pulley: Block, dt: float
) -> None:
    """Directions of travel and outwards at the middle of the coming step.

    Those of the sheave turn clockwise with it, the lever with the body.
    """
    a, b = rows[i].a, rows[i].b
    if a < 0 or b < 0:  # tells the compiler that no index counts from the end
        return
    d_x, d_y, rho = rows[i].d_x, rows[i].d_y, rows[i].rho
    r_x, r_y = d_x / rho, d_y / rho
    l_x, l_y = d_x + sheaves[b].c_x - body.q[0, a], d_y + sheaves[b].c_y - body.q[1, a]
    # at the middle of the step: with the directions of its beginning a body that
    # sticks would creep outwards by r w^2 dt / 2 in every step
    half = 0.5 * dt * pulley.u[0, b]
    o_x, o_y = r_x + half * r_y, r_y - half * r_x  # outwards
    t_x, t_y = o_y, -o_x  # along the travel
    own_half = 0.5 * dt * body.u[2, a]
    m_x, m_y = l_x - own_half * l_y, l_y + own_half * l_x
    cosine, sine = rows[i].aspect * sheaves[b].cos, rows[i].aspect * sheaves[b].sin
    g_x, g_y = cosine * o_x, cosine * o_y
    rows[i].t_x, rows[i].t_y, rows[i].l_t = t_x, t_y, m_x * t_y - m_y * t_x
    rows[i].g_x, rows[i].g_y, rows[i].l_g = g_x, g_y, m_x * g_y - m_y * g_x
    rows[i].z, rows[i].s_x, rows[i].s_y = sine, sine * d_x, sine * d_y


@inline_kernel
def fill_mass(rows: Rows, i: int, body: Block, pulley: Block) -> None:
    """Step of the projection: the largest eigenvalue of the 2 x 2 block, inverted."""
    a, b = rows[i].a, rows[i].b
    if a < 0 or b < 0:
        return
    M, N = body.M_inv, pulley.M_inv
    l_t, l_g, rho, z = rows[i].l_t, rows[i].l_g, rows[i].rho, rows[i].z
    g_x, g_y, s_x, s_y = rows[i].g_x, rows[i].g_y, rows[i].s_x, rows[i].s_y
    along = M[0, a] + M[2, a] * l_t * l_t + N[0, b] * rho * rho
    out = M[0, a] * (g_x * g_x + g_y * g_y) + M[2, a] * l_g * l_g
    out += N[1, b] * z * z + N[2, b] * (s_x * s_x + s_y * s_y)
    both = M[2, a] * l_t * l_g
    # the block need not be inverted: a step of one over its largest eigenvalue
    # converges for any direction, and the disc keeps its shape
    apart = 0.5 * (along - out)
    # impulses act on both flanks
    rows[i].mass = 0.5 / (0.5 * (along + out) + math.sqrt(apart * apart + both * both))


@inline_kernel
def fill_bound(
    rows: Rows, i: int, grips: Rows, normal: float, body: Block, pulley: Block
) -> None:
    """Largest friction impulse at a normal impulse [N s]; how softened friction gives.

    The coefficient is that of the present sliding speed.
    """
    b, speed = rows[i].b, 0.0
    if grips[b].fade > 0.0:
        slip_t, slip_g = flank_slip(rows, i, body.u, pulley.u)
        slip_g /= rows[i].aspect
        speed = math.sqrt(slip_t * slip_t + slip_g * slip_g)
    fill_grip(rows, i, grips, b, speed, normal)


@inline_kernel
def fill_grip(
    rows: Rows, i: int, grips: Rows, p: int, speed: float, normal: float
) -> None:
    """The same on a pulley, the sliding speed known; of flanks in space too."""
    rows[i].bound, rows[i].give = grip_coefficient(grips, p, speed) * normal, 0.0
    if grips[p].soften > 0.0 and rows[i].bound > 0.0:
        # slip = -give P inside the disc: sliding begins softly, the bound stays
        rows[i].give = grips[p].soften / rows[i].bound
        rows[i].mass = 1.0 / (1.0 / rows[i].mass + rows[i].give)


@lean_kernel
def fill_drags(rows: Rows, count: int, shaft: Floats) -> None:
    """Speeds of the shafts (2, pulleys) along the directions of all rows."""
    if shaft.shape[1] == 0:
        return
    for i in range(count):
        b = rows[i].b
        v_x, v_y = shaft[0, b], shaft[1, b]
        rows[i].drag_t = rows[i].t_x * v_x + rows[i].t_y * v_y
        rows[i].drag_g = rows[i].g_x * v_x + rows[i].g_y * v_y


@lean_kernel
def push_shafts(rows: Rows, count: int, shaft: Block) -> None:
    """Let the impulses of all rows act on the shafts in the plane."""
    if shaft.u.shape[1] == 0:
        return
    u, M = shaft.u, shaft.M_inv
    for i in range(count):
        b, p_t, p_g = rows[i].b, 2.0 * rows[i].P_t, 2.0 * rows[i].P_g
        u[0, b] -= M[0, b] * (rows[i].t_x * p_t + rows[i].g_x * p_g)
        u[1, b] -= M[1, b] * (rows[i].t_y * p_t + rows[i].g_y * p_g)


@lean_kernel
def start_flanks(rows: Rows, count: int, P: Floats, body: Block, pulley: Block) -> None:
    """Bring the last impulses (slots, 2) within their bounds and let them act."""
    for i in range(count):
        start_flank(rows, i, P, body, pulley)


@inline_kernel
def start_flank(rows: Rows, i: int, P: Floats, body: Block, pulley: Block) -> None:
    """Bring the last impulse of one row within its bound and let it act."""
    slot = rows[i].slot
    P_t, P_g = within_disc(P[slot, 0], P[slot, 1], rows[i].bound)
    rows[i].P_t, rows[i].P_g = P_t, P_g
    push_flank(rows, i, body, pulley, P_t, P_g)


@inline_kernel
def relax_flank(rows: Rows, i: int, body: Block, pulley: Block) -> float:
    """Bring one row in line with its law; the change [N s]."""
    bound = rows[i].bound
    if bound == 0.0:
        return 0.0
    slip_t, slip_g = flank_slip(rows, i, body.u, pulley.u)
    old_t, old_g, mass = rows[i].P_t, rows[i].P_g, rows[i].mass
    # projected step of the law -slip in give P + normal cone of the disc
    slip_t, slip_g = slip_t + rows[i].give * old_t, slip_g + rows[i].give * old_g
    P_t, P_g = within_disc(old_t - mass * slip_t, old_g - mass * slip_g, bound)
    rows[i].P_t, rows[i].P_g = P_t, P_g
    push_flank(rows, i, body, pulley, P_t - old_t, P_g - old_g)
    return float(worse(abs(P_t - old_t), abs(P_g - old_g)))


@inline_kernel
def within_disc(P_t: float, P_g: float, bound: float) -> tuple[float, float]:
    """The nearest impulse in the disc."""
    size = P_t * P_t + P_g * P_g
    scale = bound / math.sqrt(size) if size > bound * bound else 1.0
    return scale * P_t, scale * P_g


@inline_kernel
def flank_slip(rows: Rows, i: int, u: Floats, v: Floats) -> tuple[float, float]:
    """Speed of a body (u) on its sheave (v) along the travel and outwards [m/s]."""
    a, b = rows[i].a, rows[i].b
    along, out = 0.0, 0.0
    if a >= 0 and b >= 0:
        v_x, v_y, w = u[0, a], u[1, a], u[2, a]
        along = rows[i].t_x * v_x + rows[i].t_y * v_y + rows[i].l_t * w
        along -= rows[i].rho * v[0, b] + rows[i].drag_t
        out = rows[i].g_x * v_x + rows[i].g_y * v_y + rows[i].l_g * w
        out -= rows[i].z * v[1, b] + rows[i].s_x * v[2, b] + rows[i].s_y * v[3, b]
        out -= rows[i].drag_g
    return along, out


@inline_kernel
def push_flank(
    rows: Rows, i: int, body: Block, pulley: Block, P_t: float, P_g: float
) -> None:
    """Let an impulse on each flank act on the body, and back on the pulley."""
    a, b = rows[i].a, rows[i].b
    if a < 0 or b < 0:
        return
    u, M, v, N = body.u, body.M_inv, pulley.u, pulley.M_inv
    # both flanks of the body, with one row for the two
    p_t, p_g = 2.0 * P_t, 2.0 * P_g
    u[0, a] += M[0, a] * (rows[i].t_x * p_t + rows[i].g_x * p_g)
    u[1, a] += M[1, a] * (rows[i].t_y * p_t + rows[i].g_y * p_g)
    u[2, a] += M[2, a] * (rows[i].l_t * p_t + rows[i].l_g * p_g)
    v[0, b] -= N[0, b] * rows[i].rho * p_t
    v[1, b] -= N[1, b] * rows[i].z * p_g
    v[2, b] -= N[2, b] * rows[i].s_x * p_g
    v[3, b] -= N[3, b] * rows[i].s_y * p_g


@lean_kernel
def book_flanks(
    rows: Rows, count: int, P: Floats, body: Block, pulley: Block, belt: Rows, dt: float
) -> tuple[float, float]:
    """Energy lost along the travel and outwards [J]; keep the impulses.

    Friction joins the forces of shaft and groove, where boundaries look for what they
    must provide, and what the belt does to the pulleys.
    """
    lost_t, lost_g = 0.0, 0.0
    for i in range(count):
        b, P_t, P_g = rows[i].b, rows[i].P_t, rows[i].P_g
        P[rows[i].slot, 0], P[rows[i].slot, 1] = P_t, P_g
        if b < 0 or (P_t == 0.0 and P_g == 0.0):
            continue
        slip_t, slip_g = flank_slip(rows, i, body.mean, pulley.mean)
        lost_t -= 2.0 * P_t * slip_t
        lost_g -= 2.0 * P_g * slip_g
        F_t, F_g = 2.0 * P_t / dt, 2.0 * P_g / dt
        pulley.h[0, b] -= F_t * rows[i].rho
        pulley.h[1, b] -= F_g * rows[i].z
        belt[b].torque -= F_t * rows[i].rho
        # of one sheave, the other pulls the other way
        belt[b].axial -= 0.5 * F_g * rows[i].z
        belt[b].f_x -= F_t * rows[i].t_x + F_g * rows[i].g_x
        belt[b].f_y -= F_t * rows[i].t_y + F_g * rows[i].g_y
    return lost_t, lost_g
