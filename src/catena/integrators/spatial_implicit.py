"""One linearly implicit Euler step of a spatial chain, and many of them.

Every force along a direction j with the rate s = j u is taken at the end of the step,
``f - c s' - k dt s'``, with friction as the secant of its law: the matrix
``M + sum (dt c + dt^2 k) j j^T`` is symmetric and positive definite at any step. One
solve per step, see `solvers.ring_blocks`. Contacts that close within the step take
part, so that nothing penetrates for free.

Work is booked as impulse times the mean of old and new velocity, which is the change
of the kinetic energy of the solve to rounding. What elastic forces and gravity gave
differs from the change of their energy: that is the dissipation of the scheme.
"""

from __future__ import annotations

import math

from catena.bodies.spatial import (
    add_gravity,
    advance_bodies,
    gravity_work,
    kinetic_energy,
    potential_energy,
    start_links,
    start_rollers,
)
from catena.codes import Status
from catena.couplings.bushing import (
    TENSION,
    add_joints,
    book_joints,
    joint_energy,
    start_joints,
)
from catena.couplings.spatial_border import (
    advance_border,
    hold_wheels,
    place_wheels,
    push_tensioners,
    start_border,
)
from catena.couplings.spatial_support import (
    add_support_drag,
    advance_supports,
    start_supports,
    support_energy,
)
from catena.jit import kernel, lean_kernel
from catena.pairs.spatial_plate_rail import find_rail_contacts
from catena.pairs.spatial_plate_tooth import find_side_contacts
from catena.pairs.spatial_roller_bush import (
    bush_energy,
    find_bush_contacts,
    find_concentric_bushes,
)
from catena.pairs.spatial_roller_tooth import find_tooth_contacts
from catena.rows.spatial import add_contacts, book_contacts
from catena.solvers.ring_blocks import solve_ring
from catena.tables.spatial import (
    BUSH_CONTACT,
    RAIL_CONTACT,
    TIP_CONTACT,
    TOOTH_CONTACT,
    SpatialChain,
    SpatialState,
    SpatialWork,
)


@kernel
def advance_spatial(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    steps: int,
    drag: float,
) -> int:
    """Take steps; with ``drag`` [1/s] momentum fades, for a start at rest."""
    for _ in range(steps):
        step_spatial(system, state, work, dt, drag)
        if not math.isfinite(state.link_u[0, 0]):
            return failure_reason(work)
    return Status.OK


@lean_kernel
def failure_reason(work: SpatialWork) -> int:
    """Why a solve left NaN: a contact law out of its range, or else."""
    for row in range(int(work.found[0])):
        if not math.isfinite(work.contact[row].f):
            return Status.LAW_LIMIT
    return Status.NOT_FINITE


@lean_kernel
def step_spatial(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    drag: float,
) -> None:
    """One step."""
    place_wheels(system, state, work)
    start_links(system, state, work)
    start_rollers(system, state, work)
    push_tensioners(system, state, work, dt, 1.0)
    start_border(system, state, work, dt)
    start_supports(system, state, work, dt)
    add_gravity(system, work, dt)
    start_joints(system, state, work)
    add_joints(system, work, dt)
    find_contacts(system, state, work, dt)
    add_contacts(work, dt)
    if drag > 0.0:
        _add_drag(system, work, drag * dt)
    hold_wheels(system, state, work, dt)
    solve_ring(system, work)
    book_joints(system, state, work, dt)
    book_contacts(state, work, dt)
    state.work[0] += dt * gravity_work(system, state, work)
    gather_forces(system, state, work, dt)
    advance_bodies(system, state, work, dt)
    advance_border(system, state, work, dt, 1.0)
    advance_supports(system, state, work, dt, 1.0)
    state.t[0] += dt


