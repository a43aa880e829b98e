"""How a run starts: on the path, or in equilibrium; and in motion."""

from __future__ import annotations

import numpy as np

from catena.couplings.boundary import uneven_speed
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.plan_rotors import wheel_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.rolling import rolling_velocities
from catena.integrators.planar_chain.assembly import (
    copy_to_ends,
    far_ends,
    link_view,
    rotor_view,
    still_state,
)
from catena.integrators.planar_chain.tables import State, System
from catena.numerics.arrays import Floats, Ints


def path_state(spec: Spec, layout: Layout, system: System) -> State:
    """The chain at rest on its path, every sprocket turned to its pins."""
    pins = layout.placement.pins
    middle = 0.5 * (pins + np.roll(pins, -1, axis=0))
    phi = np.zeros(system.rotors.size)
    phi[: len(spec.sprocket)] = [
        layout.placement.phases[part.name] for part in spec.sprocket
    ]
    copy_to_ends(system, phi)
    angles = layout.placement.link_angles()
    state = still_state(system, middle, angles, phi)
    state.memory.pressure[system.tensioners.slot] = system.tensioners.supply
    return state


def put_centres_of_gravity(system: System, state: State) -> None:
    """From the axes in elastic bearings to the centres of gravity, as kernels see them.

    They turn about the axes, which the state describes before.
    """
    place, rate = rotor_view(system, state.q), rotor_view(system, state.u)
    for r in np.flatnonzero(system.rotors.mount >= 0):
        mount = system.mounts[system.rotors[r].mount]
        c, s, om = np.cos(place[2, r]), np.sin(place[2, r]), rate[2, r]
        g_x = c * mount.g_x - s * mount.g_y
        g_y = s * mount.g_x + c * mount.g_y
        place[:2, r] += g_x, g_y
        rate[:2, r] += -om * g_y, om * g_x


def driving_rotor(spec: Spec, system: System) -> int:
    """The rotor that drives the chain: a sprocket, or the far end of its shaft."""
    return int(far_ends(system)[spec.leader])


def start_speed(spec: Spec, system: System) -> float:
    """Speed of the driver at the start, with its irregularity [rad/s]."""
    i, imposed = system.rotors[driving_rotor(spec, system)].speed, system.imposed
    if i < 0:
        return spec.nominal_speed
    row = imposed.speeds[i]
    even = float(imposed.curve[1, row.curve])
    return float(uneven_speed(imposed.waves, row.wave, row.wave_end, even, 0.0))


def pins_of(system: System, state: State) -> Floats:
    """Rear joints of the links as they are now [m], (n, 2)."""
    x, y, angle = link_view(system, state.q)
    arm = system.half * np.array([np.cos(angle), np.sin(angle)])
    rear = np.stack([x - arm[0], y - arm[1]], axis=-1)
    front = np.stack([x + arm[0], y + arm[1]], axis=-1)
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
    wheels = [wheel_of(layout, part.name) for part in spec.sprocket]
    axes = rotor_view(system, state.q)[:2, : len(wheels)].T
    velocity, turning = rolling_velocities(
        wheels, axes, pins, seats, speed, spec.leader
    )
    ahead = np.roll(velocity, -1, axis=0)
    mean, change = 0.5 * (velocity + ahead), ahead - velocity
    links, rotors = link_view(system, state.u), rotor_view(system, state.u)
    angle = link_view(system, state.q)[2]
    across = np.cos(angle) * change[:, 1] - np.sin(angle) * change[:, 0]
    links[0], links[1] = mean.T
    links[2] = across / (2.0 * system.half)
    rotors[:] = 0.0
    rotors[2, : turning.size] = turning
    if system.joints.size > system.half.size:  # free rollers go with their pins
        owner = system.joints.a[system.half.size :]
        rotors[:2, -len(pins) :] = velocity.T
        rotors[2, -len(pins) :] = links[2, owner]
    copy_to_ends(system, rotors[2])
