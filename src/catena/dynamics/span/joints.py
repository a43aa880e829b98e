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

from catena.jit import kernel
from catena.tables.span import (
    COS,
    CXX,
    CXY,
    CYY,
    FX,
    FY,
    PXX,
    PXY,
    PYY,
    RX,
    RY,
    SIN,
    TORQUE,
    DriveKind,
    Floats,
    SpanSystem,
    SpanWork,
)


@kernel
def fill_directions(q: Floats, n_links: int, work: SpanWork) -> None:
    """Cosine and sine of every body's direction."""
    for i in range(n_links + 2):
        work.body[i, COS] = math.cos(q[i])
        work.body[i, SIN] = math.sin(q[i])


@kernel
def factorise(system: SpanSystem, n_links: int, work: SpanWork) -> None:
    """Block Cholesky-like factors of the joint equations at the filled directions."""
    light = 1.0 / system.link_mass
    turn = 0.25 * system.pitch * system.pitch / system.link_inertia
    last = n_links + 1
    xx, xy, yy = _end_block(system, 0, work)
    for j in range(1, last + 1):
        if j < last:
            c, s = work.body[j, COS], work.body[j, SIN]
            ahead_xx = turn * s * s
            ahead_xy = -turn * s * c
            ahead_yy = turn * c * c
            dxx = xx + light + ahead_xx
            dxy = xy + ahead_xy
            dyy = yy + light + ahead_yy
        else:
            end_xx, end_xy, end_yy = _end_block(system, last, work)
            ahead_xx, ahead_xy, ahead_yy = 0.0, 0.0, 0.0
            dxx, dxy, dyy = xx + end_xx, xy + end_xy, yy + end_yy
        if j > 1:
            bxx, bxy, byy = work.joint[j, CXX], work.joint[j, CXY], work.joint[j, CYY]
            pxx, pxy, pyy = (
                work.joint[j - 1, PXX],
                work.joint[j - 1, PXY],
                work.joint[j - 1, PYY],
            )
            mxx, mxy = bxx * pxx + bxy * pxy, bxx * pxy + bxy * pyy
            myx, myy = bxy * pxx + byy * pxy, bxy * pxy + byy * pyy
            dxx -= mxx * bxx + mxy * bxy
            dxy -= mxx * bxy + mxy * byy
            dyy -= myx * bxy + myy * byy
        inverse = 1.0 / (dxx * dyy - dxy * dxy)
        work.joint[j, PXX] = dyy * inverse
        work.joint[j, PXY] = -dxy * inverse
        work.joint[j, PYY] = dxx * inverse
        if j < last:
            work.joint[j + 1, CXX] = ahead_xx - light
            work.joint[j + 1, CXY] = ahead_xy
            work.joint[j + 1, CYY] = ahead_yy - light
            xx, xy, yy = ahead_xx + light, ahead_xy, ahead_yy + light


@kernel
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
    c, s = work.body[body, COS], work.body[body, SIN]
    return give * s * s, -give * s * c, give * c * c


@kernel
def half_length(system: SpanSystem, body: int, n_links: int) -> float:
    """Distance from a body's centre to its joint [m]."""
    if body == 0:
        return system.driver_radius
    if body == n_links + 1:
        return system.driven_radius
    return 0.5 * system.pitch


@kernel
def inertia(system: SpanSystem, body: int, n_links: int) -> float:
    """Central moment of inertia of a body [kg m^2]."""
    if body == 0:
        return system.driver_inertia
    if body == n_links + 1:
        return system.driven_inertia
    return system.link_inertia


@kernel
def fill_right_side(
    system: SpanSystem, u: Floats, given: float, n_links: int, work: SpanWork
) -> None:
    """Acceleration mismatch of the joints without joint forces, negated.

    ``given`` is the acceleration of a driver with prescribed speed.
    """
    x_behind, y_behind = 0.0, 0.0
    for i in range(n_links + 2):
        b = half_length(system, i, n_links)
        alpha = work.body[i, TORQUE] / inertia(system, i, n_links)
        if i == 0 and system.drive_kind == DriveKind.SPEED:
            alpha = given
        inward = u[i] * u[i]
        x = b * (-alpha * work.body[i, SIN] - inward * work.body[i, COS])
        y = b * (alpha * work.body[i, COS] - inward * work.body[i, SIN])
        if i > 0:
            work.joint[i, RX] = -(x_behind + x)
            work.joint[i, RY] = -(y_behind + y)
        x_behind, y_behind = x, y


@kernel
def solve_forces(n_links: int, work: SpanWork) -> None:
    """Joint forces from the factors and the right side."""
    x, y = 0.0, 0.0
    for j in range(1, n_links + 2):
        rx, ry = work.joint[j, RX], work.joint[j, RY]
        if j > 1:
            rx -= work.joint[j, CXX] * x + work.joint[j, CXY] * y
            ry -= work.joint[j, CXY] * x + work.joint[j, CYY] * y
        x = work.joint[j, PXX] * rx + work.joint[j, PXY] * ry
        y = work.joint[j, PXY] * rx + work.joint[j, PYY] * ry
        work.joint[j, FX], work.joint[j, FY] = x, y
    for j in range(n_links, 0, -1):
        fx, fy = work.joint[j + 1, FX], work.joint[j + 1, FY]
        bx = work.joint[j + 1, CXX] * fx + work.joint[j + 1, CXY] * fy
        by = work.joint[j + 1, CXY] * fx + work.joint[j + 1, CYY] * fy
        work.joint[j, FX] -= work.joint[j, PXX] * bx + work.joint[j, PXY] * by
        work.joint[j, FY] -= work.joint[j, PXY] * bx + work.joint[j, PYY] * by


@kernel
def force_moment(system: SpanSystem, body: int, n_links: int, work: SpanWork) -> float:
    """Moment of the joint forces on a body about its centre [N m], left of (2.29)."""
    x, y = 0.0, 0.0
    if body > 0:
        x += work.joint[body, FX]
        y += work.joint[body, FY]
    if body < n_links + 1:
        x += work.joint[body + 1, FX]
        y += work.joint[body + 1, FY]
    across = work.body[body, COS] * y - work.body[body, SIN] * x
    return float(half_length(system, body, n_links) * across)


@kernel
def fill_accelerations(
    system: SpanSystem, given: float, n_links: int, work: SpanWork, stage: int
) -> None:
    """Angular accelerations of all bodies from torques and joint forces."""
    for i in range(n_links + 2):
        moment = work.body[i, TORQUE] + force_moment(system, i, n_links, work)
        work.u_rate[stage, i] = moment / inertia(system, i, n_links)
    if system.drive_kind == DriveKind.SPEED:
        work.u_rate[stage, 0] = given
