"""What drives and loads the strand: speed curves, torque curves, torsion bars.

Curves are piecewise linear and constant beyond their ends.
"""

from __future__ import annotations

from catena.jit import kernel
from catena.tables.span import DriveKind, Floats, SpanSystem


@kernel
def curve_piece(times: Floats, t: float) -> int:
    """Index of the last breakpoint at or before t; -1 before the first."""
    low = -1
    high = times.shape[0]
    while high - low > 1:
        middle = (low + high) // 2
        if times[middle] <= t:
            low = middle
        else:
            high = middle
    return low


@kernel
def curve_value(times: Floats, values: Floats, t: float) -> float:
    """Value of a curve at t."""
    i = curve_piece(times, t)
    if i < 0:
        return float(values[0])
    if i >= times.shape[0] - 1:
        return float(values[times.shape[0] - 1])
    share = (t - times[i]) / (times[i + 1] - times[i])
    return float(values[i] + share * (values[i + 1] - values[i]))


@kernel
def curve_slope(times: Floats, values: Floats, t: float) -> float:
    """Slope of a curve just after t."""
    i = curve_piece(times, t)
    if i < 0 or i >= times.shape[0] - 1:
        return 0.0
    return float((values[i + 1] - values[i]) / (times[i + 1] - times[i]))


@kernel
def curve_integral(times: Floats, values: Floats, areas: Floats, t: float) -> float:
    """Integral of a curve from its first breakpoint to t."""
    i = curve_piece(times, t)
    if i < 0:
        return float(values[0] * (t - times[0]))
    mean = 0.5 * (values[i] + curve_value(times, values, t))
    return float(areas[i] + mean * (t - times[i]))


@kernel
def next_break(times: Floats, t: float, t_end: float) -> float:
    """The first breakpoint after t, or t_end."""
    i = curve_piece(times, t) + 1
    if i < times.shape[0] and times[i] < t_end:
        return float(times[i])
    return t_end


@kernel
def prescribed_acceleration(system: SpanSystem, t: float) -> float:
    """Acceleration of a driver whose speed is a curve [rad/s^2]."""
    return curve_slope(system.drive_times, system.drive_values, t)


@kernel
def drive_torque(system: SpanSystem, t: float, angle: float) -> float:
    """Torque T_A on a driver that is free to turn [N m]; angle is unwrapped.

    Source: [KimJohnson1993] (2.21), (3.1).
    """
    if system.drive_kind == DriveKind.TORQUE:
        return curve_value(system.drive_times, system.drive_values, t)
    gear = system.drive_angle + curve_integral(
        system.drive_times, system.drive_values, system.drive_areas, t
    )
    return system.drive_stiffness * (gear - angle)


@kernel
def load_torque(system: SpanSystem, t: float, angle: float) -> float:
    """Torque T_B that brakes the driven sprocket [N m]; angle is unwrapped.

    Source: [KimJohnson1993] (2.21), (3.1).
    Deviation: (3.1) prints k (q_B - q_N+1), with which the bar would push the
    sprocket away; k (q_N+1 - q_B) is used.
    """
    if system.load_kind == DriveKind.TORQUE:
        return curve_value(system.load_times, system.load_values, t)
    gear = system.load_angle + curve_integral(
        system.load_times, system.load_values, system.load_areas, t
    )
    return system.load_stiffness * (angle - gear)
