"""Half-explicit time stepping on velocity level: Moreau's scheme.

Smooth forces are explicit, set-valued impulses implicit. First order, robust, and
indifferent to the number of impacts in a step. Positions move half a step before the
forces and half a step after them: the scheme of [Cebulla2014] seen from the middle
of its step, so that positions and velocities belong to the same instant and smooth
motion is followed to second order.
"""

from __future__ import annotations

from catena.bodies.flat_motion import fill_means
from catena.bodies.planar import bodies_view
from catena.bodies.rigid_planar import fill_poses_ahead
from catena.codes import Status
from catena.contact.events import note_contacts
from catena.contact.planar_contacts import book_touching
from catena.contact.search import fastest_point
from catena.contact.stiction import choose_coefficients, release_broken
from catena.couplings.boundary import prescribe_even_speeds
from catena.dynamics.energy import (
    book_drives,
    book_listed,
    fill_impulses,
    tally_bearings,
    tally_touching,
)
from catena.dynamics.evaluation import book_couplings, evaluate_forces
from catena.dynamics.finite import first_not_finite
from catena.dynamics.mass import add_inverse_mass
from catena.integrators.contact_turning import (
    book_turns,
    keep_middle,
    turn_contacts,
    turn_tied_contacts,
)
from catena.integrators.effort import (
    MOST_EFFORT,
    fixed_effort,
    rows_effort,
    visited_rows,
)
from catena.integrators.impact_energy import (
    Speeds,
    fill_islands,
    gains_energy,
    keep_rebound,
    limit_energy,
)
from catena.integrators.joint_step import (
    Turning,
    book_joints,
    book_turned,
    close_joints,
    fill_replies,
    finish_joints,
    turn_joints,
)
from catena.integrators.set_valued_rows import list_friction, prepare_rows
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.vectors import copy_into
from catena.rows.listed import fill_friction_bounds
from catena.solvers.direct.wedging import is_wedged
from catena.solvers.patches.elastic_friction import book_friction, take_impulses
from catena.solvers.patches.known_bounds import (
    fill_known_bounds,
    load_bearings,
    prepare_friction,
)
from catena.solvers.sweeps.percussions import solve_free, solve_sorted
from catena.tables.candidates import Candidates
from catena.tables.contacts import (
    ListedRows,
    PercussionOptions,
    PercussionWork,
    SolverReport,
)
from catena.tables.friction import Slots
from catena.tables.joints import Joints
from catena.tables.system import ImpactWork, State, System, Work

OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)
NOT_CONVERGED = int(Status.NOT_CONVERGED)
PAUSED = int(Status.PAUSED)

MAX_RELEASES = 3
"""How often rows that break loose are solved again within one step."""


@lean_kernel
def advance(
    system: System,
    state: State,
    work: Work,
    dt: float,
    n: int,
    options: PercussionOptions,
) -> int:
    """Take n steps, or fewer if one of them fails or they are much work: PAUSED."""
    return take_steps(system, state, work, dt, n, options, True)


@lean_kernel
def advance_unjointed(
    system: System,
    state: State,
    work: Work,
    dt: float,
    n: int,
    options: PercussionOptions,
) -> int:
    """The same for a system without joints, which waits for no kernel of joints."""
    return take_steps(system, state, work, dt, n, options, False)


@inline_kernel
def take_steps(
    system: System,
    state: State,
    work: Work,
    dt: float,
    n: int,
    options: PercussionOptions,
    jointed: bool,
) -> int:
    """Take n steps; ``jointed`` is known when this is compiled: there may be joints."""
    total = state.memory.report.total_sweeps
    effort, fixed = 0, fixed_effort(system, state)
    visited = visited_rows(state, work)
    for _ in range(n):
        if effort > MOST_EFFORT:
            return PAUSED
        before = total[0]
        status = step(system, state, work, dt, options, jointed)
        if status != OK:
            return status
        effort += fixed + rows_effort(visited, total[0] - before)
    return OK


