"""Elastic bearings of a sprocket in space: its axis gives way and tilts.

Displacements x, y, z of the hub and two tilts, a about x and b about the y turned by a,
are springs with dampers to the place the axis has at rest. The tilting wheel is a top:

    J a'' + J_p w b' = M_a,   J b'' - J_p w a' = M_b,

with the spin w and its inertia J_p. Between two steps that turns (a', b') by
``J_p w dt / J``, which takes no work at any step.
"""

from __future__ import annotations

import math

from catena.couplings.spatial_border import BEARING
from catena.jit import inline_kernel, lean_kernel
from catena.tables.spatial import MOTIONS, SpatialChain, SpatialState, SpatialWork


@inline_kernel
def _first(system: SpatialChain, s: int) -> int:
    """Place of the first velocity of a support among those of the border."""
    return int(system.wheel.size + system.arm.size + MOTIONS * s)


@inline_kernel
def _motion(system: SpatialChain, s: int, a: int) -> tuple[float, float, float]:
    """Inertia, stiffness and damping of one motion; the inertia is 0 where held."""
    row = system.support[s]
    if a < 2:
        return row.mass, row.k, row.c
    if a == 2:
        return row.mass * row.axial, row.k_z, row.c_z
    return row.J * row.tilting, row.k_t, row.c_t


@inline_kernel
def _weight(system: SpatialChain, s: int, a: int) -> float:
    """Weight along one motion [N]."""
    if a > 2:
        return 0.0
    return float(system.support[s].mass * system.laws.gravity[a])


@lean_kernel
def start_supports(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Inertia, springs, dampers and weight of a linearly implicit step."""
    for s in range(system.support.size):
        first = _first(system, s)
        for a in range(MOTIONS):
            at = first + a
            M, k, c = _motion(system, s, a)
            if M == 0.0:  # held: nothing acts on it
                work.B[6 + at, 6 + at], work.rhs_border[6 + at] = 1.0, 0.0
                continue
            work.B[6 + at, 6 + at] = M + dt * (c + dt * k)
            force = _weight(system, s, a) - k * state.border_q[at]
            work.rhs_border[6 + at] = M * state.border_u[at] + dt * force


@lean_kernel
def add_support_drag(system: SpatialChain, work: SpatialWork, share: float) -> None:
    """Resistance in proportion to the inertia, for a start at rest."""
    for s in range(system.support.size):
        for a in range(MOTIONS):
            at = 6 + _first(system, s) + a
            work.B[at, at] += share * _motion(system, s, a)[0]


@lean_kernel
def advance_support_speeds(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """New speeds of an explicit step from the impulses of the chain in the border."""
    for s in range(system.support.size):
        first = _first(system, s)
        for a in range(MOTIONS):
            at = first + a
            M, k, c = _motion(system, s, a)
            if M == 0.0:
                work.rhs_border[6 + at] = 0.0
                continue
            u = state.border_u[at]
            force = _weight(system, s, a) - k * state.border_q[at] - c * u
            work.rhs_border[6 + at] = u + (work.rhs_border[6 + at] + dt * force) / M


@lean_kernel
def advance_supports(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    late: float,
) -> None:
    """Move axes on; book their dampers and springs.

    Forces are those of the end of the step (late = 1) or its start (0).
    """
    q, u = state.border_q, state.border_u
    for s in range(system.support.size):
        first = _first(system, s)
        for a in range(MOTIONS):
            at = first + a
            M, k, c = _motion(system, s, a)
            if M == 0.0:
                continue
            new = work.rhs_border[6 + at]
            mean = 0.5 * (u[at] + new)
            speed = new if late > 0.0 else u[at]
            state.loss[BEARING] += dt * c * speed * mean
            force = _weight(system, s, a) - k * (q[at] + late * dt * new)
            state.work[0] += dt * force * mean
            u[at] = new
            q[at] += dt * new
        if system.support[s].tilting > 0:
            _precess(system, state, s, first, dt)


@inline_kernel
def _precess(
    system: SpatialChain, state: SpatialState, s: int, first: int, dt: float
) -> None:
    """Turn the tilting velocities as the spin of the wheel asks for."""
    j, u = system.support[s].wheel, state.border_u
    turn = system.wheel[j].inertia * u[j] * dt / system.support[s].J
    c, d = math.cos(turn), math.sin(turn)
    a, b = u[first + 3], u[first + 4]
    u[first + 3], u[first + 4] = c * a - d * b, d * a + c * b


@lean_kernel
def support_energy(system: SpatialChain, state: SpatialState) -> tuple[float, float]:
    """Kinetic energy, and that of springs and gravity [J]."""
    kinetic, stored = 0.0, 0.0
    for s in range(system.support.size):
        first = _first(system, s)
        for a in range(MOTIONS):
            M, k, _ = _motion(system, s, a)
            at = first + a
            kinetic += 0.5 * M * state.border_u[at] ** 2
            stored += 0.5 * k * state.border_q[at] ** 2
            stored -= _weight(system, s, a) * state.border_q[at]
    return kinetic, stored
