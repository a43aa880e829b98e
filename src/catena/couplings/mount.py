"""Elastic bearing: spring and damper between the axis of a planar body and its seat.

The seat is a place, or a point of an arm that turns about a held pivot.

The body is described about its centre of gravity; its axis lies at ``-g`` from there.
"""

from __future__ import annotations

from catena.bodies.planar import turned
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.state import Cause

MOUNT = record(
    body=int,
    group=int,  # of the ledger
    arm=int,  # body that carries the seat, -1: none
    x=float,  # the seat, in the frame of the arm where there is one [m]
    y=float,
    g_x=float,  # centre of gravity seen from the axis, in the frame of the body [m]
    g_y=float,
    k=float,  # stiffness [N/m]
    d=float,  # damping [N s/m]
)


@inline_kernel
def _seat(
    mounts: Rows, i: int, q: Floats, pose: Floats
) -> tuple[float, float, float, float]:
    """The seat, and seen from the pivot of its arm [m]."""
    arm = mounts[i].arm
    if arm < 0:
        return mounts[i].x, mounts[i].y, 0.0, 0.0
    s_x, s_y = turned(pose, arm, mounts[i].x, mounts[i].y)
    return q[0, arm] + s_x, q[1, arm] + s_y, s_x, s_y


@inline_kernel
def _axis_rate(mounts: Rows, i: int, u: Floats, pose: Floats) -> tuple[float, float]:
    """Velocity of the axis against its seat [m/s]."""
    b, arm = mounts[i].body, mounts[i].arm
    g_x, g_y = turned(pose, b, mounts[i].g_x, mounts[i].g_y)
    v_x, v_y = u[0, b] + u[2, b] * g_y, u[1, b] - u[2, b] * g_x
    if arm >= 0:
        s_x, s_y = turned(pose, arm, mounts[i].x, mounts[i].y)
        v_x, v_y = v_x + u[2, arm] * s_y, v_y - u[2, arm] * s_x
    return v_x, v_y


@lean_kernel
def axis_way(
    mounts: Rows, i: int, q: Floats, pose: Floats
) -> tuple[float, float, float, float]:
    """Way of the axis from its seat, then the centre of gravity from the axis [m]."""
    b = mounts[i].body
    x, y, _, _ = _seat(mounts, i, q, pose)
    g_x, g_y = turned(pose, b, mounts[i].g_x, mounts[i].g_y)
    return q[0, b] - x - g_x, q[1, b] - y - g_y, g_x, g_y


@lean_kernel
def mount_force(
    mounts: Rows, i: int, q: Floats, u: Floats, pose: Floats
) -> tuple[float, float]:
    """Force of the axis on its bearing [N]."""
    a_x, a_y, _, _ = axis_way(mounts, i, q, pose)
    v_x, v_y = _axis_rate(mounts, i, u, pose)
    k, d = mounts[i].k, mounts[i].d
    return k * a_x + d * v_x, k * a_y + d * v_y


@lean_kernel
def add_mounts(mounts: Rows, q: Floats, u: Floats, pose: Floats, h: Floats) -> None:
    """Forces of all elastic bearings on their bodies, and on arms."""
    for i in range(mounts.size):
        b = mounts[i].body
        f_x, f_y = mount_force(mounts, i, q, u, pose)
        g_x, g_y = turned(pose, b, mounts[i].g_x, mounts[i].g_y)
        h[0, b] -= f_x
        h[1, b] -= f_y
        # the force acts at the axis, -g from the centre of gravity: a wheel out of
        # balance turns about its axis, not about its centre
        h[2, b] += g_x * f_y - g_y * f_x
        arm = mounts[i].arm
        if arm >= 0:
            _, _, s_x, s_y = _seat(mounts, i, q, pose)
            h[0, arm] += f_x
            h[1, arm] += f_y
            h[2, arm] += s_x * f_y - s_y * f_x


@lean_kernel
def book_mounts(
    mounts: Rows, old: Floats, mean: Floats, pose: Floats, loss: Floats, dt: float
) -> None:
    """The damper met the axis before the step and worked on its mean velocity."""
    for i in range(mounts.size):
        before, during = (
            _axis_rate(mounts, i, old, pose), _axis_rate(mounts, i, mean, pose),
        )  # fmt: skip
        rate = before[0] * during[0] + before[1] * during[1]
        loss[mounts[i].group, Cause.VISCOUS] += dt * mounts[i].d * rate


@lean_kernel
def mount_energy(mounts: Rows, q: Floats, pose: Floats) -> float:
    """Stored in all elastic bearings [J]."""
    total = 0.0
    for i in range(mounts.size):
        a_x, a_y, _, _ = axis_way(mounts, i, q, pose)
        total += 0.5 * mounts[i].k * (a_x**2 + a_y**2)
    return total
