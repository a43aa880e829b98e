"""One row of the recorded signals of a strand."""

from __future__ import annotations

import math

from catena.dynamics.span.closure import misfit
from catena.dynamics.span.collision import separation
from catena.dynamics.span.energy import fill_rollers, kinetic_energy
from catena.dynamics.span.friction import force_size
from catena.dynamics.span.motion import drive_load, holding_torque
from catena.dynamics.span.release import release_force
from catena.jit import lean_kernel
from catena.tables.span import (
    Count,
    DriveKind,
    Filled,
    SpanLog,
    SpanState,
    SpanSystem,
    SpanWork,
)


@lean_kernel
def record(system: SpanSystem, state: SpanState, work: SpanWork, log: SpanLog) -> None:
    """Append a sample; row 0 of the rates and the joint forces are those of state."""
    n = state.counts[Count.LINKS]
    row = log.filled[Filled.SAMPLES]
    fill_rollers(system, state.q, n, log.shapes[row])
    for i in range(n + 1, log.shapes.shape[1]):
        log.shapes[row, i, 0] = math.nan
        log.shapes[row, i, 1] = math.nan
    low, high = _extremes(system, log, row, n)
    x, y = misfit(system, state.q, n)
    torque = drive_load(system, state, state.t[0], state.q[0])
    if system.drive_kind == DriveKind.SPEED:
        torque = holding_torque(system, work, n, 0)
    turned = state.counts[Count.COMPLETED] * system.driver_pitch_angle
    turned_b = state.counts[Count.RELEASED] * system.driven_pitch_angle
    out = log.samples[row]
    out[0] = state.t[0]
    out[1] = n
    out[2] = state.u[0]
    out[3] = state.u[n + 1]
    out[4] = state.q[0] + turned
    out[5] = state.q[n + 1] + turned_b
    out[6] = state.u[1]
    out[7] = separation(system, state.q)
    out[8] = force_size(work, 1)
    out[9] = force_size(work, (n + 2) // 2)
    out[10] = force_size(work, n + 1)
    out[11] = release_force(system, state.q, state.u, n, 0, work)
    out[12] = low
    out[13] = high
    out[14] = 1.0 if state.counts[Count.SERIES] > 0 else 0.0
    out[15] = torque
    out[16] = kinetic_energy(system, state.q, state.u, n)
    for e in range(7):
        out[17 + e] = state.energy[e]
    out[24] = math.sqrt(x * x + y * y)
    out[25] = state.counts[Count.COMPLETED]
    log.filled[Filled.SAMPLES] += 1


@lean_kernel
def _extremes(
    system: SpanSystem, log: SpanLog, row: int, n: int
) -> tuple[float, float]:
    """Least and largest height of the rollers over the line of centres [m].

    Heights count across the common tangent, so that the straight strand of unequal
    sprockets has none; for equal sprockets they are the y coordinates.
    """
    rise = system.driven_radius - system.driver_radius
    slope = math.asin(rise / system.centre_distance)
    c, s = math.cos(slope), math.sin(slope)
    low, high = math.inf, -math.inf
    for i in range(n + 1):
        height = c * log.shapes[row, i, 1] - s * log.shapes[row, i, 0]
        low = min(low, height)
        high = max(high, height)
    return low, high
