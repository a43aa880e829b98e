"""Runge-Kutta of fourth order, for models without set-valued laws.

Work is booked with the same weights as the velocities.
"""

from __future__ import annotations

from catena.bodies.planar import bodies_view
from catena.codes import Status
from catena.contact.events import note_contacts
from catena.contact.planar_contacts import book_touching
from catena.contact.search import fastest_point
from catena.couplings.boundary import prescribe_even_speeds
from catena.dynamics.energy import CONTACT_DAMPING, COULOMB, tally_touching
from catena.dynamics.evaluation import book_couplings, evaluate_forces
from catena.dynamics.finite import first_not_finite
from catena.dynamics.mass import add_inverse_mass
from catena.integrators.effort import (
    MOST_EFFORT,
    fixed_effort,
    rows_effort,
    visited_rows,
)
from catena.jit import lean_kernel
from catena.laws.dispatch import acts_along_normal
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.numerics.vectors import copy_into
from catena.tables.contacts import ListedRows
from catena.tables.state import Ledger
from catena.tables.system import State, System, Tally, Work

OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)
PAUSED = int(Status.PAUSED)


@lean_kernel
def step(system: System, state: State, work: Work, dt: float) -> int:
    """One Runge-Kutta step of fourth order."""
    t, q, u, ledger = state.t, state.q, state.u, state.ledger
    rows, tally, slots = state.memory.rows, state.memory.tally, state.memory.slots
    touching, n_b = work.touching, work.pose.shape[0]
    begun = t[0]
    q_start, q_dot = work.stages[0], work.stages[1]
    u_dot, slope = work.stages[2], work.stages[3]
    copy_into(q_start, q)
    copy_into(work.u_start, u)
    q_dot[:] = 0.0
    u_dot[:] = 0.0
    ahead = 0.0
    speeds, reaction = system.imposed.speeds, work.reaction
    reaction[:] = 0.0
    for stage in range(4):
        weight = 1.0 / 3.0 if 0 < stage < 3 else 1.0 / 6.0
        travel = dt * fastest_point(system.bodies.extent, u)
        status = evaluate_forces(system, state, work, travel, 0.0)
        if status != OK:
            return status
        slope[:] = 0.0
        add_inverse_mass(system.inertia.M_inv, system.linear, work.h, 1.0, slope)
        ahead = 1.0 if stage == 2 else 0.5
        share = weight * dt
        book_couplings(system, work, u, share, ledger)
        contacts, n = system.contours.candidates, slots.n_touching[0]
        u3 = bodies_view(u, n_b)
        book_touching(touching, n, contacts.account, u3, share, ledger.loss)
        tally_touching(touching, slots, tally, share)
        book_stage_contacts(rows, contacts.group, share, ledger, tally)
        book_stage_drives(speeds, work.h, u, weight, dt, reaction, ledger.input_work)
        for k in range(u.size):
            q_dot[k] += weight * u[k]
            u_dot[k] += weight * slope[k]
            q[k] = q_start[k] + ahead * dt * u[k]
            u[k] = work.u_start[k] + ahead * dt * slope[k]
        t[0] = begun + ahead * dt
        prescribe_even_speeds(system.imposed, u, t[0])
    for k in range(u.size):
        q[k] = q_start[k] + dt * q_dot[k]
        u[k] = work.u_start[k] + dt * u_dot[k]
    t[0] = begun + dt
    prescribe_even_speeds(system.imposed, u, t[0])
    M = system.inertia.M
    book_drive_inertia(speeds, M, work.u_start, u, dt, reaction, ledger.input_work)
    memory = state.memory
    memory.watch.steps[0] += 1
    tables, marks, contacts = (
        (rows, slots, touching), (t[0], dt), system.contours.candidates,
    )  # fmt: skip
    note_contacts(tables, contacts, memory.modes, memory.events, work.log, marks)
    work.bad[0] = first_not_finite(q, u)
    return OK if work.bad[0] < 0 else NOT_FINITE


@lean_kernel
def advance(system: System, state: State, work: Work, dt: float, n: int) -> int:
    """Take n Runge-Kutta steps, or fewer if one of them fails, or PAUSED."""
    effort, fixed = 0, fixed_effort(system, state)
    visited = visited_rows(state, work)
    for _ in range(n):
        if effort > MOST_EFFORT:
            return PAUSED
        status = step(system, state, work, dt)
        if status != OK:
            return status
        effort += 4 * (fixed + rows_effort(visited, 0))
    return OK


@lean_kernel
def book_stage_contacts(
    rows: ListedRows, group: Ints, dt: float, ledger: Ledger, tally: Tally
) -> None:
    """Book the power of listed contacts and their friction."""
    active, law_N = rows.active, rows.law_N
    la_N, la_T, g_N_dot, g_T_dot = rows.la_N, rows.la_T, rows.g_N_dot, rows.g_T_dot
    loss = ledger.loss
    for j in range(rows.n_active[0]):
        i = active[j]
        if acts_along_normal(law_N[i]):
            loss[group[i], CONTACT_DAMPING] -= dt * la_N[i] * g_N_dot[i]
        tally.normal[i] += dt * la_N[i]
        tally.peak[i] = max(tally.peak[i], la_N[i])
        for t in range(la_T.shape[1]):
            loss[group[i], COULOMB] -= dt * la_T[i, t] * g_T_dot[i, t]
            tally.friction[i, t] += dt * la_T[i, t]


@lean_kernel
def book_stage_drives(
    speeds: Rows,
    h: Floats,
    u: Floats,
    weight: float,
    dt: float,
    reaction: Floats,
    booked: Floats,
) -> None:
    """Book what prescribed speeds supply against the forces of one stage."""
    for i in range(speeds.size):
        k = speeds[i].dof
        reaction[i] -= weight * h[k]
        booked[i] -= weight * dt * h[k] * u[k]


@lean_kernel
def book_drive_inertia(
    speeds: Rows,
    M: Floats,
    u_start: Floats,
    u: Floats,
    dt: float,
    reaction: Floats,
    booked: Floats,
) -> None:
    """Book what prescribed speeds supply to accelerate their own body."""
    for i in range(speeds.size):
        k = speeds[i].dof
        before, after = u_start[k], u[k]
        reaction[i] += M[k] * (after - before) / dt
        booked[i] += 0.5 * M[k] * (after * after - before * before)
