"""Steps whose contact problem the sweeps did not solve: finished by direct methods.

A half-explicit step that ends with NOT_CONVERGED is left in its middle, with the free
velocities and the prepared rows in place. Contacts in the plane are then solved by a
sparse Newton method, few of them at last densely; the step is ended, and the run goes
on. The sweeps leave such contacts early, when a direct solution costs less than going
on; what it does not solve they are given again, up to their cap. What fails here too
stops the run.
"""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.dynamics.joints import push_joints
from catena.integrators import half_explicit
from catena.integrators.impact_energy import (
    Speeds,
    fill_islands,
    limit_energy,
)
from catena.integrators.set_valued_rows import list_friction
from catena.jit import lean_kernel
from catena.laws.dispatch import unknown_tangents
from catena.numerics.arrays import Floats, Ints
from catena.rows.listed import fill_friction_bounds
from catena.solvers.direct.delassus import apply_planar, fill_planar_problem
from catena.solvers.direct.direct_friction import solve_directly
from catena.solvers.direct.planar_friction import planar_problem
from catena.solvers.direct.sparse_friction import solve_sparse_friction, sparse_problem
from catena.solvers.direct.wedging import is_wedged
from catena.solvers.patches.elastic_friction import show_impulses, take_impulses
from catena.solvers.patches.known_bounds import fill_known_bounds
from catena.solvers.sweeps.percussions import relative_residual, solve_sorted
from catena.tables.contacts import PercussionOptions
from catena.tables.system import State, System, Work

MOST_ROWS = 20_000
"""Rows up to which a direct solution is tried."""

MOST_DENSE = 300
"""Rows up to which a dense one is tried too."""

ATTEMPTS = (
    (1e-3, True),
    (1e-3, False),
    (1e-4, True),
    (1e-2, True),
    (1e-4, False),
    (1e-5, True),
    (1e-2, False),
    (1e-3, True),
)
"""First weight of the Newton method and whether it is cautious, attempt by attempt.

Which of them finds its way through the states of a large pile is chance; the first
does so in most steps."""

GUESSES = 50
"""Newton guesses of an attempt."""

ROUNDS = 3
"""How often all of them are gone through."""

LEAST_CAP = 2000
"""Sweeps of the last attempt whatever the cap: a small one must not end a run."""

LAST_SWEEPS = 64
"""Sweeps that carry what an attempt found below the tolerance, or shake it; four
times as many in each further round."""


def advance(
    system: System,
    state: State,
    work: Work,
    dt: float,
    n: int,
    options: PercussionOptions,
) -> int:
    """Take n half-explicit steps; one the sweeps do not solve is rescued.

    PAUSED after much work, and after every rescue.
    """
    end = int(state.memory.watch.steps[0]) + n
    options = standing_by(options, state)
    jointed = system.joints.row.size > 0
    take = half_explicit.advance if jointed else half_explicit.advance_unjointed
    status = int(take(system, state, work, dt, n, options))
    if status != Status.NOT_CONVERGED:
        return status
    status = rescue(system, state, work, dt, options)
    if status == Status.OK and state.memory.watch.steps[0] < end:
        return int(Status.PAUSED)
    return status


def standing_by(options: PercussionOptions, state: State) -> PercussionOptions:
    """The same options, with sweeps that leave early what is solved directly here."""
    one_tangent = state.memory.rows.P_T.shape[1] == 1
    return options._replace(direct_rows=MOST_ROWS if one_tangent else 0)


def rescue(
    system: System, state: State, work: Work, dt: float, options: PercussionOptions
) -> int:
    """Solve the open step directly and end it; NOT_CONVERGED if nothing solves it."""
    rows, u, percussion = state.memory.rows, state.u, work.percussion
    slots = state.memory.slots
    friction, candidates = percussion.friction, system.contours.candidates
    impacts = work.impacts
    list_friction(friction, candidates, rows, percussion)
    listed = percussion.listed
    joints = system.joints.row
    members = np.r_[
        percussion.packed["row"][: listed[0]],
        percussion.bounded[: listed[1]],
        np.union1d(percussion.head["row"][: listed[2]], joints),
    ]
    rows.P_N[joints] = percussion.P_known + percussion.P_joint
    tangents = max((unknown_tangents(law) for law in rows.law_T[members]), default=0)
    if members.size > MOST_ROWS or tangents > 1:
        return int(Status.NOT_CONVERGED)
    restitution, releases = 1.0, 0
    speeds = Speeds(work.u_before, work.u_free, u, work.rebound)
    patient = options._replace(max_sweeps=max(options.max_sweeps, LEAST_CAP))
    while True:
        u[:] = work.u_free
        fill_friction_bounds(rows, dt)
        fill_known_bounds(friction, candidates, slots.mu, dt)
        show_impulses(friction, rows)
        if not (
            solve_sparsely(system, state, work, members, restitution, options)
            or solve_densely(system, state, work, members, restitution, options)
            or sweep_on(system, state, work, restitution, patient)
        ):
            return int(Status.NOT_CONVERGED)
        take_impulses(friction, rows)
        asked = half_explicit.next_attempt(
            candidates, (rows, slots), percussion, impacts, speeds,
            (releases, restitution),
        )  # fmt: skip
        if asked == (releases, restitution):
            break
        releases, restitution = asked
    if restitution == 0.0:
        fill_islands(rows, percussion, system.joints, impacts.island)
        limit_energy(rows, percussion, speeds, impacts)
        take_impulses(friction, rows)
    state.memory.report.unconverged[0] -= 1  # solved after all
    state.memory.report.rescued[0] += 1
    return int(end_rescued(system, state, work, dt))


