"""Joint forces with Coulomb friction in the joints.

The friction moment mu R_p |F| sign(du) depends on the joint force it accompanies. With
the direction f of the last known force, |F| = f . F makes it linear in F, which is
Newton's method for this problem: the block-tridiagonal system keeps its shape but loses
its symmetry, and two or three rounds suffice.

Source: [KimJohnson1993] (2.21), which leaves open how forces and friction are matched.
"""

from __future__ import annotations

import math

from catena.dynamics.span.joints import half_length, inertia
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.span import DriveKind, SpanStatus, SpanSystem, SpanWork

NEWTON_ROUNDS = 6
MOST_ROUNDS = 60
ACCURACY = 1e-12


@lean_kernel
def force_size(work: SpanWork, joint: int) -> float:
    """Magnitude of a joint force [N]."""
    x, y = work.joint[joint].f_x, work.joint[joint].f_y
    return math.sqrt(x * x + y * y)


@lean_kernel
def fill_slides(system: SpanSystem, work: SpanWork, u: Floats, n: int) -> None:
    """Softened sign of the slip in every joint."""
    for j in range(1, n + 2):
        work.joint[j].slide = math.tanh((u[j] - u[j - 1]) / system.sign_speed)


@lean_kernel
def solve_with_friction(system: SpanSystem, n: int, work: SpanWork) -> int:
    """Joint forces that agree with the Coulomb friction they cause."""
    share = 1.0
    for rounds in range(MOST_ROUNDS):
        if rounds == NEWTON_ROUNDS:
            share = 0.5
        _fill_levers(system, n, work, share)
        _eliminate(system, n, work)
        if _mismatch(system, n, work) <= ACCURACY:
            return SpanStatus.DONE.value
    return SpanStatus.FRICTION_DIVERGED.value


@lean_kernel
def _fill_levers(system: SpanSystem, n: int, work: SpanWork, share: float) -> None:
    """Friction moment per joint force, along the last known force [m].

    Where a joint force passes through zero its direction flips from round to round; a
    share below one mixes in the levers of the round before.
    """
    grip = system.joint_friction * system.pin_radius
    for j in range(1, n + 2):
        size = force_size(work, j)
        # the moment mu r |F| as a lever times F: linear in the unknown force
        lever = grip * work.joint[j].slide / size if size > 0.0 else 0.0
        kx, ky = lever * work.joint[j].f_x, lever * work.joint[j].f_y
        work.joint[j].k_x = share * kx + (1.0 - share) * work.joint[j].k_x
        work.joint[j].k_y = share * ky + (1.0 - share) * work.joint[j].k_y


@lean_kernel
def _mismatch(system: SpanSystem, n: int, work: SpanWork) -> float:
    """Friction moments used against those of the forces found, relatively."""
    grip = system.joint_friction * system.pin_radius
    worst, largest = 0.0, 1e-300
    for j in range(1, n + 2):
        size = force_size(work, j)
        used = (
            work.joint[j].k_x * work.joint[j].f_x
            + work.joint[j].k_y * work.joint[j].f_y
        )
        worst = max(worst, abs(grip * work.joint[j].slide * size - used))
        largest = max(largest, size)
    return worst / (grip * largest)


@lean_kernel
def _sway(system: SpanSystem, body: int, n: int, work: SpanWork) -> tuple[float, float]:
    """Acceleration of a body's joint per moment on the body [1/(kg m)]."""
    if body == 0 and system.drive_kind == DriveKind.SPEED:
        return 0.0, 0.0
    give = half_length(system, body, n) / inertia(system, body, n)
    return -give * work.body[body].sin, give * work.body[body].cos


@lean_kernel
def _eliminate(system: SpanSystem, n: int, work: SpanWork) -> None:
    """Block elimination of the joint equations with the friction levers in them."""
    x, y = 0.0, 0.0
    back_x, back_y = _sway(system, 0, n, work)
    for j in range(1, n + 2):
        ahead_x, ahead_y = _sway(system, j, n, work)
        kx, ky = work.joint[j].k_x, work.joint[j].k_y
        dxx = work.joint[j].d_xx + (back_x - ahead_x) * kx
        dxy = work.joint[j].d_xy + (back_x - ahead_x) * ky
        dyx = work.joint[j].d_xy + (back_y - ahead_y) * kx
        dyy = work.joint[j].d_yy + (back_y - ahead_y) * ky
        rx, ry = work.joint[j].r_x, work.joint[j].r_y
        if j > 1:
            cxx, cxy, cyy = (
                work.joint[j].c_xx,
                work.joint[j].c_xy,
                work.joint[j].c_yy,
            )
            lx, ly = work.joint[j - 1].k_x, work.joint[j - 1].k_y
            lxx, lxy = cxx - back_x * lx, cxy - back_x * ly
            lyx, lyy = cxy - back_y * lx, cyy - back_y * ly
            uxx, uxy = cxx + back_x * kx, cxy + back_x * ky
            uyx, uyy = cxy + back_y * kx, cyy + back_y * ky
            pxx, pxy = work.joint[j - 1].p_xx, work.joint[j - 1].p_xy
            pyx, pyy = work.joint[j - 1].p_yx, work.joint[j - 1].p_yy
            mxx, mxy = lxx * pxx + lxy * pyx, lxx * pxy + lxy * pyy
            myx, myy = lyx * pxx + lyy * pyx, lyx * pxy + lyy * pyy
            dxx -= mxx * uxx + mxy * uyx
            dxy -= mxx * uxy + mxy * uyy
            dyx -= myx * uxx + myy * uyx
            dyy -= myx * uxy + myy * uyy
            rx -= lxx * x + lxy * y
            ry -= lyx * x + lyy * y
        # levers make the blocks unsymmetric, too little to need an exchange of rows
        inverse = 1.0 / (dxx * dyy - dxy * dyx)
        work.joint[j].p_xx, work.joint[j].p_xy = (
            dyy * inverse,
            -dxy * inverse,
        )
        work.joint[j].p_yx, work.joint[j].p_yy = (
            -dyx * inverse,
            dxx * inverse,
        )
        x = (dyy * rx - dxy * ry) * inverse
        y = (dxx * ry - dyx * rx) * inverse
        work.joint[j].f_x, work.joint[j].f_y = x, y
        back_x, back_y = ahead_x, ahead_y
    _substitute_back(system, n, work)


@lean_kernel
def _substitute_back(system: SpanSystem, n: int, work: SpanWork) -> None:
    x, y = work.joint[n + 1].f_x, work.joint[n + 1].f_y
    for j in range(n, 0, -1):
        sway_x, sway_y = _sway(system, j, n, work)
        slip = work.joint[j + 1].k_x * x + work.joint[j + 1].k_y * y
        cxy = work.joint[j + 1].c_xy
        bx = work.joint[j + 1].c_xx * x + cxy * y + sway_x * slip
        by = cxy * x + work.joint[j + 1].c_yy * y + sway_y * slip
        x = work.joint[j].f_x - work.joint[j].p_xx * bx - work.joint[j].p_xy * by
        y = work.joint[j].f_y - work.joint[j].p_yx * bx - work.joint[j].p_yy * by
        work.joint[j].f_x, work.joint[j].f_y = x, y
