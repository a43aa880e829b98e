"""Elastic bearing: spring and damper between the axis of a planar body and a place.

The body is described about its centre of gravity; its axis lies at ``-g`` from there.
"""

from __future__ import annotations

from catena.bodies.planar import turned
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.state import Cause

MOUNT = record(
    body=int,
    group=int,  # of the ledger
    x=float,  # where the axis rests [m]
    y=float,
    g_x=float,  # centre of gravity seen from the axis, in the frame of the body [m]
    g_y=float,
    k=float,  # stiffness [N/m]
    d=float,  # damping [N s/m]
)


@lean_kernel
def axis_way(
    mounts: Rows, i: int, q: Floats, pose: Floats
) -> tuple[float, float, float, float]:
    """Way of the axis from where it rests, then the centre of gravity from it [m]."""
    b = mounts[i].body
    g_x, g_y = turned(pose, b, mounts[i].g_x, mounts[i].g_y)
    return q[0, b] - mounts[i].x - g_x, q[1, b] - mounts[i].y - g_y, g_x, g_y


@lean_kernel
def mount_force(
    mounts: Rows, i: int, q: Floats, u: Floats, pose: Floats
) -> tuple[float, float]:
    """Force of the axis on its bearing [N]."""
    b = mounts[i].body
    a_x, a_y, g_x, g_y = axis_way(mounts, i, q, pose)
    v_x, v_y = u[0, b] + u[2, b] * g_y, u[1, b] - u[2, b] * g_x
    k, d = mounts[i].k, mounts[i].d
    return k * a_x + d * v_x, k * a_y + d * v_y


@lean_kernel
def add_mounts(mounts: Rows, q: Floats, u: Floats, pose: Floats, h: Floats) -> None:
    """Forces of all elastic bearings on their bodies."""
    for i in range(mounts.size):
        b = mounts[i].body
        f_x, f_y = mount_force(mounts, i, q, u, pose)
        g_x, g_y = turned(pose, b, mounts[i].g_x, mounts[i].g_y)
        h[0, b] -= f_x
        h[1, b] -= f_y
        h[2, b] += g_x * f_y - g_y * f_x


@lean_kernel
def book_mounts(
    mounts: Rows, old: Floats, mean: Floats, pose: Floats, loss: Floats, dt: float
) -> None:
    """The damper met the axis before the step and worked on its mean velocity."""
    for i in range(mounts.size):
        b = mounts[i].body
        g_x, g_y = turned(pose, b, mounts[i].g_x, mounts[i].g_y)
        rate = (old[0, b] + old[2, b] * g_y) * (mean[0, b] + mean[2, b] * g_y)
        rate += (old[1, b] - old[2, b] * g_x) * (mean[1, b] - mean[2, b] * g_x)
        loss[mounts[i].group, Cause.VISCOUS] += dt * mounts[i].d * rate


@lean_kernel
def mount_energy(mounts: Rows, q: Floats, pose: Floats) -> float:
    """Stored in all elastic bearings [J]."""
    total = 0.0
    for i in range(mounts.size):
        a_x, a_y, _, _ = axis_way(mounts, i, q, pose)
        total += 0.5 * mounts[i].k * (a_x**2 + a_y**2)
    return total