@kernel
def fill_masses(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Masses of links in ``work.D``, rollers in ``work.A``, the border in ``work.B``.

    The blocks of a step of no length.
    """
    start_links(system, state, work)
    start_rollers(system, state, work)
    start_border(system, state, work, 0.0)
    start_supports(system, state, work, 0.0)


@lean_kernel
def find_contacts(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """All contacts that are closed or will be at the end of the step."""
    work.found[0] = 0
    find_bush_contacts(system, state, work, dt)
    find_tooth_contacts(system, state, work, dt)
    find_concentric_bushes(system, state, work)
    find_side_contacts(system, state, work, dt)
    find_rail_contacts(system, state, work, dt)


@lean_kernel
def _add_drag(system: SpatialChain, work: SpatialWork, share: float) -> None:
    """Resistance in proportion to the inertia of links, rollers and the border."""
    for i in range(system.link.size):
        J = max(system.link[i].J_x, system.link[i].J_y, system.link[i].J_z)
        for a in range(3):
            work.D[i, a, a] += share * system.link[i].mass
            work.D[i, 3 + a, 3 + a] += share * J
    for r in range(system.roller.size):
        for a in range(2):
            work.A[r, a, a] += share * system.roller[r].mass
        work.A[r, 2, 2] += share * system.roller[r].J
    n = system.wheel.size
    for j in range(n):
        work.B[6 + j, 6 + j] += share * system.wheel[j].inertia
    for a in range(system.arm.size):
        work.B[6 + n + a, 6 + n + a] += share * system.arm[a].inertia
    add_support_drag(system, work, share)


TENSION_NOW, TOOTH_NOW, SIDE_NOW, BUSH_NOW, TIPS_NOW, RAIL_NOW = range(6)
"""Columns of ``work.force``: tension, tooth, side and bush force of a link [N], plates
on tips, force of guides [N]; column 7 holds the outer torque of wheels."""


@lean_kernel
def gather_forces(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Forces on every link in this step, and their sums for the next sample."""
    n, force = system.link.size, work.force
    for i in range(n):
        before = n - 1 if i == 0 else i - 1
        force[i, TENSION_NOW] = 0.5 * (
            work.joint[i, TENSION] + work.joint[before, TENSION + 1]
        )
        for k in range(TOOTH_NOW, RAIL_NOW + 1):
            force[i, k] = 0.0
    side, tips = 0.0, 0.0
    for row in range(int(work.found[0])):
        i, kind = work.contact[row].link, work.contact[row].kind
        if i < 0:
            continue
        P = work.contact[row].P / dt
        if kind == TOOTH_CONTACT:
            force[i, TOOTH_NOW] += P
        elif kind == BUSH_CONTACT:
            force[i, BUSH_NOW] += P if P > 0.0 else work.contact[row].force
        elif kind >= RAIL_CONTACT:
            force[i, RAIL_NOW] += abs(P)
        else:
            force[i, SIDE_NOW] += abs(P)
            side += abs(P)
            if kind == TIP_CONTACT and P > 0.0:
                force[i, TIPS_NOW] += 1.0
                work.ridden[i, work.contact[row].wheel - 6] += 1.0
                tips += 1.0
    state.side[0] += side
    state.side[1] += tips
    state.side[2] += 1.0


@kernel
def spatial_energy(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> tuple[float, float]:
    """Kinetic energy, and that of springs, contacts and gravity [J]."""
    place_wheels(system, state, work)
    start_links(system, state, work)
    find_contacts(system, state, work, 0.0)
    kinetic = kinetic_energy(system, state, work)
    stored = joint_energy(system, state, work.R) + bush_energy(system, state.roller_q)
    stored += potential_energy(system, state, work)
    for row in range(int(work.found[0])):
        contact = work.contact[row]
        if contact.kind != BUSH_CONTACT and contact.k > 0.0:
            stored += 0.5 * contact.f**2 / contact.k
    n = system.wheel.size
    for j in range(n):
        kinetic += 0.5 * system.wheel[j].inertia * state.border_u[j] ** 2
    for a in range(system.arm.size):
        arm, at = system.arm[a], state.border_q[n + a]
        kinetic += 0.5 * arm.inertia * state.border_u[n + a] ** 2
        stored += 0.5 * arm.stiffness * at**2 - arm.preload * at
    moving, held = support_energy(system, state)
    return kinetic + moving, stored + held
