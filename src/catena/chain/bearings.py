"""Axes in elastic bearings, and shafts that twist."""

from __future__ import annotations

import math

from catena.chain.tables import (
    A_DAMP,
    A_INV,
    A_STIFF,
    B_DAMP,
    B_END,
    B_STIFF,
    B_WHEEL,
    COUNT,
    FORCE,
    G_X,
    G_Y,
    HA,
    HB,
    HUX,
    HUY,
    MUX,
    MUY,
    NX,
    NY,
    OM,
    PHI,
    ROTOR,
    SLIDE,
    UVX,
    UVY,
    UX,
    UY,
)
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints


@kernel
def sum_contact_forces(touch: Floats, pair: Ints, count: int, torque: Floats) -> None:
    """Force of the chain on every rotor [N], by the last contact forces."""
    for r in range(torque.shape[1]):
        torque[HUX, r], torque[HUY, r] = 0.0, 0.0
    for i in range(count):
        r, force, slide = pair[ROTOR, i], touch[FORCE, i], touch[SLIDE, i]
        torque[HUX, r] -= force * touch[NX, i] + slide * touch[NY, i]
        torque[HUY, r] -= force * touch[NY, i] - slide * touch[NX, i]


@kernel
def gravity_offset(rotor: Floats, turn: Floats, r: int) -> tuple[float, float]:
    """Centre of gravity of a rotor seen from its axis, as it is turned now [m]."""
    cos, sin = math.cos(turn[PHI, r]), math.sin(turn[PHI, r])
    g_x, g_y = rotor[G_X, r], rotor[G_Y, r]
    return cos * g_x - sin * g_y, sin * g_x + cos * g_y


@kernel
def axis_motion(
    rotor: Floats, turn: Floats, r: int
) -> tuple[float, float, float, float]:
    """Way of the axis of a rotor in its elastic bearing [m], and its velocity [m/s]."""
    g_x, g_y = gravity_offset(rotor, turn, r)
    om = turn[OM, r]
    return (
        turn[UX, r] - g_x,
        turn[UY, r] - g_y,
        turn[UVX, r] + om * g_y,
        turn[UVY, r] - om * g_x,
    )


@kernel
def advance_axes(
    rotor: Floats,
    turn: Floats,
    torque: Floats,
    touch: Floats,
    pair: Ints,
    counter: Ints,
    dt: float,
) -> None:
    """One step of the velocities of all elastic axes; the old ones are kept.

    The bearing holds the axis, which need not be the centre of gravity.
    """
    sum_contact_forces(touch, pair, counter[COUNT], torque)
    for r in range(rotor.shape[1]):
        torque[MUX, r], torque[MUY, r] = turn[UVX, r], turn[UVY, r]
        if rotor[A_INV, r] == 0.0:
            continue
        k, d, step = rotor[A_STIFF, r], rotor[A_DAMP, r], dt * rotor[A_INV, r]
        a_x, a_y, v_x, v_y = axis_motion(rotor, turn, r)
        f_x, f_y = k * a_x + d * v_x, k * a_y + d * v_y
        g_x, g_y = gravity_offset(rotor, turn, r)
        torque[HA, r] = g_x * f_y - g_y * f_x
        turn[UVX, r] += step * (torque[HUX, r] - f_x)
        turn[UVY, r] += step * (torque[HUY, r] - f_y)


@kernel
def fill_bar_torques(bar: Floats, bar_code: Ints, turn: Floats, torque: Floats) -> None:
    """Torques of all shafts on the rotors at their ends."""
    for i in range(bar.shape[1]):
        wheel, end = bar_code[B_WHEEL, i], bar_code[B_END, i]
        twist, rate = turn[PHI, end] - turn[PHI, wheel], turn[OM, end] - turn[OM, wheel]
        moment = bar[B_STIFF, i] * twist + bar[B_DAMP, i] * rate
        torque[HB, wheel], torque[HB, end] = moment, -moment
