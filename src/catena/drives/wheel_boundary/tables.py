"""What turns or brakes wheels, from the words of a file to the tables of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catena.couplings.imposed import LOAD, SPEED, WAVE, Imposed
from catena.drives.wheel_boundary.words import (
    DriveTorque,
    Free,
    Load,
    SpeedMotion,
)
from catena.numerics.arrays import Floats
from catena.numerics.records import table

MOST_ORDERS = 64
"""Orders kept of a torque given as a table over the angle."""

Wave = tuple[float, float, float]
"""Order, amplitude, phase [rad]."""
Boundary = SpeedMotion | Load | DriveTorque | Free


@dataclass(frozen=True)
class Driven:
    """One velocity and what its surroundings do with it."""

    boundary: Boundary
    dof: int
    """Number of the velocity in the flat u."""
    sense: float
    """+1 where the travel turns it counter-clockwise."""


@dataclass(frozen=True)
class Course:
    """Values over time, and harmonics over the angle."""

    times: Sequence[float]
    values: Sequence[float]
    waves: Sequence[Wave]


def imposed_tables(
    driven: Sequence[Driven], duration: float, ramp: float
) -> tuple[Imposed, list[int]]:
    """Speeds and loads of a drive, and which of ``driven`` each account belongs to.

    Args:
        driven: All wheels; those that are free impose nothing.
        duration: Of the run, for speeds that rise to its end [s].
        ramp: Time over which torques grow from zero [s].
    """
    speeds = [d for d in driven if isinstance(d.boundary, SpeedMotion)]
    loads = [d for d in driven if isinstance(d.boundary, Load | DriveTorque)]
    curve: list[tuple[float, float]] = []
    waves: list[Wave] = []
    made = Imposed(
        table(SPEED, len(speeds)),
        table(LOAD, len(loads)),
        table(WAVE),
        np.zeros((2, 0)),
    )
    for i, one in enumerate([*speeds, *loads]):
        course = course_of(one.boundary, duration)
        k = i if one in speeds else i - len(speeds)
        row = made.speeds[k] if one in speeds else made.loads[k]
        row.dof, row.account, row.sense = one.dof, i, one.sense
        row.curve, row.wave = len(curve), len(waves)
        curve += zip(course.times, course.values, strict=True)
        waves += course.waves
        row.curve_end, row.wave_end = len(curve) - 1, len(waves)
        if one in speeds:
            row.slot = k
        else:
            row.ramp = ramp
            if isinstance(one.boundary, DriveTorque):
                row.droop, row.nominal = one.boundary.droop, one.boundary.speed or 0.0
    columns = np.array(waves, dtype=np.float64).reshape(-1, 3).T
    listed = table(WAVE, len(waves), order=columns[0], amplitude=columns[1],
                   phase=columns[2])  # fmt: skip
    imposed = made._replace(waves=listed, curve=np.array(curve).reshape(-1, 2).T.copy())
    return imposed, [list(driven).index(one) for one in (*speeds, *loads)]


def course_of(boundary: Boundary, duration: float, angle: float = 0.0) -> Course:
    """Speed or torque over time in the sense of travel, and its harmonics.

    Args:
        boundary: What the file says; a free wheel has no torque.
        duration: Of the run, for speeds that rise to its end [s].
        angle: Of the wheel at the start, in the sense of travel: orders of torques
            count from there [rad].
    """
    if isinstance(boundary, SpeedMotion):
        return _speed_course(boundary, duration)
    if isinstance(boundary, Free):
        return Course([0.0], [0.0], [])
    sign = -1.0 if isinstance(boundary, Load) else 1.0
    mean, waves = table_orders(np.array(boundary.torques))
    waves += [(w.order, w.amplitude, w.phase) for w in boundary.orders]
    points = boundary.history or [(0.0, 0.0)]
    values = [sign * (boundary.torque + mean + torque) for _, torque in points]
    turned = [(k, sign * size, phase - k * angle) for k, size, phase in waves]
    return Course([time for time, _ in points], values, turned)


def _speed_course(boundary: SpeedMotion, duration: float) -> Course:
    waves = [(w.order, w.amplitude, w.phase) for w in boundary.irregularity]
    times, values = [0.0], [boundary.speed]
    if boundary.ramp > 0.0:
        times, values = [0.0, boundary.ramp], [0.0, boundary.speed]
    if boundary.run_up is not None:
        times, values = [*times, duration], [*values, boundary.run_up]
    if boundary.history:
        times = [time for time, _ in boundary.history]
        values = [speed for _, speed in boundary.history]
    return Course(times, values, waves)


def table_orders(torques: Floats) -> tuple[float, list[Wave]]:
    """Mean and orders of a torque sampled evenly over one turn."""
    if not torques.size:
        return 0.0, []
    waves = np.fft.rfft(torques) / torques.size
    found = []
    for k in range(1, min(MOST_ORDERS, torques.size // 2) + 1):
        both = 1.0 if 2 * k == torques.size else 2.0  # the last order stands alone
        found.append((float(k), both * float(abs(waves[k])), float(np.angle(waves[k]))))
    return float(waves[0].real), found
