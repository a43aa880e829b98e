"""How a run starts: on the path, or in equilibrium; and in motion."""

from __future__ import annotations

import numpy as np

from catena.chain.assembly import still_state
from catena.chain.bearings import gravity_offset
from catena.chain.rotors import prescribed_speed
from catena.chain.tables import (
    A_INV,
    ANGLE,
    B_END,
    B_WHEEL,
    CURVE,
    HALF,
    OM,
    SUPPLY,
    TURNING,
    UVX,
    UVY,
    UX,
    UY,
    VX,
    VY,
    State,
    System,
    Turning,
    W,
    X,
    Y,
)
from catena.drives.roller_chain.layout import Layout
from catena.drives.roller_chain.rolling import placed_seats, rolling_velocities
from catena.drives.roller_chain.rotor_tables import wheel_of
from catena.drives.roller_chain.spec import Spec
from catena.numerics.arrays import Floats, Ints


def path_state(spec: Spec, layout: Layout, system: System) -> State:
    """The chain at rest on its path, every sprocket turned to its pins."""
    pins = layout.placement.pins
    middle = 0.5 * (pins + np.roll(pins, -1, axis=0))
    phi = np.zeros(system.rotor.shape[1])
    phi[: len(spec.sprocket)] = [
        layout.placement.phases[part.name] for part in spec.sprocket
    ]
    phi[system.bar_code[B_END]] = phi[system.bar_code[B_WHEEL]]
    angles = layout.placement.link_angles()
    state = still_state(middle, angles, phi, len(spec.guide))
    state.pressure[:] = system.tensioner[SUPPLY]
    return state


def running_state(spec: Spec, layout: Layout, system: System) -> State:
    """The chain on its path, moving as the driving sprocket asks at the start."""
    state = path_state(spec, layout, system)
    set_in_motion(spec, layout, system, state, placed_seats(spec, layout))
    put_centres_of_gravity(system, state)
    return state


def put_centres_of_gravity(system: System, state: State) -> None:
    """From the axes in elastic bearings to the centres of gravity, as kernels see them.

    They turn about the axes, which the state describes before.
    """
    for r in np.flatnonzero(system.rotor[A_INV] > 0.0):
        g_x, g_y = gravity_offset(system.rotor, state.rotor, int(r))
        state.rotor[[UX, UY], r] += g_x, g_y
        om = state.rotor[OM, r]
        state.rotor[[UVX, UVY], r] += -om * g_y, om * g_x


def driving_rotor(spec: Spec, system: System) -> int:
    """The rotor that drives the chain: a sprocket, or the far end of its shaft."""
    far = system.bar_code[B_END, system.bar_code[B_WHEEL] == spec.leader]
    return int(far[0]) if far.size else spec.leader


def start_speed(spec: Spec, system: System) -> float:
    """Speed of the driver at the start, with its irregularity [rad/s]."""
    r = driving_rotor(spec, system)
    if system.rotor_code[TURNING, r] == Turning.TORQUE:
        return spec.nominal_speed
    even = float(system.curve[1, system.rotor_code[CURVE, r]])
    return float(prescribed_speed(system.wave, system.rotor_code, r, even, 0.0))


def pins_of(system: System, state: State) -> Floats:
    """Rear joints of the links as they are now [m], (n, 2)."""
    c, s = np.cos(state.link[ANGLE]), np.sin(state.link[ANGLE])
    half = system.link[HALF]
    rear = np.stack([state.link[X] - half * c, state.link[Y] - half * s], axis=-1)
    front = np.stack([state.link[X] + half * c, state.link[Y] + half * s], axis=-1)
    return np.asarray(0.5 * (rear + np.roll(front, 1, axis=0)))


def set_in_motion(
    spec: Spec,
    layout: Layout,
    system: System,
    state: State,
    seats: Ints,
    turning_speed: float | None = None,
) -> None:
    """Velocities of links and rotors of the running chain, from where it lies.

    ``seats`` are the sprockets on which the pins lie, -1 for none; the driver has the
    speed of the start if no other is given [rad/s].
    """
    asked = start_speed(spec, system) if turning_speed is None else turning_speed
    wheel = wheel_of(layout, spec.leading.name)
    assert wheel.length_per_radian is not None
    speed = asked * wheel.length_per_radian
    pins = pins_of(system, state)
    velocity, turning = rolling_velocities(
        spec, layout, pins, seats, speed, spec.leader
    )
    ahead = np.roll(velocity, -1, axis=0)
    mean, change = 0.5 * (velocity + ahead), ahead - velocity
    state.link[VX], state.link[VY] = mean.T
    angle = state.link[ANGLE]
    across = np.cos(angle) * change[:, 1] - np.sin(angle) * change[:, 0]
    state.link[W] = across / (2.0 * system.link[HALF])
    state.rotor[OM] = 0.0
    state.rotor[OM, : turning.size] = turning
    state.rotor[OM, system.bar_code[B_END]] = state.rotor[OM, system.bar_code[B_WHEEL]]
