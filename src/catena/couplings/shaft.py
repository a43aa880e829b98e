"""Torsion bar between two angles: spring and damper in parallel."""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.state import Cause

SHAFT = record(
    a=int,  # the two velocities, and the angles of the same number
    b=int,
    group=int,  # of the ledger
    k=float,  # stiffness [N m/rad]
    d=float,  # damping [N m s/rad]
)


@lean_kernel
def shaft_moment(shafts: Rows, i: int, q: Floats, u: Floats) -> float:
    """Moment that turns the first end forwards and the second backwards [N m]."""
    a, b = shafts[i].a, shafts[i].b
    return float(shafts[i].k * (q[b] - q[a]) + shafts[i].d * (u[b] - u[a]))


@lean_kernel
def add_shafts(shafts: Rows, q: Floats, u: Floats, h: Floats) -> None:
    """Moments of all shafts."""
    for i in range(shafts.size):
        moment = shaft_moment(shafts, i, q, u)
        h[shafts[i].a] += moment
        h[shafts[i].b] -= moment


@lean_kernel
def book_shafts(
    shafts: Rows, old: Floats, mean: Floats, loss: Floats, dt: float
) -> None:
    """The damper met the twist rate before the step and worked on the mean one."""
    for i in range(shafts.size):
        a, b = shafts[i].a, shafts[i].b
        lost = dt * shafts[i].d * (old[b] - old[a]) * (mean[b] - mean[a])
        loss[shafts[i].group, Cause.VISCOUS] += lost


@lean_kernel
def shaft_energy(shafts: Rows, q: Floats) -> float:
    """Stored in all shafts [J]."""
    total = 0.0
    for i in range(shafts.size):
        total += 0.5 * shafts[i].k * (q[shafts[i].b] - q[shafts[i].a]) ** 2
    return total