@inline_kernel
def step(
    system: System,
    state: State,
    work: Work,
    dt: float,
    options: PercussionOptions,
    jointed: bool,
) -> int:
    """One half-explicit time step.

    Source: [Cebulla2014] sec. 2.7, steps 1 to 3, (2.49)-(2.51).
    Deviation: step 1 is split into two halves. With them, the motion under the new
    velocities runs from the middle of this step to the middle of the next; directions
    of set-valued laws and prescribed speeds are taken halfway, at the step's end.
    """
    rows, solving = state.memory.rows, (options, state.memory.report)
    percussion, impacts = work.percussion, work.impacts
    parts = (system.contours.candidates, system.joints, system.inertia.M)
    tables = (rows, state.memory.slots)
    speeds = Speeds(work.u_before, work.u_free, state.u, work.rebound)
    status = begin_step(system, state, work, dt, jointed)
    if status != OK:
        return status
    status = find_percussions(
        parts, tables, percussion, impacts, speeds, solving, dt, jointed
    )  # (2.50), (2.51)
    if status != OK:
        return status  # in the middle of the step, where ``rescue`` goes on
    return end_step(system, state, work, dt, jointed)


@inline_kernel
def begin_step(
    system: System, state: State, work: Work, dt: float, jointed: bool
) -> int:
    """Step 1, first half, and all that is known before the percussions."""
    t, q, u, memory = state.t, state.q, state.u, state.memory
    rows, notes = memory.rows, (memory.watch, memory.report)
    slots, touching, friction = memory.slots, work.touching, work.percussion.friction
    extent, imposed = system.bodies.extent, system.imposed
    inertia, linear, contours = system.inertia, system.linear, system.contours
    h, pose, pose_ahead, bearings = work.h, work.pose, work.pose_ahead, work.bearings
    u_start, u_free, percussion = work.u_start, work.u_free, work.percussion
    u_before, both, joints = work.u_before, work.u_mean, system.joints
    joint_work, M_inv, candidates = work.joints, inertia.M_inv, contours.candidates
    impacts = work.impacts
    advance_positions(q, u, t, 0.5 * dt)  # step 1, first half
    # how far any point may get in this step: nearer pairs must be looked at
    travel = dt * fastest_point(extent, u)
    status = evaluate_forces(system, state, work, travel, dt)  # step 2, h of step 3
    if status != OK:
        return status
    # directions of set-valued laws halfway along the coming motion: what sticks to a
    # turning body would else leave it along the tangent
    fill_poses_ahead(pose, u, 0.5 * dt, pose_ahead)
    copy_into(u_start, u)
    copy_into(u_before, u)
    add_inverse_mass(M_inv, linear, h, dt, u)  # (2.49)
    # t stands in the middle of the step here: half a step more is its end
    prescribe_even_speeds(imposed, u, t[0] + 0.5 * dt)
    if jointed and joints.row.size > 0:
        motion = Turning(pose, pose_ahead, u, u_start, u_before, both)
        masses, P_known = (inertia, linear), percussion.P_known
        status = turn_joints(
            joints, contours, masses, rows, (joint_work, P_known), motion, notes, dt
        )
        if status != OK:
            return status
    keep_middle(rows, candidates, joints.kind, memory.modes, impacts)
    prepare_rows(
        contours, M_inv, linear, rows, pose_ahead, u_before, joints, percussion
    )
    turn_contacts(rows, joints.kind, impacts, M_inv, u_start, u)
    if jointed and percussion.listed[2] > 0:
        ahead, b, held = (
            joint_work.ahead,
            joint_work.b,
            (joint_work, percussion.P_known, both),
        )
        turn_tied_contacts(joints, rows, impacts, held, M_inv, u_start, u)
        status = fill_replies(joints, rows, ahead, both, b, percussion)
    prepare_friction(contours, touching, slots, pose_ahead, u_start, friction)
    load_bearings(friction, candidates, bearings, slots, u_start)
    choose_coefficients(candidates, rows)
    copy_into(u_free, u)
    return status


@inline_kernel
def end_step(system: System, state: State, work: Work, dt: float, jointed: bool) -> int:
    """Step 1, second half, the ledger, and a look at the numbers."""
    t, q, u, bad, memory = state.t, state.q, state.u, work.bad, state.memory
    joints, contours, rows = system.joints, system.contours, memory.rows
    joint_work, notes = work.joints, (memory.watch, memory.report)
    advance_positions(q, u, t, 0.5 * dt)  # step 1, second half
    book_step(system, state, work, dt, jointed)
    if jointed and joints.row.size > 0:
        status = close_joints(joints, contours, rows, joint_work, q, notes)
        if status != OK:
            return status
    bad[0] = first_not_finite(q, u)
    return OK if bad[0] < 0 else NOT_FINITE


@lean_kernel
def advance_positions(q: Floats, u: Floats, t: Floats, dt: float) -> None:
    """Move with the present velocities."""
    for k in range(q.size):
        q[k] += dt * u[k]
    t[0] += dt


