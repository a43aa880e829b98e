"""Linearly implicit steps for stiff couplings: one linear solve, no iteration.

With the stiffness K and damping D of all couplings and closed elastic contacts at the
start of the step, (M + s dt D + s^2 dt^2 K) du = dt (h - s dt K u), q+ = q + dt u
+ s dt du. Stable for any step with s >= 1/2; s = 1/2 keeps the energy of linear
systems, larger values damp what the step cannot resolve.
"""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.contact.search import fastest_point
from catena.couplings.boundary import prescribe_speeds
from catena.dynamics.energy import book_contacts, book_drives, book_smooth
from catena.dynamics.evaluation import evaluate_forces
from catena.dynamics.finite import first_not_finite
from catena.dynamics.stability import coupling_matrices
from catena.tables.system import State, System, Work

SHARE = 0.55
"""s: a little above one half, so that unresolved modes die out."""


def step(system: System, state: State, work: Work, dt: float) -> int:
    """One linearly implicit step."""
    q, u = state.q, state.u
    travel = dt * fastest_point(system.bodies.extent, u)
    status = int(evaluate_forces(system, state, work, travel, 0.0))
    if status != Status.OK:
        return status
    work.u_start[:] = u
    K, D, M = coupling_matrices(system, q, state.rows)
    free = np.flatnonzero(system.inertia.held == 0)
    here = np.ix_(free, free)
    matrix = M[here] + SHARE * dt * D[here] + (SHARE * dt) ** 2 * K[here]
    load = dt * (work.h - SHARE * dt * (K @ u))
    change = np.zeros(u.size)
    change[free] = np.linalg.solve(matrix, load[free])
    u += change
    state.t[0] += dt
    prescribe_speeds(system.boundaries, state.t[0], u)
    q += dt * ((1.0 - SHARE) * work.u_start + SHARE * u)
    book_step(system, state, work, dt)
    work.bad[0] = first_not_finite(q, u)
    return int(Status.OK if work.bad[0] < 0 else Status.NOT_FINITE)


def advance(system: System, state: State, work: Work, dt: float, n: int) -> int:
    """Take n linearly implicit steps, or fewer if one of them fails."""
    for _ in range(n):
        status = step(system, state, work, dt)
        if status != Status.OK:
            return status
    return int(Status.OK)


def book_step(system: System, state: State, work: Work, dt: float) -> None:
    """Book the work of the forces; the residual is the damping of the scheme."""
    u, u_start, impulse, ledger = state.u, work.u_start, work.impulse, state.ledger
    ledger.steps[0] += 1
    forces = work.h, work.h_parts, system.booked
    book_smooth(*forces, u_start, u, dt, work.u_mean, impulse, ledger.parts)
    group = system.contours.candidates.group
    book_contacts(state.rows, group, work.u_mean, dt, impulse, ledger, state.tally)
    dof, M = system.boundaries.speeds.dof, system.inertia.M
    book_drives(dof, M, u_start, u, dt, impulse, work.reaction, ledger.drive)
