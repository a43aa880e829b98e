"""One step of free bodies in space: drift, kick, drift.

Bodies drift half a step, forces and contacts act on the velocities where they then
are, and they drift on: second order where nothing touches, Moreau's time stepping
where something does. Work is booked with the mean of old and new velocities, which is
the change of kinetic energy in the kick to rounding.
"""

from __future__ import annotations

import math

from catena.bodies.free_spatial import (
    body_energy,
    drift,
    fill_weights,
    place_pins,
)
from catena.codes import Status
from catena.contact.events import note_contact
from catena.contact.stiction import INSIDE
from catena.couplings.spatial_beam import add_spatial_beams, spatial_beam_energy
from catena.couplings.spatial_bushing import (
    add_bushings,
    add_springs,
    coupling_energy,
)
from catena.jit import kernel, lean_kernel
from catena.numerics.rotations import fill_matrix
from catena.pairs.spheres.sphere_surface import find_touches, sphere_gap
from catena.rows.spatial_touch import add_pressures, book_touches
from catena.solvers.patches.pair_friction import solve_pairs
from catena.tables.spatial_bodies import FREE, BodySystem, BodyWork
from catena.tables.state import Cause, State


@kernel
def advance_bodies(
    system: BodySystem, state: State, work: BodyWork, dt: float, steps: int
) -> int:
    """Take steps."""
    for _ in range(steps):
        step_bodies(system, state, work, dt)
        for i in range(system.body.size):
            if not math.isfinite(state.u[i, 0] + state.q[i, 3]):
                return Status.NOT_FINITE
    return Status.OK


@lean_kernel
def step_bodies(system: BodySystem, state: State, work: BodyWork, dt: float) -> None:
    """One step."""
    drift(system, state.q, state.u, 0.5 * dt)
    add_forces(system, state, work)
    find_touches(system, state, work)
    kick(system, state, work, dt)
    solve_pairs(system, state, work, dt)
    book_forces(system, state, work, dt)
    book_touches(system, state, work, dt)
    drift(system, state.q, state.u, 0.5 * dt)
    state.t[0] += dt
    note_touches(system, state, work)


@lean_kernel
def add_forces(system: BodySystem, state: State, work: BodyWork) -> None:
    """All forces but those of contacts, where the bodies are."""
    fill_axes(system, state, work)
    fill_weights(system, work)
    add_bushings(system, state, work)
    add_springs(system, state, work)
    add_spatial_beams(system, state, work)


@kernel
def fill_smooth_forces(system: BodySystem, state: State, work: BodyWork) -> None:
    """All forces of a state, those of elastic contacts too, into ``work.h``."""
    add_forces(system, state, work)
    find_touches(system, state, work)
    for i in range(system.body.size):
        for k in range(FREE):
            work.h[i, k] += work.drag[i, k] + work.load[i, k]
    add_pressures(system, state, work)


@lean_kernel
def fill_axes(system: BodySystem, state: State, work: BodyWork) -> None:
    """Matrices of all bodies; pinned ends of rods follow what holds them."""
    for i in range(system.body.size):
        fill_matrix(state.q, i, work.R)
    place_pins(system, state.q, state.u, work.R)


@lean_kernel
def kick(system: BodySystem, state: State, work: BodyWork, dt: float) -> None:
    """Velocities after all forces but those of contacts."""
    u, h = state.u, work.h
    for i in range(system.body.size):
        for k in range(FREE):
            work.old[i, k] = u[i, k]
            force = h[i, k] + work.drag[i, k] + work.load[i, k]
            u[i, k] += dt * system.M_inv[i, k] * force


@lean_kernel
def book_forces(system: BodySystem, state: State, work: BodyWork, dt: float) -> None:
    """Work of loads and losses of dampers."""
    for i in range(system.body.size):
        for k in range(FREE):
            mean = 0.5 * (work.old[i, k] + state.u[i, k])
            state.ledger.input_work[0] += dt * work.load[i, k] * mean
            state.ledger.loss[0, Cause.VISCOUS] -= dt * work.drag[i, k] * mean


@lean_kernel
def note_touches(system: BodySystem, state: State, work: BodyWork) -> None:
    """Compare every pair after the step with what it did before."""
    P, modes, events = state.memory.P, state.memory.modes, state.memory.events
    events.n_closed[0] = 0  # all pairs are looked at, closed or not
    for k in range(system.touch.size):
        push, friction = P[k, 0], system.touch[k].friction
        struck = push if system.touch[k].rigid != 0 else 0.0
        rubs = friction > 0.0
        holds = rubs and math.hypot(P[k, 1], P[k, 2]) < INSIDE * friction * push
        found = (push, struck, rubs, holds)
        note_contact(events, modes, work.log, state.t[0], k, found)
    events.begun[0] = 1


@kernel
def system_energy(
    system: BodySystem, state: State, work: BodyWork
) -> tuple[float, float]:
    """Kinetic energy, and that of gravity, couplings and elastic contacts [J]."""
    fill_axes(system, state, work)
    kinetic, stored = body_energy(system, state)
    stored += coupling_energy(system, state.q, work.R)
    stored += spatial_beam_energy(system, state.q, work.R)
    for k in range(system.touch.size):
        if system.touch[k].rigid == 0:
            gap, _ = sphere_gap(system, k, state.q, work.R)
            if gap < 0.0:
                stored += 0.5 * system.touch[k].k * gap * gap
    return kinetic, stored
