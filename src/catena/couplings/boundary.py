"""What the surroundings impose: speeds and loads by curves and by orders.

Both act on one velocity, counted positive in the ``sense`` of travel; a load that
follows a body acts along one of its axes. Curves are straight between their samples,
constant beyond them or repeated. A prescribed velocity has ``M_inv = 0``; what it
takes to keep it is ``M du/dt - h``, where h holds every other force of the step,
friction included. No drive knows more about it.
"""

from __future__ import annotations

import math

import numpy as np

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.curves import curve_slope, curve_value, folded
from catena.numerics.records import Rows
from catena.tables.boundaries import Imposed
from catena.tables.pairs import CurveArgument

OVER_PLACE = int(CurveArgument.COORDINATE)
OVER_SPEED = int(CurveArgument.VELOCITY)
LEAST_WAY = 1e-9
"""Samples nearer than this count as reached."""


@lean_kernel
def given_value(curve: Floats, rows: Rows, i: int, at: float) -> float:
    """Speed or load of row i at its argument, in the sense of travel."""
    first, last = rows[i].curve, rows[i].curve_end
    at = folded(at, curve[0, first], rows[i].period)
    return float(curve_value(curve, first, last, at))


@lean_kernel
def given_slope(curve: Floats, rows: Rows, i: int, at: float) -> float:
    """Slope of the curve of row i just after its argument, zero beyond its ends."""
    first, last = rows[i].curve, rows[i].curve_end
    at = folded(at, curve[0, first], rows[i].period)
    return float(curve_slope(curve, first, last, at))


def value_after(curve: Floats, rows: Rows, i: int, at: float) -> float:
    """Value with which the piece goes on that begins at an argument.

    Other than ``given_value`` it does not depend on rounding where a curve jumps.
    """
    ahead = at + LEAST_WAY
    value = float(given_value(curve, rows, i, ahead))
    return value - LEAST_WAY * float(given_slope(curve, rows, i, ahead))


def bend_after(curve: Floats, rows: Rows, i: int, at: float) -> float:
    """The first sample of a curve that lies well beyond an argument."""
    x = curve[0, rows[i].curve : rows[i].curve_end + 1]
    period, beyond = rows[i].period, at + LEAST_WAY
    turns = np.floor((beyond - x[0]) / period) if period > 0.0 else 0.0
    reached = x + turns * period
    later = reached[reached > beyond]
    if later.size:
        return float(later[0])
    return float(x[0] + (turns + 1.0) * period) if period > 0.0 else math.inf


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
def given_load(imposed: Imposed, i: int, q: Floats, u: Floats, t: float) -> float:
    """Load i at the present time, angle and speed, grown over its ramp [N or N m]."""
    loads, dof, sense = imposed.loads, imposed.loads[i].dof, imposed.loads[i].sense
    turned, speed, at, ramp = sense * q[dof], sense * u[dof], t, loads[i].ramp
    if loads[i].argument == OVER_PLACE:
        at = turned
    elif loads[i].argument == OVER_SPEED:
        at = speed
    # a load that came at once would shake the drive for as long as it settles
    share = t / ramp if t < ramp else 1.0
    mean = given_value(imposed.curve, loads, i, at)
    found = load_value(loads, imposed.waves, i, mean, turned, speed)
    return float(sense * share * found)


@lean_kernel
def add_loads(
    imposed: Imposed, q: Floats, u: Floats, h: Floats, force: Floats, t: float
) -> None:
    """Loads at the present coordinates and speeds; noted."""
    loads = imposed.loads
    for i in range(loads.size):
        dof, frame, slot = loads[i].dof, loads[i].frame, loads[i].slot
        found = given_load(imposed, i, q, u, t)
        if frame < 0:
            force[slot] = found
            h[dof] += found
            continue
        # a load that turns with its body: its axes are those of the present angle
        c, s = math.cos(q[frame + 2]), math.sin(q[frame + 2])
        if dof != frame:  # along the second axis
            c, s = -s, c
        force[slot], force[slot + 1] = c * found, s * found
        h[frame] += force[slot]
        h[frame + 1] += force[slot + 1]


@lean_kernel
def prescribe_speeds(
    imposed: Imposed, theta: Floats, u: Floats, t: float, dt: float
) -> None:
    """Velocities at the end of the step; even turns advance."""
    speeds, waves, curve = imposed.speeds, imposed.waves, imposed.curve
    for i in range(speeds.size):
        slot = speeds[i].slot
        even = given_value(curve, speeds, i, t)
        theta[slot] += dt * even
        first, end = speeds[i].wave, speeds[i].wave_end
        speed = uneven_speed(waves, first, end, even, theta[slot])
        u[speeds[i].dof] = speeds[i].sense * speed


@lean_kernel
def prescribe_even_speeds(imposed: Imposed, u: Floats, t: float) -> None:
    """Velocities of drives without orders, at a time."""
    speeds = imposed.speeds
    for i in range(speeds.size):
        even = given_value(imposed.curve, speeds, i, t)
        u[speeds[i].dof] = speeds[i].sense * even


@lean_kernel
def book_loads(
    imposed: Imposed, mean: Floats, force: Floats, work: Floats, dt: float
) -> None:
    """Work of all loads."""
    loads = imposed.loads
    for i in range(loads.size):
        account, slot, frame = loads[i].account, loads[i].slot, loads[i].frame
        if frame < 0:
            work[account] += dt * force[slot] * mean[loads[i].dof]
        else:
            power = force[slot] * mean[frame] + force[slot + 1] * mean[frame + 1]
            work[account] += dt * power


@lean_kernel
def reaction(
    M: Floats, u: Floats, old: Floats, h: Floats, dof: int, dt: float
) -> float:
    """What keeps a prescribed velocity, beyond all other forces [N m] or [N]."""
    # the momentum law of the step, solved for the one force that is not in h
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
