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
    gravity_work,
    kinetic_energy,
    potential_energy,
    start_links,
    start_rollers,
)
from catena.codes import Status
from catena.couplings.bushing import (
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
from catena.integrators.spatial_motion import advance_bodies
from catena.jit import kernel, lean_kernel
from catena.pairs.spatial_plate_rail import find_rail_contacts
from catena.pairs.spatial_plate_tooth import find_side_contacts
from catena.pairs.spatial_roller_bush import (
    bush_energy,
    find_bush_contacts,
    find_concentric_bushes,
)
from catena.pairs.spatial_roller_tooth import find_links_near, find_tooth_contacts
from catena.rows.spatial import add_contacts, book_contacts
from catena.solvers.ring_blocks import solve_ring
from catena.tables.spatial import (
    ContactKind,
    LinkForce,
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
    work.soft[0] = 1.0
    for _ in range(steps):
        step_spatial(system, state, work, dt, drag)
        if not math.isfinite(state.link_u[0, 0]):
            return failure_reason(work)
    gather_forces(system, work, dt)
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
    start_joints(state, work)
    add_joints(system, work, dt)
    # also those that close within the step: see the top of this file
    find_contacts(system, state, work, dt)
    add_contacts(work, dt)
    if drag > 0.0:
        _add_drag(system, work, drag * dt)
    # last before the solve: the columns of held wheels go to the right sides
    hold_wheels(system, state, work, dt)
    solve_ring(system, work)
    # before positions move: its impulses act along the directions of now
    book_joints(system, state, work, dt)
    book_contacts(state, work, dt)
    state.work[0] += dt * gravity_work(state, work)
    count_plates(state, work, dt)
    advance_bodies(state, work, dt)
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
    find_outer_contacts(system, state, work, dt)


@lean_kernel
def find_outer_contacts(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Those but of rollers in their bushes."""
    find_links_near(system, state, work)
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


@lean_kernel
def count_plates(state: SpatialState, work: SpatialWork, dt: float) -> None:
    """Side forces and plates that stand on tips, for the means of the next sample."""
    side, tips = 0.0, 0.0
    for row in range(int(work.found[0])):
        i, kind = work.contact[row].link, work.contact[row].kind
        if i < 0 or (kind != ContactKind.SIDE and kind != ContactKind.TIP):
            continue
        side += abs(work.contact[row].P / dt)
        if kind == ContactKind.TIP and work.contact[row].P > 0.0:
            work.ridden[i, work.contact[row].wheel - 6] += 1.0
            tips += 1.0
    state.side[0] += side
    state.side[1] += tips
    state.side[2] += 1.0


@lean_kernel
def gather_forces(system: SpatialChain, work: SpatialWork, dt: float) -> None:
    """Forces on every link in the last step."""
    n, force = system.link.size, work.force
    for i in range(n):
        before = n - 1 if i == 0 else i - 1
        force[i, LinkForce.TENSION] = 0.5 * (
            work.joint.tension[i, 0] + work.joint.tension[before, 1]
        )
        force[i, LinkForce.TOOTH], force[i, LinkForce.SIDE] = 0.0, 0.0
        force[i, LinkForce.BUSH], force[i, LinkForce.TIPS] = 0.0, 0.0
        force[i, LinkForce.RAIL] = 0.0
    for row in range(int(work.found[0])):
        i, kind = work.contact[row].link, work.contact[row].kind
        if i < 0:
            continue
        P = work.contact[row].P / dt
        if kind == ContactKind.TOOTH:
            force[i, LinkForce.TOOTH] += P
        elif kind == ContactKind.BUSH:
            force[i, LinkForce.BUSH] += P if P > 0.0 else work.contact[row].force
        elif kind >= ContactKind.RAIL:
            force[i, LinkForce.RAIL] += abs(P)
        else:
            force[i, LinkForce.SIDE] += abs(P)
            if kind == ContactKind.TIP and P > 0.0:
                force[i, LinkForce.TIPS] += 1.0


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
        if contact.kind != ContactKind.BUSH and contact.k > 0.0:
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
