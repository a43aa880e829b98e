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
from catena.tables.span import DriveKind, Floats, SpanSystem, SpanWork


@kernel
def fill_directions(q: Floats, n_links: int, work: SpanWork) -> None:
    """Cosine and sine of every body's direction."""
    for i in range(n_links + 2):
        work.cos[i] = math.cos(q[i])
        work.sin[i] = math.sin(q[i])


@kernel
def factorise(system: SpanSystem, n_links: int, work: SpanWork) -> None:
    """Block Cholesky-like factors of the joint equations at the filled directions."""
    light = 1.0 / system.link_mass
    turn = 0.25 * system.pitch * system.pitch / system.link_inertia
    last = n_links + 1
    xx, xy, yy = _end_block(system, 0, work)
    for j in range(1, last + 1):
        if j < last:
            c, s = work.cos[j], work.sin[j]
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
            bxx, bxy, byy = work.couple[j, 0], work.couple[j, 1], work.couple[j, 2]
            pxx, pxy, pyy = (
                work.pivot[j - 1, 0],
                work.pivot[j - 1, 1],
                work.pivot[j - 1, 2],
            )
            mxx, mxy = bxx * pxx + bxy * pxy, bxx * pxy + bxy * pyy
            myx, myy = bxy * pxx + byy * pxy, bxy * pxy + byy * pyy
            dxx -= mxx * bxx + mxy * bxy
            dxy -= mxx * bxy + mxy * byy
            dyy -= myx * bxy + myy * byy
        inverse = 1.0 / (dxx * dyy - dxy * dxy)
        work.pivot[j, 0] = dyy * inverse
        work.pivot[j, 1] = -dxy * inverse
        work.pivot[j, 2] = dxx * inverse
        if j < last:
            work.couple[j + 1, 0] = ahead_xx - light
            work.couple[j + 1, 1] = ahead_xy
            work.couple[j + 1, 2] = ahead_yy - light
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
    c, s = work.cos[body], work.sin[body]
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
        alpha = work.torque[i] / inertia(system, i, n_links)
        if i == 0 and system.drive_kind == DriveKind.SPEED:
            alpha = given
        inward = u[i] * u[i]
        x = b * (-alpha * work.sin[i] - inward * work.cos[i])
        y = b * (alpha * work.cos[i] - inward * work.sin[i])
        if i > 0:
            work.right[i, 0] = -(x_behind + x)
            work.right[i, 1] = -(y_behind + y)
        x_behind, y_behind = x, y


@kernel
def solve_forces(n_links: int, work: SpanWork) -> None:
    """Joint forces from the factors and the right side."""
    x, y = 0.0, 0.0
    for j in range(1, n_links + 2):
        rx, ry = work.right[j, 0], work.right[j, 1]
        if j > 1:
            rx -= work.couple[j, 0] * x + work.couple[j, 1] * y
            ry -= work.couple[j, 1] * x + work.couple[j, 2] * y
        x = work.pivot[j, 0] * rx + work.pivot[j, 1] * ry
        y = work.pivot[j, 1] * rx + work.pivot[j, 2] * ry
        work.force[j, 0], work.force[j, 1] = x, y
    for j in range(n_links, 0, -1):
        fx, fy = work.force[j + 1, 0], work.force[j + 1, 1]
        bx = work.couple[j + 1, 0] * fx + work.couple[j + 1, 1] * fy
        by = work.couple[j + 1, 1] * fx + work.couple[j + 1, 2] * fy
        work.force[j, 0] -= work.pivot[j, 0] * bx + work.pivot[j, 1] * by
        work.force[j, 1] -= work.pivot[j, 1] * bx + work.pivot[j, 2] * by


@kernel
def force_moment(system: SpanSystem, body: int, n_links: int, work: SpanWork) -> float:
    """Moment of the joint forces on a body about its centre [N m], left of (2.29)."""
    x, y = 0.0, 0.0
    if body > 0:
        x += work.force[body, 0]
        y += work.force[body, 1]
    if body < n_links + 1:
        x += work.force[body + 1, 0]
        y += work.force[body + 1, 1]
    across = work.cos[body] * y - work.sin[body] * x
    return float(half_length(system, body, n_links) * across)


@kernel
def fill_accelerations(
    system: SpanSystem, given: float, n_links: int, work: SpanWork, out: Floats
) -> None:
    """Angular accelerations of all bodies from torques and joint forces."""
    for i in range(n_links + 2):
        moment = work.torque[i] + force_moment(system, i, n_links, work)
        out[i] = moment / inertia(system, i, n_links)
    if system.drive_kind == DriveKind.SPEED:
        out[0] = given
