"""Static equilibrium of a chain by dynamic relaxation with kinetic damping.

The chain moves under all forces that do not depend on friction, with light rotors;
whenever its kinetic energy has passed a peak, everything is stopped and starts anew.
What is stopped near the peak lies near equilibrium, so the peaks die out.

Source: kinetic damping as in Cundall 1976 and Barnes 1999.
"""

from __future__ import annotations

import math

from catena.chain.bearings import advance_axes, fill_bar_torques
from catena.chain.joints import add_joint_forces
from catena.chain.motion import (
    advance_positions,
    advance_velocities,
    place_rollers,
    refresh_directions,
)
from catena.chain.tables import (
    A_INV,
    A_STIFF,
    COUNT,
    HALF,
    HB,
    HD,
    HR,
    HUX,
    HUY,
    HW,
    HX,
    HY,
    J_INV,
    M_INV,
    OM,
    R_INV,
    R_PITCH,
    UVX,
    UVY,
    UX,
    UY,
    VX,
    VY,
    State,
    System,
    W,
    Work,
)
from catena.chain.tensioner import add_tensioner_torques
from catena.chain.touching import add_contact_forces, touch_rail, touch_teeth
from catena.jit import kernel
from catena.numerics.arrays import Floats

LOOK = 10
"""Steps between two looks at the kinetic energy."""


@kernel
def relax(
    system: System,
    state: State,
    work: Work,
    push: Floats,
    torque: Floats,
    dt: float,
    most: int,
    tolerance: float,
) -> tuple[float, int]:
    """Move to equilibrium; returns the largest force left [N] and the steps taken.

    Args:
        system: Without friction, and with inertias of rotors that suit the links.
        state: Is moved; at rest afterwards.
        work: Scratch.
        push: Given forces on the links (2, n) [N].
        torque: Given torques on the rotors (r,) [N m].
        dt: Stable time step [s].
        most: Steps after which to give up.
        tolerance: Force left that counts as none [N].
    """
    refresh_directions(state.link, work.link)
    stop_all(state)
    fill_static_forces(system, state, work, push, torque)
    left, last = largest_force(system, state, work), 0.0
    step = 0
    while step < most and left > tolerance and math.isfinite(left + last):
        for _ in range(LOOK):
            _advance(system, state, work, torque, dt)
            fill_static_forces(system, state, work, push, torque)
        step += LOOK
        energy = kinetic_energy(system, state)
        if not energy >= last:
            stop_all(state)
            fill_static_forces(system, state, work, push, torque)
            left = largest_force(system, state, work)
            energy = 0.0
        last = energy
    stop_all(state)
    return left, step


@kernel
def stop_all(state: State) -> None:
    """Take all velocities away."""
    state.link[VX, :] = 0.0
    state.link[VY, :] = 0.0
    state.link[W, :] = 0.0
    state.rotor[OM, :] = 0.0
    state.rotor[UVX, :] = 0.0
    state.rotor[UVY, :] = 0.0


@kernel
def fill_static_forces(
    system: System, state: State, work: Work, push: Floats, torque: Floats
) -> None:
    """Forces on links and rotors at the present positions."""
    laws, h, sprockets = system.laws, work.link, system.wheel.shape[1]
    add_joint_forces(laws, system.link, state.link, h)
    place_rollers(system.link, system.owner, state.link, h)
    work.counter[COUNT] = 0
    for j in range(sprockets):
        touch_teeth(
            laws, system.owner, system.rotor, system.wheel, system.wheel_code,
            system.gaps, system.code, system.shape, state.rotor, h, state.gap,
            state.la_touch, work.touch, work.pair, work.counter, j,
        )  # fmt: skip
    for g in range(system.rail.shape[0]):
        touch_rail(
            laws, system.owner, system.rotor, system.rail, system.rail_code,
            system.code, system.shape, state.rotor, h, state.la_touch, work.touch,
            work.pair, work.counter, g, sprockets + g,
        )  # fmt: skip
    add_contact_forces(
        laws, sprockets, state.link, state.rotor, h, work.rotor, work.touch, work.pair,
        work.counter, work.extreme,
    )  # fmt: skip
    for k in range(h.shape[1]):
        h[HX, k] += push[0, k]
        h[HY, k] += push[1, k]
    for r in range(torque.size):
        work.rotor[HD, r] = torque[r]
    if system.rail.shape[0] > 0:
        add_tensioner_torques(system, state, work, 0.0)
    fill_bar_torques(system.bar, system.bar_code, state.rotor, work.rotor)


@kernel
def _advance(
    system: System, state: State, work: Work, torque: Floats, dt: float
) -> None:
    """Velocities by the forces, then positions."""
    turn, sums = state.rotor, work.rotor
    if system.laws.floating:
        advance_axes(system.rotor, turn, sums, work.touch, work.pair, work.counter, dt)
    advance_velocities(system.link, state.link, work.link, dt)
    for r in range(torque.size):
        total = sums[HR, r] + sums[HD, r] + sums[HB, r]
        turn[OM, r] += dt * system.rotor[R_INV, r] * total
    advance_positions(state.link, turn, work.link, dt)


@kernel
def kinetic_energy(system: System, state: State) -> float:
    """Of links and rotors, with the inertias of the relaxation [J]."""
    q, own, turn, rotor = state.link, system.link, state.rotor, system.rotor
    total = 0.0
    for k in range(q.shape[1]):
        total += 0.5 * (q[VX, k] ** 2 + q[VY, k] ** 2) / own[M_INV, k]
        total += 0.5 * q[W, k] ** 2 / own[J_INV, k]
    for r in range(turn.shape[1]):
        if rotor[R_INV, r] > 0.0:
            total += 0.5 * turn[OM, r] ** 2 / rotor[R_INV, r]
        if rotor[A_INV, r] > 0.0:
            total += 0.5 * (turn[UVX, r] ** 2 + turn[UVY, r] ** 2) / rotor[A_INV, r]
    return total


@kernel
def largest_force(system: System, state: State, work: Work) -> float:
    """Largest force left on a link or, at its pitch radius, on a rotor [N].

    Infinite where anything is not a number.
    """
    h, sums, turn = work.link, work.rotor, state.rotor
    most, total = 0.0, 0.0
    for k in range(h.shape[1]):
        force = math.hypot(h[HX, k], h[HY, k])
        moment = abs(h[HW, k]) / system.link[HALF, k]
        most, total = max(most, force, moment), total + force + moment
    for r in range(sums.shape[1]):
        arm = system.rotor[R_PITCH, r]
        if system.rotor[R_INV, r] > 0.0 and arm > 0.0:
            force = abs(sums[HR, r] + sums[HD, r] + sums[HB, r]) / arm
            most, total = max(most, force), total + force
        if system.rotor[A_INV, r] > 0.0:
            k_x = sums[HUX, r] - system.rotor[A_STIFF, r] * turn[UX, r]
            k_y = sums[HUY, r] - system.rotor[A_STIFF, r] * turn[UY, r]
            force = math.hypot(k_x, k_y)
            most, total = max(most, force), total + force
    return most if math.isfinite(total) else math.inf
