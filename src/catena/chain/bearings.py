"""Axes in elastic bearings, and shafts that twist."""

from __future__ import annotations

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
def advance_axes(
    rotor: Floats,
    turn: Floats,
    torque: Floats,
    touch: Floats,
    pair: Ints,
    counter: Ints,
    dt: float,
) -> None:
    """One step of the velocities of all axes; the old ones are kept for the ledger."""
    sum_contact_forces(touch, pair, counter[COUNT], torque)
    for r in range(rotor.shape[1]):
        torque[MUX, r], torque[MUY, r] = turn[UVX, r], turn[UVY, r]
        k, d, step = rotor[A_STIFF, r], rotor[A_DAMP, r], dt * rotor[A_INV, r]
        turn[UVX, r] += step * (torque[HUX, r] - k * turn[UX, r] - d * turn[UVX, r])
        turn[UVY, r] += step * (torque[HUY, r] - k * turn[UY, r] - d * turn[UVY, r])


@kernel
def fill_bar_torques(bar: Floats, bar_code: Ints, turn: Floats, torque: Floats) -> None:
    """Torques of all shafts on the rotors at their ends."""
    for i in range(bar.shape[1]):
        wheel, end = bar_code[B_WHEEL, i], bar_code[B_END, i]
        twist, rate = turn[PHI, end] - turn[PHI, wheel], turn[OM, end] - turn[OM, wheel]
        moment = bar[B_STIFF, i] * twist + bar[B_DAMP, i] * rate
        torque[HB, wheel], torque[HB, end] = moment, -moment
