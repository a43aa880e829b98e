"""What the surroundings impose: gravity, loads, prescribed speeds."""

from __future__ import annotations

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.numerics.curves import folded, interpolated, interval
from catena.tables.couplings import Boundaries, Curves, Loads
from catena.tables.pairs import CurveArgument

OVER_PLACE = int(CurveArgument.COORDINATE)
OVER_SPEED = int(CurveArgument.VELOCITY)
LEAST_WAY = 1e-9
"""Samples nearer than this count as reached."""


@kernel
def curve_value(curves: Curves, i: int, at: float) -> float:
    """Value of curve i at an argument."""
    first = curves.first[i]
    at = folded(at, curves.x[first], curves.period[i])
    return interpolated(curves.x, curves.y, first, curves.last[i], at)


@kernel
def curve_slope(curves: Curves, i: int, at: float) -> float:
    """Slope of curve i at an argument, zero beyond its ends."""
    first, last = curves.first[i], curves.last[i]
    at = folded(at, curves.x[first], curves.period[i])
    if last == first or at < curves.x[first] or at > curves.x[last]:
        return 0.0
    k = interval(curves.x, first, last, at)
    return float((curves.y[k + 1] - curves.y[k]) / (curves.x[k + 1] - curves.x[k]))


def value_after(curves: Curves, i: int, at: float) -> float:
    """Value with which the piece of curve i goes on that begins at an argument.

    Other than ``curve_value`` it does not depend on rounding where a curve jumps.
    """
    ahead = at + LEAST_WAY
    value = float(curve_value(curves, i, ahead))
    return value - LEAST_WAY * float(curve_slope(curves, i, ahead))


def bend_after(curves: Curves, i: int, at: float) -> float:
    """The first sample of curve i that lies well beyond an argument."""
    x = curves.x[curves.first[i] : curves.last[i] + 1]
    period, beyond = curves.period[i], at + LEAST_WAY
    turns = np.floor((beyond - x[0]) / period) if period > 0.0 else 0.0
    reached = x + turns * period
    later = reached[reached > beyond]
    if later.size:
        return float(later[0])
    return float(x[0] + (turns + 1.0) * period) if period > 0.0 else np.inf


@kernel
def load_direction(follows: int, dof: int, pose: Floats) -> tuple[int, float, float]:
    """Velocities along x (and y behind it) that a load acts on, and how much on each.

    A load that follows acts along an axis of its body.
    """
    body, axis = dof // 3, dof % 3
    if follows == 0 or axis > 1:
        return dof, 1.0, 0.0
    c, s = pose[body, 2], pose[body, 3]
    if axis == 0:
        return 3 * body, c, s
    return 3 * body, -s, c


@kernel
def add_loads(
    boundaries: Boundaries,
    t: float,
    motion: tuple[Floats, Floats, Floats],
    h: Floats,
    given: Floats,
) -> None:
    """Add every tabulated force or torque, grown over its ramp; ``given`` are they.

    ``motion`` are coordinates, velocities and poses.
    """
    q, u, pose = motion
    curves = boundaries.curves
    dof, curve = boundaries.loads.dof, boundaries.loads.curve
    argument, ramp = boundaries.loads.argument, boundaries.loads.ramp
    for i in range(dof.size):
        k = dof[i]
        at = t
        if argument[i] == OVER_PLACE:
            at = q[k]
        elif argument[i] == OVER_SPEED:
            at = u[k]
        force = curve_value(curves, curve[i], at)
        if t < ramp[i]:
            force *= t / ramp[i]
        first, c, s = load_direction(boundaries.loads.follows[i], k, pose)
        h[first] += c * force
        if s != 0.0:
            h[first + 1] += s * force
        given[i] = force


@kernel
def book_loads(
    loads: Loads, given: Floats, mean: Floats, pose: Floats, work: Floats, dt: float
) -> None:
    """Work of all loads at the mean velocities of the step, in the last account."""
    for i in range(loads.dof.size):
        first, c, s = load_direction(loads.follows[i], loads.dof[i], pose)
        speed = c * mean[first]
        if s != 0.0:
            speed += s * mean[first + 1]
        work[work.size - 1] += dt * given[i] * speed


@kernel
def prescribe_speeds(boundaries: Boundaries, t: float, u: Floats) -> None:
    """Set every prescribed velocity to its value at time t."""
    curves = boundaries.curves
    dof, curve = boundaries.speeds.dof, boundaries.speeds.curve
    for i in range(dof.size):
        u[dof[i]] = curve_value(curves, curve[i], t)


def gravity_potential(gravity: Floats, M: Floats, n_bodies: int, q: Floats) -> Floats:
    """Energy of position of each planar body [J]."""
    places = q[: 3 * n_bodies].reshape(-1, 3)
    return -M[: 3 * n_bodies : 3] * (places[:, :2] @ gravity)