@lean_kernel
def end_rescued(system: System, state: State, work: Work, dt: float) -> int:
    """End the step that was left open."""
    return half_explicit.end_step(system, state, work, dt, True)


def sweep_on(
    system: System,
    state: State,
    work: Work,
    restitution: float,
    options: PercussionOptions,
) -> bool:
    """Sweep up to the cap, from the percussions in the rows; False if unsolved."""
    rows, u, report = state.memory.rows, state.u, state.memory.report
    patient = options._replace(direct_rows=0)
    friction = work.percussion.friction
    take_impulses(friction, rows)
    tables = rows, u, work.percussion, restitution, patient, report
    status = solve_sorted(*tables)
    show_impulses(friction, rows)
    if status != Status.OK:
        return False
    moved = system.inertia.M, work.u_free, u
    return not is_wedged(rows, work.percussion, *moved, options, report)


def velocities_without_joints(system: System, state: State, work: Work) -> Floats:
    """Free velocities without the percussions of joints, which become unknowns.

    Direct methods solve joints as rows: all that a joint carries is then one unknown,
    as the friction of a joint asks for.
    """
    u: Floats = work.u_free.copy()
    joints, P = system.joints, work.percussion.P_known
    if joints.row.size:
        push_joints(joints, state.memory.rows.dof, work.joints.ahead, P, -1.0, u)
    return u


def solve_sparsely(
    system: System,
    state: State,
    work: Work,
    members: Ints,
    restitution: float,
    options: PercussionOptions,
) -> bool:
    """Solve by Newton, shaken by sweeps where it does not find its way.

    What an attempt found is given to sweeps, and only what they accept is kept. If
    there is nothing, the percussions in the rows are as before.
    """
    rows, u, report = state.memory.rows, state.u, state.memory.report
    loose = velocities_without_joints(system, state, work)
    found = sparse_problem(rows, members, restitution, loose)
    if found is None:
        return False
    problem, scratch = found
    before = np.column_stack([rows.P_N[members], rows.P_T[members, 0]])
    spent, failed = int(report.sweeps[0]), int(report.unconverged[0])
    tolerances = options.relative_tolerance, options.absolute_tolerance
    P = before.copy()
    for n, (weight, cautious) in enumerate(ROUNDS * ATTEMPTS):
        few = options._replace(max_sweeps=LAST_SWEEPS * 4 ** (n // len(ATTEMPTS)))
        solve_sparse_friction(
            problem, P, scratch, *tolerances, weight, cautious, GUESSES
        )
        rows.P_N[members], rows.P_T[members, 0] = P[:, 0], P[:, 1]
        solved = sweep_on(system, state, work, restitution, few)
        spent += int(report.sweeps[0])
        if solved:
            report.sweeps[0], report.unconverged[0] = spent, failed
            return True
        u[:] = work.u_free
        P[:, 0], P[:, 1] = rows.P_N[members], rows.P_T[members, 0]
    report.sweeps[0], report.unconverged[0] = spent, failed
    rows.P_N[members], rows.P_T[members, 0] = before[:, 0], before[:, 1]
    return False


def solve_densely(
    system: System,
    state: State,
    work: Work,
    members: Ints,
    restitution: float,
    options: PercussionOptions,
) -> bool:
    """Fill percussions and new velocities of few rows; False if unsolved."""
    if members.size > MOST_DENSE:
        return False
    rows, u, report = state.memory.rows, state.u, state.memory.report
    u[:] = velocities_without_joints(system, state, work)
    problem = planar_problem(members.size)
    column = np.zeros(u.size)
    fill_planar_problem(rows, members, restitution, u, column, problem)
    start = np.column_stack([rows.P_N[members], rows.P_T[members, 0]]).ravel()
    status, P, residual, scale = solve_directly(
        problem, start, options.relative_tolerance, options.absolute_tolerance
    )
    report.residual[0], report.scale[0] = residual, scale
    if status is not Status.OK:
        u[:] = work.u_free
        return False
    report.worst_row[0] = -1
    relative = float(relative_residual(report, options))
    report.worst_residual[0] = max(float(report.worst_residual[0]), relative)
    apply_planar(rows, members, P, u)
    return True
