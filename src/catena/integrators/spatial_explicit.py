"""One explicit step of a spatial chain, and many of them: the reference scheme.

Elastic, damping and normal forces are taken at the start of the step, positions move
with the new velocities (symplectic Euler); friction is solved for the end of the step,
set-valued or softened, see `solvers.spatial_rows`. Steps are bounded by the stiffest
contact, about 2 us for a bicycle chain; the scheme itself takes out no energy.
"""

from __future__ import annotations

import math

from catena.bodies.spatial import add_gravity, gravity_work
from catena.bodies.spatial_inverse import (
    advance_free_velocities,
    prepare_links,
    start_velocities,
)
from catena.codes import FrictionLaw, Status
from catena.couplings.bushing_impulses import book_joint_impulses, push_joints
from catena.couplings.spatial_border import (
    advance_border,
    advance_border_speeds,
    place_wheels,
    push_tensioners,
)
from catena.couplings.spatial_support import (
    advance_support_speeds,
    advance_supports,
)
from catena.integrators.spatial_implicit import (
    count_plates,
    failure_reason,
    find_outer_contacts,
    gather_forces,
)
from catena.integrators.spatial_motion import advance_bodies
from catena.jit import kernel, lean_kernel
from catena.pairs.spatial_roller_bush import find_bushes, list_bushes
from catena.rows.spatial import add_impulse
from catena.solvers.spatial_bushes import press_bushes
from catena.solvers.spatial_rows import book_rows, list_used_slots, solve_rows
from catena.solvers.spatial_work import ExplicitWork
from catena.tables.spatial import (
    SpatialChain,
    SpatialState,
    SpatialWork,
)


@kernel
def advance_explicit(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    more: ExplicitWork,
    dt: float,
    steps: int,
    law: int,
) -> int:
    """Take steps with friction by a law, see `codes.FrictionLaw`."""
    prepare_links(system, state, work)
    # sets of forces need no secant, which takes roots and quotients in every row
    work.soft[0] = 0.0 if law == FrictionLaw.COULOMB_DISC else 1.0
    list_used_slots(state, system.joint.size, more.used)
    for _ in range(steps):
        step_explicit(system, state, work, more, dt, law)
        if not math.isfinite(state.link_u[0, 0]):
            list_bushes(system, work)
            return failure_reason(work)
    list_bushes(system, work)
    gather_forces(system, work, dt)
    return Status.OK


@lean_kernel
def step_explicit(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    more: ExplicitWork,
    dt: float,
    law: int,
) -> None:
    """One step."""
    add_impulses(system, state, work, dt)
    push_tensioners(system, state, work, dt, 0.0)
    advance_free_velocities(state, work, more.ease)
    advance_border_speeds(system, state, work, dt)
    advance_support_speeds(system, state, work, dt)
    solve_rows(system, state, work, more, dt, law)
    book_joint_impulses(state, work, dt)
    book_rows(state, work, more, dt)
    state.work[0] += dt * gravity_work(state, work)
    count_plates(state, work, dt)
    advance_bodies(state, work, dt)
    advance_border(system, state, work, dt, 0.0)
    advance_supports(system, state, work, dt, 0.0)
    state.t[0] += dt


@lean_kernel
def add_impulses(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Of weights, joints and contacts without friction, in the right sides."""
    place_wheels(system, state, work)
    start_velocities(state, work)
    add_gravity(system, work, dt)
    push_joints(state, work, dt)
    find_bushes(system, state, work, dt)
    press_bushes(work)
    work.found[0] = 0
    find_outer_contacts(system, state, work, 0.0)
    add_normal_impulses(work, dt)


@kernel
def fill_smooth_forces(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> None:
    """Forces without friction: impulses of one second; of the border, gains of speed.

    Links and rollers in the right sides, along the axes of their links, and wheels,
    arms and supports as the speeds they would have after that second.
    """
    prepare_links(system, state, work)
    add_impulses(system, state, work, 1.0)
    push_tensioners(system, state, work, 0.0, 0.0)
    advance_border_speeds(system, state, work, 1.0)
    advance_support_speeds(system, state, work, 1.0)


@lean_kernel
def add_normal_impulses(work: SpatialWork, dt: float) -> None:
    """Springs with dampers that push and never pull."""
    for row in range(int(work.found[0])):
        contact = work.contact[row]
        P = dt * max(0.0, contact.f - contact.c * contact.rate)
        work.contact[row].P = P
        add_impulse(work, row, P)
