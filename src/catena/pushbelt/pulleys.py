"""Shafts, grooves and slopes of the two pulleys, and what is imposed on them."""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.curves import interpolated
from catena.pushbelt.tables import (
    AXIAL,
    AXIAL_CURVE,
    AXIAL_END,
    GYRO,
    I_INV,
    OM,
    SHEAVES,
    T_DAMP,
    T_INV,
    T_STIFF,
    TURN_CURVE,
    TURN_END,
    TURNING,
    TX,
    TY,
    VTX,
    VTY,
    VZ,
    Z_DAMP,
    Z_INV,
    Axial,
    Loss,
    Sheaves,
    State,
    System,
    Turning,
    Work,
)


@lean_kernel
def add_pulley_forces(system: System, state: State, work: Work, dt: float) -> None:
    """Loads, clamping, hubs; work.pulley already holds the normal forces."""
    own, turn, sums = system.pulley, state.pulley, work.pulley
    for p in range(2):
        if system.pulley_code[TURNING, p] == Turning.TORQUE:
            sums[0, p] -= boundary_value(system, p, TURN_CURVE, TURN_END, state.t[0])
        if system.pulley_code[AXIAL, p] == Axial.FORCE:
            clamp = boundary_value(system, p, AXIAL_CURVE, AXIAL_END, state.t[0])
            sums[1, p] -= 2.0 * clamp
        sums[1, p] -= own[Z_DAMP, p] * turn[VZ, p]
        if own[Z_INV, p] > 0.0:
            state.loss[Loss.SHEAVE_DAMPING] += (
                dt * own[Z_DAMP, p] * turn[VZ, p] * turn[VZ, p]
            )
        if system.pulley_code[SHEAVES, p] == Sheaves.TILTING:
            v_x, v_y = turn[VTX, p], turn[VTY, p]
            spin = own[GYRO, p] * turn[OM, p]
            sums[2, p] -= (
                own[T_STIFF, p] * turn[TX, p] + own[T_DAMP, p] * v_x - spin * v_y
            )
            sums[3, p] -= (
                own[T_STIFF, p] * turn[TY, p] + own[T_DAMP, p] * v_y + spin * v_x
            )
            state.loss[Loss.SHEAVE_DAMPING] += (
                dt * own[T_DAMP, p] * (v_x * v_x + v_y * v_y)
            )


@lean_kernel
def advance_pulleys(system: System, state: State, work: Work, dt: float) -> None:
    """Velocities without friction; imposed ones are taken as they are."""
    own, turn, sums = system.pulley, state.pulley, work.pulley
    for p in range(2):
        if system.pulley_code[TURNING, p] == Turning.SPEED:
            turn[OM, p] = boundary_value(system, p, TURN_CURVE, TURN_END, state.t[0])
        else:
            turn[OM, p] += dt * own[I_INV, p] * sums[0, p]
        if system.pulley_code[AXIAL, p] == Axial.STOP:
            turn[VZ, p] = -boundary_value(system, p, AXIAL_CURVE, AXIAL_END, state.t[0])
        else:
            turn[VZ, p] += dt * own[Z_INV, p] * sums[1, p]
        turn[VTX, p] += dt * own[T_INV, p] * sums[2, p]
        turn[VTY, p] += dt * own[T_INV, p] * sums[3, p]


@lean_kernel
def boundary_value(system: System, p: int, first: int, last: int, t: float) -> float:
    """What a curve of a pulley says now."""
    code = system.pulley_code
    return interpolated(
        system.curve[0], system.curve[1], code[first, p], code[last, p], t
    )
