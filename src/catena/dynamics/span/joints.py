"""Joint forces and accelerations of the strand at a cost proportional to its links.

Newton and Euler for every body, with the joint forces as unknowns: demanding that the
two bodies of each joint accelerate alike there gives a symmetric positive definite,
block-tridiagonal system of 2 x 2 blocks. It holds the constraints (2.26) and gives
(2.27)-(2.29) at once; the test suite compares it with Kane's equations (2.25).

Source: [KimJohnson1993] (2.26)-(2.29).
Deviation: (2.29) prints I alpha + T on its right side; I alpha - T is right.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.span import DriveKind, SpanSystem, SpanWork


@lean_kernel
def fill_directions(q: Floats, n_links: int, work: SpanWork) -> None:
    """Cosine and sine of every body's direction."""
    for i in range(n_links + 2):
        work.body[i].cos = math.cos(q[i])
        work.body[i].sin = math.sin(q[i])


@lean_kernel
def fill_mobility(system: SpanSystem, n_links: int, work: SpanWork) -> None:
    """Blocks of the joint equations at the filled directions."""
    light = 1.0 / system.link_mass
    turn = 0.25 * system.pitch * system.pitch / system.link_inertia
    xx, xy, yy = _end_block(system, 0, work)
    for j in range(1, n_links + 1):
        c, s = work.body[j].cos, work.body[j].sin
        across_xx, across_xy, across_yy = turn * s * s, -turn * s * c, turn * c * c
        # acceleration of an end per force there: the centre moves by 1/m in any
        # direction, turning adds (p/2)^2/I across the link
        work.joint[j].d_xx = xx + light + across_xx
        work.joint[j].d_xy = xy + across_xy
        work.joint[j].d_yy = yy + light + across_yy
        # at its other end turning goes against what the centre does
        work.joint[j + 1].c_xx = across_xx - light
        work.joint[j + 1].c_xy = across_xy
        work.joint[j + 1].c_yy = across_yy - light
        xx, xy, yy = light + across_xx, across_xy, light + across_yy
    end_xx, end_xy, end_yy = _end_block(system, n_links + 1, work)
    work.joint[n_links + 1].d_xx = xx + end_xx
    work.joint[n_links + 1].d_xy = xy + end_xy
    work.joint[n_links + 1].d_yy = yy + end_yy


@lean_kernel
def _end_block(
    system: SpanSystem, body: int, work: SpanWork
) -> tuple[float, float, float]:
    """Mobility of the roller that a sprocket carries; zero if its speed is given."""
    if body == 0:
        if system.drive_kind == DriveKind.SPEED:
            return 0.0, 0.0, 0.0
        give = system.driver_radius**2 / system.driver_inertia
    else:
        give = system.driven_radius**2 / system.driven_inertia
    c, s = work.body[body].cos, work.body[body].sin
    return give * s * s, -give * s * c, give * c * c


@lean_kernel
def half_length(system: SpanSystem, body: int, n_links: int) -> float:
    """Distance from a body's centre to its joint [m]."""
    if body == 0:
        return system.driver_radius
    if body == n_links + 1:
        return system.driven_radius
    return 0.5 * system.pitch


@lean_kernel
def inertia(system: SpanSystem, body: int, n_links: int) -> float:
    """Central moment of inertia of a body [kg m^2]."""
    if body == 0:
        return system.driver_inertia
    if body == n_links + 1:
        return system.driven_inertia
    return system.link_inertia


