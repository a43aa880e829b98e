"""Torques and speeds of sprockets and guides."""

from __future__ import annotations

import math

from catena.chain.tables import (
    AMPLITUDE,
    BEARING,
    CURVE,
    CURVE_END,
    HD,
    HR,
    MR,
    OM,
    ORDER,
    PHASE,
    PHI,
    R_INV,
    SENSE,
    THETA,
    TURNING,
    WAVE,
    WAVE_END,
    State,
    System,
    Turning,
    Work,
)
from catena.jit import kernel
from catena.numerics.curves import interpolated


@kernel
def curve_value(system: System, r: int, t: float) -> float:
    """Speed [rad/s] or torque [N m] of a rotor at a time, in the sense of travel."""
    first, last = system.rotor_code[CURVE, r], system.rotor_code[CURVE_END, r]
    return interpolated(system.curve[0], system.curve[1], first, last, t)


@kernel
def prescribed_speed(system: System, state: State, r: int) -> float:
    """Speed of a rotor [rad/s] with its irregularity by orders.

    The angle is theta + sum a sin(order theta + phase), theta the even turn.
    """
    even = curve_value(system, r, state.t[0])
    factor = 1.0
    for i in range(system.rotor_code[WAVE, r], system.rotor_code[WAVE_END, r]):
        swing = math.cos(
            system.wave[ORDER, i] * state.rotor[THETA, r] + system.wave[PHASE, i]
        )
        factor += system.wave[AMPLITUDE, i] * system.wave[ORDER, i] * swing
    return float(system.rotor[SENSE, r] * even * factor)


@kernel
def applied_torque(system: System, state: State, r: int) -> float:
    """Torque of drive and load on a rotor [N m], growing over the ramp."""
    torque = curve_value(system, r, state.t[0])
    turn = system.rotor[SENSE, r] * state.rotor[PHI, r]
    for i in range(system.rotor_code[WAVE, r], system.rotor_code[WAVE_END, r]):
        swing = math.cos(system.wave[ORDER, i] * turn + system.wave[PHASE, i])
        torque += system.wave[AMPLITUDE, i] * swing
    if state.t[0] < system.laws.ramp:
        torque *= state.t[0] / system.laws.ramp
    return float(system.rotor[SENSE, r] * torque)


@kernel
def advance_rotors(system: System, state: State, work: Work, dt: float) -> None:
    """Speeds at the end of the step from contacts, bearings, drives and loads."""
    for r in range(system.rotor.shape[1]):
        work.rotor[MR, r] = state.rotor[OM, r]
        if system.rotor_code[TURNING, r] == Turning.SPEED:
            state.rotor[THETA, r] += dt * curve_value(system, r, state.t[0])
            state.rotor[OM, r] = prescribed_speed(system, state, r)
        elif system.rotor_code[TURNING, r] == Turning.TORQUE:
            torque = (
                work.rotor[HR, r]
                + work.rotor[HD, r]
                - system.rotor[BEARING, r] * state.rotor[OM, r]
            )
            state.rotor[OM, r] += dt * system.rotor[R_INV, r] * torque


@kernel
def fill_applied_torques(system: System, state: State, work: Work) -> None:
    """Torques of drives and loads on the sprockets."""
    for r in range(system.wheel.shape[1]):
        work.rotor[HD, r] = 0.0
        if system.rotor_code[TURNING, r] == Turning.TORQUE:
            work.rotor[HD, r] = applied_torque(system, state, r)
