"""The strand always ends at the driven centre: closure of the loop (2.2), (2.3)."""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.span import SpanStatus, SpanSystem

CLOSED = 1e-13
"""Newton ends at this misfit, relative to the centre distance."""


@lean_kernel
def body_length(system: SpanSystem, body: int, n_links: int) -> float:
    """Length p^i of a body in the closed chain of vectors [m]."""
    if body == 0:
        return system.driver_radius
    if body == n_links + 1:
        return system.driven_radius
    return system.pitch


@lean_kernel
def misfit(system: SpanSystem, q: Floats, n_links: int) -> tuple[float, float]:
    """Left minus right side of (2.2) [m]."""
    x, y = -system.centre_distance, 0.0
    for i in range(n_links + 2):
        p = body_length(system, i, n_links)
        x += p * math.cos(q[i])
        y += p * math.sin(q[i])
    return x, y


@lean_kernel
def close_loop(system: SpanSystem, q: Floats, u: Floats, n_links: int) -> int:
    """Replace q and u of the last two bodies so that (2.2) and (2.3) hold."""
    a, b = n_links, n_links + 1
    p_a, p_b = system.pitch, system.driven_radius
    x, y = misfit(system, q, n_links)
    for _ in range(20):
        if abs(x) + abs(y) <= CLOSED * system.centre_distance:
            close_speeds(system, q, u, n_links)
            return SpanStatus.DONE.value
        c_a, s_a = math.cos(q[a]), math.sin(q[a])
        c_b, s_b = math.cos(q[b]), math.sin(q[b])
        # (2.2) linearised in the last two angles; singular where both lie in line
        determinant = math.sin(q[b] - q[a])
        step_a = -(c_b * x + s_b * y) / (p_a * determinant)
        step_b = (c_a * x + s_a * y) / (p_b * determinant)
        # the misfit at the new angles exactly, without another sum over the strand
        x += p_a * (math.cos(q[a] + step_a) - c_a)
        y += p_a * (math.sin(q[a] + step_a) - s_a)
        x += p_b * (math.cos(q[b] + step_b) - c_b)
        y += p_b * (math.sin(q[b] + step_b) - s_b)
        q[a] += step_a
        q[b] += step_b
    return SpanStatus.OPEN_LOOP.value


@lean_kernel
def close_speeds(system: SpanSystem, q: Floats, u: Floats, n_links: int) -> None:
    """Speeds of the last two bodies from all others, (2.4), (2.5)."""
    a, b = n_links, n_links + 1
    vx, vy = 0.0, 0.0
    for i in range(n_links):
        p = body_length(system, i, n_links)
        vx -= p * u[i] * math.sin(q[i])
        vy += p * u[i] * math.cos(q[i])
    determinant = math.sin(q[b] - q[a])
    along_a = math.cos(q[a]) * vx + math.sin(q[a]) * vy
    along_b = math.cos(q[b]) * vx + math.sin(q[b]) * vy
    u[a] = -along_b / (system.pitch * determinant)
    u[b] = along_a / (system.driven_radius * determinant)
