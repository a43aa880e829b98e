"""Steps whose contact problem the sweeps did not solve: finished by direct methods.

A half-explicit step that ends with NOT_CONVERGED is left in its middle, with the free
velocities and the prepared rows in place. Few contacts in the plane are then solved
densely, the step is ended, and the run goes on; what direct methods cannot solve
either stops the run.
"""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.contact.laws.dispatch import (
    restitution_offset,
    unknown_kind,
    unknown_tangents,
)
from catena.contact.laws.row_forces import fill_friction_bounds
from catena.contact.stiction import release_broken
from catena.integrators import half_explicit
from catena.integrators.impact_energy import (
    gains_energy,
    keep_rebound,
    limit_energy,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.solvers.direct_friction import solve_directly
from catena.solvers.percussions import relative_residual
from catena.solvers.planar_friction import PlanarProblem
from catena.tables.contacts import ContactRows, PercussionOptions
from catena.tables.system import State, System, Work

MOST_ROWS = 100
"""Rows up to which a dense solution is tried."""


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
    end = int(state.ledger.steps[0]) + n
    status = int(half_explicit.advance(system, state, work, dt, n, options))
    if status != Status.NOT_CONVERGED:
        return status
    status = rescue(system, state, work, dt, options)
    if status == Status.OK and state.ledger.steps[0] < end:
        return int(Status.PAUSED)
    return status


def rescue(
    system: System, state: State, work: Work, dt: float, options: PercussionOptions
) -> int:
    """Solve the open step densely and end it; NOT_CONVERGED if that fails too."""
    rows, u, percussion = state.rows, state.u, work.percussion
    listed = percussion.listed
    members = np.r_[percussion.full[: listed[0]], percussion.bounded[: listed[1]]]
    tangents = max((unknown_tangents(law) for law in rows.law_T[members]), default=0)
    if members.size > MOST_ROWS or tangents > 1:
        return int(Status.NOT_CONVERGED)
    candidates = system.contours.candidates
    restitution, releases = 1.0, 0
    while True:
        u[:] = work.u_free
        fill_friction_bounds(rows, dt)
        if not solve_rows(state, members, restitution, options):
            return int(Status.NOT_CONVERGED)
        if releases < half_explicit.MAX_RELEASES and release_broken(candidates, rows):
            releases += 1
        elif restitution == 1.0 and gains_energy(rows, percussion, u):
            keep_rebound(rows, u, work.plastic, work.P_plastic)
            restitution = 0.0
        else:
            break
    if restitution == 0.0:
        before = work.u_start, work.u_free, u, work.plastic, work.P_plastic
        limit_energy(rows, percussion, *before, work.island, work.gain)
    state.report.unconverged[0] -= 1  # solved after all
    return int(end_rescued(system, state, work, dt))


@lean_kernel
def end_rescued(system: System, state: State, work: Work, dt: float) -> int:
    """End the step that was left open."""
    return half_explicit.end_step(system, state, work, dt)


def solve_rows(
    state: State, members: Ints, restitution: float, options: PercussionOptions
) -> bool:
    """Fill percussions and new velocities of the listed rows; False if unsolved."""
    rows, u, report = state.rows, state.u, state.report
    W = directions(rows, members, u.size, rows.W_N, rows.W_T)
    MiW = directions(rows, members, u.size, rows.MiW_N, rows.MiW_T)
    c = W @ u
    problem = PlanarProblem(
        G=W @ MiW.T,
        c=c,
        kind=np.array([unknown_kind(law) for law in rows.law_N[members]]),
        mu=np.where(rows.law_T[members] == 0, 0.0, rows.par_T[members, 0]),
        R=rows.R_T[members],
    )
    for k, i in enumerate(members):
        e_N, e_T = restitution * rows.par_N[i, 0], restitution * rows.par_T[i, 2]
        offset = restitution_offset(rows.law_N[i], rows.g_N_dot[i], e_N)
        c[2 * k] += rows.w_N[i] + offset
        c[2 * k + 1] += rows.w_T[i, 0] + e_T * rows.g_T_dot[i, 0]
    start = np.column_stack([rows.P_N[members], rows.P_T[members, 0]]).ravel()
    status, P, residual, scale = solve_directly(
        problem, start, options.relative_tolerance, options.absolute_tolerance
    )
    report.residual[0], report.scale[0] = residual, scale
    if status is not Status.OK:
        return False
    report.worst_row[0] = -1
    relative = float(relative_residual(report, options))
    report.worst_residual[0] = max(float(report.worst_residual[0]), relative)
    rows.P_N[members], rows.P_T[members, 0] = P[0::2], P[1::2]
    u += MiW.T @ P
    return True


def directions(
    rows: ContactRows, members: Ints, n_u: int, normal: Floats, tangent: Floats
) -> Floats:
    """Normal and first tangent of rows in turn, as a dense matrix.

    The normal of a row without a normal unknown is left out.
    """
    dense = np.zeros((2 * members.size, n_u))
    for k, i in enumerate(members):
        used = rows.dof[i] >= 0
        if unknown_kind(rows.law_N[i]) != 0:
            dense[2 * k, rows.dof[i][used]] = normal[i][used]
        if unknown_tangents(rows.law_T[i]) > 0:
            dense[2 * k + 1, rows.dof[i][used]] = tangent[i, 0][used]
    return dense
