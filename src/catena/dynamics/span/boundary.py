"""What drives and loads the strand: speed curves, torque curves, torsion bars.

Curves are piecewise linear and constant beyond their ends.
"""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.curves import curve_value
from catena.tables.span import Curve, DriveKind, SpanSystem


@lean_kernel
def curve_piece(curve: Floats, t: float) -> int:
    """Index of the last breakpoint at or before t; -1 before the first."""
    low = -1
    high = curve.shape[1]
    while high - low > 1:
        middle = (low + high) // 2
        if curve[Curve.TIMES, middle] <= t:
            low = middle
        else:
            high = middle
    return low


@lean_kernel
def curve_integral(curve: Floats, t: float) -> float:
    """Integral of a curve from its first breakpoint to t."""
    i = curve_piece(curve, t)
    if i < 0:
        return float(curve[Curve.VALUES, 0] * (t - curve[Curve.TIMES, 0]))
    mean = 0.5 * (curve[Curve.VALUES, i] + curve_value(curve, 0, curve.shape[1] - 1, t))
    return float(curve[Curve.AREAS, i] + mean * (t - curve[Curve.TIMES, i]))


@lean_kernel
def next_break(curve: Floats, t: float, t_end: float) -> float:
    """The first breakpoint after t, or t_end."""
    i = curve_piece(curve, t) + 1
    if i < curve.shape[1] and curve[Curve.TIMES, i] < t_end:
        return float(curve[Curve.TIMES, i])
    return t_end


@lean_kernel
def drive_torque(system: SpanSystem, curve: Floats, t: float, angle: float) -> float:
    """Torque T_A on a driver that is free to turn [N m]; angle is unwrapped.

    Source: [KimJohnson1993] (2.21), (3.1).
    """
    if system.drive_kind == DriveKind.TORQUE:
        return curve_value(curve, 0, curve.shape[1] - 1, t)
    gear = system.drive_angle + curve_integral(curve, t)
    return system.drive_stiffness * (gear - angle)  # (3.1)


@lean_kernel
def load_torque(system: SpanSystem, curve: Floats, t: float, angle: float) -> float:
    """Torque T_B that brakes the driven sprocket [N m]; angle is unwrapped.

    Source: [KimJohnson1993] (2.21), (3.1).
    Deviation: (3.1) prints k (q_B - q_N+1), with which the bar would push the
    sprocket away; k (q_N+1 - q_B) is used.
    """
    if system.load_kind == DriveKind.TORQUE:
        return curve_value(curve, 0, curve.shape[1] - 1, t)
    gear = system.load_angle + curve_integral(curve, t)
    return system.load_stiffness * (angle - gear)  # (3.1)