@lean_kernel
def fill_right_side(
    system: SpanSystem, u: Floats, given: float, n_links: int, work: SpanWork
) -> None:
    """Acceleration mismatch of the joints without joint forces, negated.

    ``given`` is the acceleration of a driver with prescribed speed.
    """
    x_behind, y_behind = 0.0, 0.0
    for i in range(n_links + 2):
        b = half_length(system, i, n_links)
        alpha = work.body[i].torque / inertia(system, i, n_links)
        if i == 0 and system.drive_kind == DriveKind.SPEED:
            alpha = given
        inward = u[i] * u[i]
        # acceleration of the joint: turning plus the pull towards the body's centre
        x = b * (-alpha * work.body[i].sin - inward * work.body[i].cos)
        y = b * (alpha * work.body[i].cos - inward * work.body[i].sin)
        if i > 0:
            work.joint[i].r_x = -(x_behind + x)
            work.joint[i].r_y = -(y_behind + y)
        x_behind, y_behind = x, y


@lean_kernel
def solve_forces(n_links: int, work: SpanWork) -> None:
    """Joint forces from the blocks and the right side, by block elimination."""
    x, y = 0.0, 0.0
    for j in range(1, n_links + 2):
        dxx, dxy, dyy = (
            work.joint[j].d_xx,
            work.joint[j].d_xy,
            work.joint[j].d_yy,
        )
        rx, ry = work.joint[j].r_x, work.joint[j].r_y
        if j > 1:
            cxx, cxy, cyy = (
                work.joint[j].c_xx,
                work.joint[j].c_xy,
                work.joint[j].c_yy,
            )
            pxx, pxy = work.joint[j - 1].p_xx, work.joint[j - 1].p_xy
            pyy = work.joint[j - 1].p_yy
            mxx, mxy = cxx * pxx + cxy * pxy, cxx * pxy + cxy * pyy
            myx, myy = cxy * pxx + cyy * pxy, cxy * pxy + cyy * pyy
            dxx -= mxx * cxx + mxy * cxy
            dxy -= mxx * cxy + mxy * cyy
            dyy -= myx * cxy + myy * cyy
            rx -= cxx * x + cxy * y
            ry -= cxy * x + cyy * y
        # 2 x 2 blocks are symmetric positive definite: no exchange of rows is needed
        inverse = 1.0 / (dxx * dyy - dxy * dxy)
        work.joint[j].p_xx = dyy * inverse
        work.joint[j].p_xy = -dxy * inverse
        work.joint[j].p_yy = dxx * inverse
        x = (dyy * rx - dxy * ry) * inverse
        y = (dxx * ry - dxy * rx) * inverse
        work.joint[j].f_x, work.joint[j].f_y = x, y
    for j in range(n_links, 0, -1):
        cxx, cxy = work.joint[j + 1].c_xx, work.joint[j + 1].c_xy
        cyy = work.joint[j + 1].c_yy
        bx, by = cxx * x + cxy * y, cxy * x + cyy * y
        x = work.joint[j].f_x - work.joint[j].p_xx * bx - work.joint[j].p_xy * by
        y = work.joint[j].f_y - work.joint[j].p_xy * bx - work.joint[j].p_yy * by
        work.joint[j].f_x, work.joint[j].f_y = x, y


@lean_kernel
def force_moment(system: SpanSystem, body: int, n_links: int, work: SpanWork) -> float:
    """Moment of the joint forces on a body about its centre [N m], left of (2.29)."""
    x, y = 0.0, 0.0
    if body > 0:
        x += work.joint[body].f_x
        y += work.joint[body].f_y
    if body < n_links + 1:
        x += work.joint[body + 1].f_x
        y += work.joint[body + 1].f_y
    across = work.body[body].cos * y - work.body[body].sin * x
    return float(half_length(system, body, n_links) * across)


@lean_kernel
def fill_accelerations(
    system: SpanSystem, given: float, n_links: int, work: SpanWork, stage: int
) -> None:
    """Angular accelerations of all bodies from torques and joint forces."""
    for i in range(n_links + 2):
        moment = work.body[i].torque + force_moment(system, i, n_links, work)
        work.u_rate[stage, i] = moment / inertia(system, i, n_links)
    if system.drive_kind == DriveKind.SPEED:
        work.u_rate[stage, 0] = given
