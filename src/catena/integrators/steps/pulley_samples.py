"""What is kept of the two pulleys of a variator: their motion, loads and works.

What a belt or chain does to them is summed up over all steps since the row before, so
that no impulse is lost.
"""

from __future__ import annotations

from enum import IntEnum

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.tables.blocks import Block


class Account(IntEnum):
    """Who puts energy in: entries of ``Ledger.input_work``, plus the pulley."""

    SHAFT = 0
    CLAMPING = 2


class Pulley(IntEnum):
    """Columns of ``pulley`` of the samples.

    Turn, speed; groove [m]; slopes [rad]; means since the row before: torque of the
    belt on the shaft in the sense of travel [N m], axial force on one sheave, force of
    the belt on the shaft [N]; work done by shaft and clamping [J]; way of the shaft in
    its bearing [m].
    """

    TURN = 0
    SPEED = 1
    GROOVE = 2
    TILT_X = 3
    TILT_Y = 4
    TORQUE = 5
    AXIAL = 6
    FORCE_X = 7
    FORCE_Y = 8
    WORK = 9
    WORK_Z = 10
    SHAFT_X = 11
    SHAFT_Y = 12


@lean_kernel
def forget_loads(belt: Rows) -> None:
    """Begin the sums (BELT_LOAD) for the next sample."""
    for b in range(belt.size):
        belt[b].torque, belt[b].axial = 0.0, 0.0
        belt[b].f_x, belt[b].f_y = 0.0, 0.0


@lean_kernel
def take_pulleys(
    pulley: Block, belt: Rows, input_work: Floats, every: int, out: Floats
) -> None:
    """Motion of pairs of sheaves, means over so many steps, and works, in one row."""
    q, u = pulley.q, pulley.u
    for p in range(belt.size):
        out[Pulley.TURN, p] = q[0, p]
        out[Pulley.SPEED, p] = u[0, p]
        out[Pulley.GROOVE, p] = q[1, p]
        out[Pulley.TILT_X, p] = q[2, p]
        out[Pulley.TILT_Y, p] = q[3, p]
        out[Pulley.TORQUE, p] = belt[p].torque / every
        out[Pulley.AXIAL, p] = belt[p].axial / every
        out[Pulley.FORCE_X, p] = belt[p].f_x / every
        out[Pulley.FORCE_Y, p] = belt[p].f_y / every
        out[Pulley.WORK, p] = input_work[Account.SHAFT + p]
        out[Pulley.WORK_Z, p] = input_work[Account.CLAMPING + p]


@lean_kernel
def take_shafts(shaft: Block, out: Floats) -> None:
    """Ways of shafts in elastic bearings; those of rigid ones stay zero."""
    for p in range(shaft.q.shape[1]):
        out[Pulley.SHAFT_X, p] = shaft.q[0, p]
        out[Pulley.SHAFT_Y, p] = shaft.q[1, p]