@inline_kernel
def find_percussions(
    parts: tuple[Candidates, Joints, Floats],
    tables: tuple[ListedRows, Slots],
    percussion: PercussionWork,
    impacts: ImpactWork,
    speeds: Speeds,
    solving: tuple[PercussionOptions, SolverReport],
    dt: float,
    jointed: bool,
) -> int:
    """Solve the set-valued laws and add their percussions to the free velocities."""
    candidates, joints, M = parts
    (rows, slots), (options, report) = tables, solving
    u, u_free, friction = speeds.u, speeds.free, percussion.friction
    restitution, releases, status = 1.0, 0, OK
    while True:
        fill_friction_bounds(rows, dt)
        fill_known_bounds(friction, candidates, slots.mu, dt)
        if jointed:
            status = solve_sorted(rows, u, percussion, restitution, options, report)
        else:
            status = solve_free(rows, u, percussion, restitution, options, report)
        if status == OK and is_wedged(rows, percussion, M, u_free, u, options, report):
            report.unconverged[0] += 1
            status = NOT_CONVERGED
        if status != OK:
            break
        asked = next_attempt(
            candidates, tables, percussion, impacts, speeds, (releases, restitution)
        )
        if asked == (releases, restitution):
            break
        releases, restitution = asked
        # solve again from the velocities without percussions
        copy_into(u, u_free)
    if status == OK and restitution == 0.0:
        list_friction(friction, candidates, rows, percussion)
        fill_islands(rows, percussion, joints, impacts.island)
        limit_energy(rows, percussion, speeds, impacts)
        take_impulses(friction, rows)
    return status


@inline_kernel
def next_attempt(
    candidates: Candidates,
    tables: tuple[ListedRows, Slots],
    percussion: PercussionWork,
    impacts: ImpactWork,
    speeds: Speeds,
    attempt: tuple[int, float],
) -> tuple[int, float]:
    """Releases and restitution to solve again with; those of the attempt if it holds.

    A row that breaks loose is solved again with its kinetic coefficient; impacts that
    would create energy are solved again without restitution and drawn towards that.
    """
    rows, slots = tables
    releases, restitution = attempt
    friction, u = percussion.friction, speeds.u
    # first: a row that slides may lose what impacts seem to gain
    if releases < MAX_RELEASES and release_broken(candidates, rows, slots, friction):
        return releases + 1, restitution
    if restitution == 1.0 and gains_energy(rows, percussion, u):
        keep_rebound(rows, friction, u, speeds.rebound, impacts.P_rebound)
        return releases, 0.0
    return attempt


@inline_kernel
def book_step(
    system: System, state: State, work: Work, dt: float, jointed: bool
) -> None:
    """Book the work of every impulse of the step that just ended."""
    u, u_start, impulse, reaction = state.u, work.u_start, work.impulse, work.reaction
    ledger, mean, candidates = state.ledger, work.u_mean, system.contours.candidates
    memory, percussion, joints = state.memory, work.percussion, system.joints
    rows, tally, joint_work = memory.rows, memory.tally, work.joints
    speeds, M, u_before = system.imposed.speeds, system.inertia.M, work.u_before
    group, modes, steps = candidates.group, memory.modes, memory.watch.steps
    steps[0] += 1
    fill_means(u, u_start, mean)
    book_couplings(system, work, mean, dt, ledger)
    fill_impulses(work.h, dt, impulse)
    if jointed and joints.row.size > 0:
        finish_joints(joints, rows, percussion)
        book_joints(joints, rows, joint_work, percussion, mean, impulse, ledger)
        kinds = (group, modes, work.impacts.known)
        book_turned(rows, percussion, kinds, u_start, u_before, ledger)
    book_turns(rows, work.impacts, group, mean, impulse, ledger)
    slots, touching, friction = memory.slots, work.touching, percussion.friction
    account = candidates.account
    book_friction(friction, slots, account, mean, impulse, ledger)
    n, mean3 = slots.n_touching[0], bodies_view(mean, work.pose.shape[0])
    book_touching(touching, n, account, mean3, dt, ledger.loss)
    book_listed(rows, (group, modes), mean, dt, impulse, ledger, tally)
    tally_touching(touching, slots, tally, dt)
    tally_bearings(friction, tally, dt)
    tables, marks = (rows, slots, touching), (state.t[0], dt)
    note_contacts(tables, candidates, modes, memory.events, work.log, marks)
    book_drives(speeds, M, u_start, u, dt, impulse, reaction, ledger.input_work)
