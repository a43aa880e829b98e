"""Viscous drag on one velocity: bearings that heat, seals, oil."""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.state import Cause

BEARING = record(
    dof=int,  # the velocity
    group=int,  # of the ledger
    d=float,  # drag [N m s/rad] or [N s/m]
)


@lean_kernel
def add_bearings(bearings: Rows, u: Floats, h: Floats) -> None:
    """Drag at the present velocities."""
    for i in range(bearings.size):
        h[bearings[i].dof] -= bearings[i].d * u[bearings[i].dof]


@lean_kernel
def book_bearings(
    bearings: Rows, old: Floats, mean: Floats, loss: Floats, dt: float
) -> None:
    """The drag met the velocity before the step and worked on the mean one."""
    for i in range(bearings.size):
        dof = bearings[i].dof
        # not the square of a speed: the force was that of the old one, and the ledger
        # books what a force did, else the balance would not close
        lost = dt * bearings[i].d * old[dof] * mean[dof]
        loss[bearings[i].group, Cause.VISCOUS] += lost
