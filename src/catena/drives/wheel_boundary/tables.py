"""What turns or brakes wheels, from the words of a file to the tables of the engine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.plan import Course, Plan, Wave
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Free, Load
from catena.numerics.arrays import Floats

MOST_ORDERS = 64
"""Orders kept of a torque given as a table over the angle."""

Boundary = DriveSpeed | Load | DriveTorque | Free


@dataclass(frozen=True)
class Driven:
    """One velocity and what its surroundings do with it."""

    boundary: Boundary
    dof: int
    """Number of the velocity in the flat u."""
    account: int
    """Where the ledger books the work."""
    sense: float
    """+1 where the travel turns it counter-clockwise."""
    angle: float = 0.0
    """Of the wheel at the start, in the sense of travel [rad]."""


def impose(plan: Plan, wheel: Driven, duration: float, ramp: float) -> None:
    """Declare the speed or the load of a wheel; that of a free one is zero.

    Args:
        plan: Of the drive.
        wheel: What is driven or braked.
        duration: Of the run, for speeds that rise to its end [s].
        ramp: Time over which torques grow from zero [s].
    """
    boundary, fall = wheel.boundary, {"ramp": ramp}
    course = course_of(boundary, duration, wheel.angle)
    if isinstance(boundary, DriveSpeed):
        plan.speed(wheel.dof, course, wheel.account, wheel.sense)
        return
    if isinstance(boundary, DriveTorque):
        fall |= {"droop": boundary.droop, "nominal": boundary.speed or 0.0}
    plan.load(wheel.dof, course, wheel.account, wheel.sense, **fall)


def course_of(boundary: Boundary, duration: float, angle: float = 0.0) -> Course:
    """Speed or torque over time in the sense of travel, and its harmonics.

    Args:
        boundary: What the file says; a free wheel has no torque.
        duration: Of the run, for speeds that rise to its end [s].
        angle: Of the wheel at the start, in the sense of travel: orders of torques
            count from there [rad].
    """
    if isinstance(boundary, DriveSpeed):
        return _speed_course(boundary, duration)
    if isinstance(boundary, Free):
        return Course(np.zeros(1), np.zeros(1))
    sign = -1.0 if isinstance(boundary, Load) else 1.0
    mean, waves = table_orders(np.array(boundary.torques))
    waves += [(w.order, w.amplitude, w.phase) for w in boundary.orders]
    points = boundary.history or [(0.0, 0.0)]
    values = [sign * (boundary.torque + mean + torque) for _, torque in points]
    turned = [(k, sign * size, phase - k * angle) for k, size, phase in waves]
    return Course(np.array([time for time, _ in points]), np.array(values), turned)


def _speed_course(boundary: DriveSpeed, duration: float) -> Course:
    waves = [(w.order, w.amplitude, w.phase) for w in boundary.irregularity]
    times, values = [0.0], [boundary.speed]
    if boundary.ramp > 0.0:
        times, values = [0.0, boundary.ramp], [0.0, boundary.speed]
    if boundary.run_up is not None:
        times, values = [*times, duration], [*values, boundary.run_up]
    if boundary.history:
        times = [time for time, _ in boundary.history]
        values = [speed for _, speed in boundary.history]
    return Course(np.array(times), np.array(values), waves)


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
