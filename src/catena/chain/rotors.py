"""Torques and speeds of sprockets and guides."""

from __future__ import annotations

import math

from catena.chain.tables import (
    AMPLITUDE,
    BEARING,
    CURVE,
    CURVE_END,
    DROOP,
    HA,
    HB,
    HD,
    HR,
    MR,
    NOMINAL,
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
    Laws,
    Turning,
)
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.curves import interpolated


@kernel
def curve_value(curve: Floats, rotor_code: Ints, r: int, t: float) -> float:
    """Speed [rad/s] or torque [N m] of a rotor at a time, in the sense of travel."""
    first, last = rotor_code[CURVE, r], rotor_code[CURVE_END, r]
    if first == last:
        return float(curve[1, first])
    return interpolated(curve[0], curve[1], first, last, t)


@kernel
def prescribed_speed(
    wave: Floats, rotor_code: Ints, r: int, even: float, theta: float
) -> float:
    """Speed of a rotor [rad/s] with its irregularity by orders.

    The angle is theta + sum a sin(order theta + phase), theta the even turn.
    """
    factor = 1.0
    for i in range(rotor_code[WAVE, r], rotor_code[WAVE_END, r]):
        swing = math.cos(wave[ORDER, i] * theta + wave[PHASE, i])
        factor += wave[AMPLITUDE, i] * wave[ORDER, i] * swing
    return even * factor


@kernel
def applied_torque(
    rotor: Floats,
    wave: Floats,
    rotor_code: Ints,
    r: int,
    mean: float,
    turned: float,
    speed: float,
) -> float:
    """Torque of drive and load on a rotor [N m] at its angle [rad] and speed [rad/s].

    All in the sense of travel.
    """
    torque: float = mean - rotor[DROOP, r] * (speed - rotor[NOMINAL, r])
    for i in range(rotor_code[WAVE, r], rotor_code[WAVE_END, r]):
        swing = math.cos(wave[ORDER, i] * turned + wave[PHASE, i])
        torque += wave[AMPLITUDE, i] * swing
    return torque


@kernel
def advance_rotors(
    laws: Laws,
    sprockets: int,
    guides: int,
    rotor: Floats,
    rotor_code: Ints,
    curve: Floats,
    wave: Floats,
    turn: Floats,
    torque: Floats,
    t: float,
    dt: float,
) -> None:
    """Speeds at the end of the step from contacts, bearings, drives and loads.

    Torques grow over the ramp; those of tensioners and shafts are already there.
    """
    share = t / laws.ramp if t < laws.ramp else 1.0
    for r in range(rotor.shape[1]):
        torque[MR, r] = turn[OM, r]
        how, sense = rotor_code[TURNING, r], rotor[SENSE, r]
        if how == Turning.SPEED:
            even = curve_value(curve, rotor_code, r, t)
            turn[THETA, r] += dt * even
            speed = prescribed_speed(wave, rotor_code, r, even, turn[THETA, r])
            turn[OM, r] = sense * speed
        elif how == Turning.TORQUE:
            if r < sprockets or r >= sprockets + guides:
                mean = curve_value(curve, rotor_code, r, t)
                turned = sense * turn[PHI, r]
                applied = applied_torque(
                    rotor, wave, rotor_code, r, mean, turned, sense * turn[OM, r]
                )
                torque[HD, r] = sense * share * applied
            total = torque[HR, r] + torque[HD, r] + torque[HB, r] + torque[HA, r]
            total -= rotor[BEARING, r] * turn[OM, r]
            turn[OM, r] += dt * rotor[R_INV, r] * total
