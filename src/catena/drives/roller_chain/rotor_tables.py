"""Sprockets, guides and shafts of a specification as tables for the kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.chain.tables import (
    A_DAMP,
    A_INV,
    A_STIFF,
    BEARING,
    CX,
    CY,
    DROOP,
    G_MASS,
    G_X,
    G_Y,
    INERTIA,
    NOMINAL,
    OFF_X,
    OFF_Y,
    PUSH_X,
    PUSH_Y,
    R_INV,
    R_PITCH,
    SENSE,
    TURNING,
    Turning,
)
from catena.drives.roller_chain.layout import Layout
from catena.drives.roller_chain.pushing import push_of
from catena.drives.roller_chain.spec import Spec
from catena.drives.roller_chain.spec_boundaries import DriveTorque, Load, SpeedMotion
from catena.drives.roller_chain.spec_wheels import SprocketPart
from catena.geometry.path import Wheel
from catena.numerics.arrays import Floats, Ints

MOST_ORDERS = 64
"""Orders kept of a torque given as a table."""

Boundary = tuple[list[float], list[float], list[tuple[float, float, float]], Turning]


class RotorTables(NamedTuple):
    """The columns of all rotors, as `catena.chain.tables.System` names them."""

    rotor: Floats
    rotor_code: Ints
    curve: Floats
    wave: Floats
    bar: Floats
    bar_code: Ints


def rotor_tables(spec: Spec, layout: Layout) -> RotorTables:
    """Sprockets, then guides, then the far ends of shafts."""
    told = [_boundary(spec, part.boundary, _start_angle(layout, part)) for part in
            spec.sprocket]  # fmt: skip
    ends = [j for j, part in enumerate(spec.sprocket) if part.shaft is not None]
    idle: Boundary = ([0.0], [0.0], [], Turning.TORQUE)
    held: Boundary = ([0.0], [0.0], [], Turning.FIXED)
    rows = [idle if j in ends else one for j, one in enumerate(told)]
    rows += [held if guide.pivot is None else idle for guide in spec.guide]
    rows += [told[j] for j in ends]
    rotor_code, curve, wave = _curves(rows)
    rotor = np.zeros((19, len(rows)))
    _fill_sprockets(spec, layout, rotor)
    _fill_guides(spec, layout, rotor)
    droop = np.array([_droop(part) for part in spec.sprocket]).T
    straight = [j for j in range(len(spec.sprocket)) if j not in ends]
    rotor[np.ix_([DROOP, NOMINAL], straight)] = droop[:, straight]
    base = len(spec.sprocket) + len(spec.guide)
    bars, bar_code = np.zeros((2, len(ends))), np.zeros((2, len(ends)), dtype=np.int64)
    for i, j in enumerate(ends):
        shaft = spec.sprocket[j].shaft
        assert shaft is not None
        rotor[:, base + i] = 0.0
        rotor[INERTIA, base + i] = shaft.inertia
        rotor[SENSE, base + i] = rotor[SENSE, j]
        rotor[[DROOP, NOMINAL], base + i] = droop[:, j]
        bars[:, i] = shaft.stiffness, shaft.damping
        bar_code[:, i] = j, base + i
    by_torque = rotor_code[TURNING] == Turning.TORQUE
    rotor[R_INV, by_torque] = 1.0 / rotor[INERTIA, by_torque]
    return RotorTables(rotor, rotor_code, curve, wave, bars, bar_code)


def _curves(rows: list[Boundary]) -> tuple[Ints, Floats, Floats]:
    """Codes of the rotors, and their speeds, torques and harmonics in two tables."""
    times: list[float] = []
    values: list[float] = []
    waves: list[tuple[float, float, float]] = []
    codes = []
    for at, value, found, how in rows:
        first, begin = len(times), len(waves)
        times += at
        values += value
        waves += found
        codes.append((how, first, len(times) - 1, begin, len(waves)))
    wave = np.array(waves, dtype=np.float64).reshape(-1, 3).T.copy()
    return np.array(codes, dtype=np.int64).T.copy(), np.array([times, values]), wave


def _fill_sprockets(spec: Spec, layout: Layout, rotor: Floats) -> None:
    """Axis, inertia, bearing and eccentricity of the sprockets."""
    for j, part in enumerate(spec.sprocket):
        rotor[CX, j], rotor[CY, j] = wheel_of(layout, part.name).centre
        rotor[INERTIA, j], rotor[BEARING, j] = part.inertia, part.damping
        rotor[SENSE, j] = wheel_of(layout, part.name).sense
        rotor[R_PITCH, j] = layout.profiles[j].pitch_radius
        towards = part.eccentricity_angle - layout.placement.phases[part.name]
        rotor[OFF_X, j] = part.eccentricity * np.cos(towards)
        rotor[OFF_Y, j] = part.eccentricity * np.sin(towards)
        if part.bearing is not None:
            rotor[A_INV, j] = 1.0 / part.bearing.mass
            rotor[A_STIFF, j] = part.bearing.stiffness
            rotor[A_DAMP, j] = part.bearing.damping
        if part.mass is not None and spec.solve.motion == "dynamic":
            _unbalance(part, part.mass, rotor, j)


def _unbalance(part: SprocketPart, mass: float, rotor: Floats, j: int) -> None:
    """Centre of gravity off the axis; in an elastic bearing all is seen from there."""
    moving = mass if part.bearing is None else part.bearing.mass
    rotor[G_MASS, j] = moving
    rotor[[G_X, G_Y], j] = rotor[[OFF_X, OFF_Y], j] * mass / moving
    if part.bearing is not None:
        rotor[[OFF_X, OFF_Y], j] -= rotor[[G_X, G_Y], j]
        about_axis = moving * float(np.hypot(*rotor[[G_X, G_Y], j])) ** 2
        rotor[INERTIA, j] = max(0.0, part.inertia - about_axis)


def _fill_guides(spec: Spec, layout: Layout, rotor: Floats) -> None:
    """Pivot, inertia and pushing direction of the guides."""
    for g, (part, rail) in enumerate(zip(spec.guide, layout.rails, strict=True)):
        r = len(spec.sprocket) + g
        rotor[SENSE, r] = 1.0
        if part.pivot is None:
            continue
        rotor[CX, r], rotor[CY, r] = part.pivot
        rotor[INERTIA, r] = part.inertia
        push = push_of(part, rail, layout.turned[g])
        rotor[PUSH_X, r], rotor[PUSH_Y, r] = push.x, push.y


def _start_angle(layout: Layout, part: SprocketPart) -> float:
    """Angle of a sprocket at the start, in the sense of travel [rad]."""
    sense = wheel_of(layout, part.name).sense
    return float(sense * layout.placement.phases[part.name])


def _droop(part: SprocketPart) -> tuple[float, float]:
    """By how much a driving torque falls per speed [N m s/rad], and from where."""
    if not isinstance(part.boundary, DriveTorque):
        return 0.0, 0.0
    return part.boundary.droop, part.boundary.speed or 0.0


def _boundary(spec: Spec, boundary: object, start: float) -> Boundary:
    """Times, values, harmonics and kind of what turns a sprocket.

    Angles of torques count from the start of the run.
    """
    if isinstance(boundary, SpeedMotion):
        waves = [(w.order, w.amplitude, w.phase) for w in boundary.irregularity]
        times, values = [0.0], [boundary.speed]
        if boundary.ramp > 0.0:
            times, values = [0.0, boundary.ramp], [0.0, boundary.speed]
        if boundary.run_up is not None:
            times, values = [*times, spec.solve.duration], [*values, boundary.run_up]
        if boundary.history:
            times = [time for time, _ in boundary.history]
            values = [speed for _, speed in boundary.history]
        return times, values, waves, Turning.SPEED
    if isinstance(boundary, Load | DriveTorque):
        sign = -1.0 if isinstance(boundary, Load) else 1.0
        mean, waves = _table_orders(np.array(boundary.torques))
        waves += [(w.order, w.amplitude, w.phase) for w in boundary.orders]
        points = boundary.history or [(0.0, 0.0)]
        values = [sign * (boundary.torque + mean + torque) for _, torque in points]
        turned = [(k, sign * size, phase - k * start) for k, size, phase in waves]
        return [time for time, _ in points], values, turned, Turning.TORQUE
    return [0.0], [0.0], [], Turning.TORQUE


def _table_orders(torques: Floats) -> tuple[float, list[tuple[float, float, float]]]:
    """Mean and orders of a torque sampled evenly over one turn."""
    if not torques.size:
        return 0.0, []
    waves = np.fft.rfft(torques) / torques.size
    found = []
    for k in range(1, min(MOST_ORDERS, torques.size // 2) + 1):
        both = 1.0 if 2 * k == torques.size else 2.0  # the last order stands alone
        found.append((float(k), both * float(abs(waves[k])), float(np.angle(waves[k]))))
    return float(waves[0].real), found


def wheel_of(layout: Layout, name: str) -> Wheel:
    """The circle of a sprocket in the path."""
    item = layout.items[layout.wheel_index(name)]
    assert isinstance(item, Wheel)
    return item
