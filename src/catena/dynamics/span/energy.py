"""Kinetic energy and shape of the strand."""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.span import SpanSystem


@lean_kernel
def kinetic_energy(system: SpanSystem, q: Floats, u: Floats, n: int) -> float:
    """Kinetic energy of sprockets and links [J]; velocities by (2.7)."""
    total = 0.5 * system.driver_inertia * u[0] * u[0]
    total += 0.5 * system.driven_inertia * u[n + 1] * u[n + 1]
    vx = -system.driver_radius * u[0] * math.sin(q[0])
    vy = system.driver_radius * u[0] * math.cos(q[0])
    for i in range(1, n + 1):
        hx = -0.5 * system.pitch * u[i] * math.sin(q[i])
        hy = 0.5 * system.pitch * u[i] * math.cos(q[i])
        square = (vx + hx) * (vx + hx) + (vy + hy) * (vy + hy)
        total += 0.5 * system.link_mass * square
        total += 0.5 * system.link_inertia * u[i] * u[i]
        vx += 2.0 * hx
        vy += 2.0 * hy
    return float(total)


@lean_kernel
def fill_rollers(system: SpanSystem, q: Floats, n: int, out: Floats) -> None:
    """Centres of the rollers at joints 1 to N+1 [m], into rows 0 to N."""
    x = system.driver_radius * math.cos(q[0])
    y = system.driver_radius * math.sin(q[0])
    out[0, 0], out[0, 1] = x, y
    for i in range(1, n + 1):
        x += system.pitch * math.cos(q[i])
        y += system.pitch * math.sin(q[i])
        out[i, 0], out[i, 1] = x, y
