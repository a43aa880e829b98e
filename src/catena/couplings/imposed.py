"""What the surroundings impose: speeds and loads by curves over time and by orders.

Both act on one velocity, counted positive in the ``sense`` of travel. A prescribed
velocity has ``M_inv = 0``; what it takes to keep it is ``M du/dt - h``, where h holds
every other force of the step, friction included. No drive knows more about it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.curves import interpolated
from catena.numerics.records import Rows, record

SPEED = record(
    dof=int,
    account=int,  # boundary in the ledger
    slot=int,  # place of its even turn in the memory
    sense=float,  # +1 or -1
    curve=int,  # first and last sample over time
    curve_end=int,
    wave=int,  # first order, and the one behind the last
    wave_end=int,
)
LOAD = record(
    dof=int,
    account=int,
    sense=float,
    curve=int,
    curve_end=int,
    wave=int,
    wave_end=int,
    droop=float,  # fall of the torque per speed [N m s/rad]
    nominal=float,  # speed from which it falls, in the sense of travel [rad/s]
    ramp=float,  # time over which it grows from zero [s]
)
WAVE = record(
    order=float,  # per turn
    amplitude=float,  # [rad] of speeds, [N m] of loads
    phase=float,  # [rad]
)


class Imposed(NamedTuple):
    """All speeds and loads of a drive."""

    speeds: Rows  # SPEED
    loads: Rows  # LOAD
    waves: Rows  # WAVE
    curve: Floats  # (2, samples)  time [s]; speed or load in the sense of travel


@lean_kernel
def curve_value(curve: Floats, first: int, last: int, t: float) -> float:
    """Speed or load at a time, in the sense of travel."""
    return float(interpolated(curve[0], curve[1], first, last, t))


@lean_kernel
def uneven_speed(waves: Rows, first: int, end: int, even: float, theta: float) -> float:
    """Speed with its irregularity by orders [rad/s].

    The angle is theta + sum a sin(order theta + phase), theta the even turn.
    """
    factor = 1.0
    for i in range(first, end):
        swing = math.cos(waves[i].order * theta + waves[i].phase)
        factor += waves[i].amplitude * waves[i].order * swing
    return even * factor


@lean_kernel
def load_value(
    loads: Rows, waves: Rows, i: int, mean: float, turned: float, speed: float
) -> float:
    """Load at an angle [rad] and a speed [rad/s], all in the sense of travel [N m]."""
    torque = mean - loads[i].droop * (speed - loads[i].nominal)
    for k in range(loads[i].wave, loads[i].wave_end):
        swing = math.cos(waves[k].order * turned + waves[k].phase)
        torque += waves[k].amplitude * swing
    return float(torque)


@lean_kernel
def add_loads(
    imposed: Imposed, q: Floats, u: Floats, h: Floats, force: Floats, t: float
) -> None:
    """Loads at the present angles and speeds, grown over their ramp; noted."""
    loads, waves, curve = imposed.loads, imposed.waves, imposed.curve
    for i in range(loads.size):
        dof, sense, ramp = loads[i].dof, loads[i].sense, loads[i].ramp
        share = t / ramp if t < ramp else 1.0
        mean = curve_value(curve, loads[i].curve, loads[i].curve_end, t)
        found = load_value(loads, waves, i, mean, sense * q[dof], sense * u[dof])
        force[loads[i].account] = sense * share * found
        h[dof] += force[loads[i].account]


@lean_kernel
def prescribe_speeds(
    imposed: Imposed, theta: Floats, u: Floats, t: float, dt: float
) -> None:
    """Velocities at the end of the step; even turns advance."""
    speeds, waves, curve = imposed.speeds, imposed.waves, imposed.curve
    for i in range(speeds.size):
        slot = speeds[i].slot
        even = curve_value(curve, speeds[i].curve, speeds[i].curve_end, t)
        theta[slot] += dt * even
        first, end = speeds[i].wave, speeds[i].wave_end
        speed = uneven_speed(waves, first, end, even, theta[slot])
        u[speeds[i].dof] = speeds[i].sense * speed


@lean_kernel
def book_loads(
    imposed: Imposed, mean: Floats, force: Floats, work: Floats, dt: float
) -> None:
    """Work of all loads."""
    loads = imposed.loads
    for i in range(loads.size):
        work[loads[i].account] += dt * force[loads[i].account] * mean[loads[i].dof]


@lean_kernel
def reaction(
    M: Floats, u: Floats, old: Floats, h: Floats, dof: int, dt: float
) -> float:
    """What keeps a prescribed velocity, beyond all other forces [N m] or [N]."""
    return float(M[dof] * (u[dof] - old[dof]) / dt - h[dof])


@lean_kernel
def book_speeds(
    imposed: Imposed,
    M: Floats,
    u: Floats,
    old: Floats,
    h: Floats,
    force: Floats,
    work: Floats,
    dt: float,
) -> None:
    """Reactions and works of all prescribed speeds, at the end of the step."""
    speeds = imposed.speeds
    for i in range(speeds.size):
        dof, account = speeds[i].dof, speeds[i].account
        force[account] = reaction(M, u, old, h, dof, dt)
        work[account] += dt * force[account] * 0.5 * (old[dof] + u[dof])
