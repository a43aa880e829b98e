"""Half-explicit time stepping on velocity level: Moreau's scheme.

Smooth forces are explicit, set-valued impulses implicit. First order, robust, and
indifferent to the number of impacts in a step.
"""

from __future__ import annotations

from catena.bodies.rigid_planar import fill_poses, fill_poses_ahead
from catena.codes import Status
from catena.contact.laws.row_forces import (
    add_row_forces,
    begin_rows,
    fill_friction_bounds,
    fill_row_forces,
    fill_row_velocities,
)
from catena.contact.search import (
    fastest_point,
    fill_contact_rows,
    turn_directions,
    update_near,
)
from catena.contact.stiction import choose_coefficients
from catena.couplings.boundary import prescribe_speeds
from catena.dynamics.energy import book_contacts, book_drives, book_smooth
from catena.dynamics.finite import first_not_finite
from catena.dynamics.forces import add_body_forces, fill_coupling_forces
from catena.dynamics.mass import add_inverse_mass, fill_row_masses
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.solvers.percussions import solve_percussions
from catena.tables.contacts import ContactRows, PercussionOptions
from catena.tables.pairs import PairKind
from catena.tables.system import State, System, Work

JOURNAL_TURN = int(PairKind.JOURNAL_TURN)
OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)


@kernel
def advance(
    system: System,
    state: State,
    work: Work,
    dt: float,
    n: int,
    options: PercussionOptions,
) -> int:
    """Take n steps, or fewer if one of them fails."""
    for _ in range(n):
        status = step(system, state, work, dt, options)
        if status != OK:
            return status
    return OK


@kernel
def step(
    system: System, state: State, work: Work, dt: float, options: PercussionOptions
) -> int:
    """One half-explicit time step.

    Source: [Cebulla2014] sec. 2.7, steps 1 to 3, (2.49)-(2.51).
    Deviation: directions of set-valued laws are turned to the middle of the coming
    motion, and prescribed speeds are taken there too.
    """
    t, q, u, rows = state.t, state.q, state.u, state.rows
    h, parts, pose = work.h, work.h_parts, work.pose

    advance_positions(q, u, t, dt)  # step 1
    fill_poses(q, pose)
    # step 2: gaps, directions, active set
    travel = dt * fastest_point(system.bodies.extent, u)
    update_near(system.contours, state.search, rows, pose, q, travel)
    deepest = state.ledger.penetration
    fill_contact_rows(system.contours, state.search, rows, pose, q, deepest)
    # step 3: h(u_i, q_i+1, t_i+1) with all single-valued laws
    fill_coupling_forces(
        system.springs,
        system.journals,
        system.torsion,
        q,
        u,
        pose,
        h,
        parts,
        work.journal_force,
    )
    n_bodies = pose.shape[0]
    add_body_forces(
        system.inertia, system.linear, system.boundaries, n_bodies, q, u, t[0], h, parts
    )
    take_journal_forces(
        system.contours.candidates.pair,
        system.contours.candidates.link,
        rows,
        work.journal_force,
    )
    status = add_contact_forces(rows, u, h)
    if status != OK:
        return status
    # free velocities u + M^-1 h dt
    fill_poses_ahead(pose, u, 0.5 * dt, work.pose_mid)
    work.u_start[:] = u
    add_inverse_mass(system.inertia.M_inv, system.linear, h, dt, u)
    prescribe_speeds(system.boundaries, t[0] + 0.5 * dt, u)
    # (2.50), (2.51)
    turn_directions(system.contours, rows, work.pose_mid)
    candidates = system.contours.candidates
    fill_row_masses(system.inertia.M_inv, system.linear, candidates.pair, rows)
    choose_coefficients(candidates.mu_static, candidates.mu_kinetic, rows)
    fill_friction_bounds(rows, dt)
    status = solve_percussions(rows, u, work.percussion, options, state.report)
    book_step(system, state, work, dt)
    if status != OK:
        return status
    work.bad[0] = first_not_finite(q, u)
    return OK if work.bad[0] < 0 else NOT_FINITE


@kernel
def advance_positions(q: Floats, u: Floats, t: Floats, dt: float) -> None:
    """Move with the velocities of the last step."""
    for k in range(q.size):
        q[k] += dt * u[k]
    t[0] += dt


@kernel
def take_journal_forces(
    pair: Ints, link: Ints, rows: ContactRows, journal_force: Floats
) -> None:
    """Give the force of each bearing to the row of its friction."""
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        if pair[i] == JOURNAL_TURN:
            rows.la_N[i] = journal_force[link[i]]


@kernel
def add_contact_forces(rows: ContactRows, u: Floats, h: Floats) -> int:
    """Add the forces of single-valued laws to h."""
    begin_rows(rows)
    fill_row_velocities(rows, u)
    status = fill_row_forces(rows)
    add_row_forces(rows, h)
    return status


@kernel
def book_step(system: System, state: State, work: Work, dt: float) -> None:
    """Book the work of every impulse of the step that just ended."""
    u, u_start, impulse = state.u, work.u_start, work.impulse
    ledger = state.ledger
    ledger.steps[0] += 1
    book_smooth(
        work.h, work.h_parts, u_start, u, dt, work.u_mean, impulse, ledger.parts
    )
    group = system.contours.candidates.group
    book_contacts(state.rows, group, work.u_mean, dt, impulse, ledger)
    dof, M = system.boundaries.speeds.dof, system.inertia.M
    book_drives(dof, M, u_start, u, dt, impulse, work.reaction, ledger.drive)
