"""Set-valued laws in linearly implicit steps: percussions against the step's matrix.

A percussion P along W changes the velocities by A^-1 W P, with the matrix A = M +
s dt D + s^2 dt^2 K that the smooth part of the step has factored. Every row costs one
solve for each of its directions; then G = W' A^-1 W is a small dense problem, which a
semismooth Newton method solves (`solvers.direct.planar_friction`). Laws hold for the
velocities at the end of the step, as everywhere.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.bodies.rigid_planar import fill_poses_ahead
from catena.codes import Status
from catena.contact.stiction import choose_coefficients, release_broken
from catena.integrators.set_valued_rows import list_friction, prepare_rows
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.profile import solve_profile
from catena.rows.listed import fill_friction_bounds
from catena.solvers.direct.delassus import (
    component,
    fill_planar_laws,
    is_unknown,
)
from catena.solvers.direct.planar_friction import (
    ALL_WEIGHTS,
    PlanarProblem,
    PlanarWork,
    solve_planar_friction,
)
from catena.solvers.patches.elastic_friction import show_impulses, take_impulses
from catena.solvers.patches.known_bounds import (
    fill_known_bounds,
    load_bearings,
    prepare_friction,
)
from catena.tables.blocks import view
from catena.tables.contacts import ListedRows
from catena.tables.system import State, System, Work
from catena.tables.tangents import StepMatrix

OK, NOT_CONVERGED = int(Status.OK), int(Status.NOT_CONVERGED)
RELATIVE, ABSOLUTE = 1e-9, 1e-14
"""Natural map that may be left, over the largest percussion and [N s]."""
MOST_RELEASES = 3
"""How often rows that break loose are solved again within one step."""


class DenseRows(NamedTuple):
    """Room for the percussions of n rows; flat, so that fewer rows are packed too."""

    members: Ints  # (n,)
    column: Floats  # (2n, n_u)  A^-1 W
    G: Floats  # (4 n^2,)
    A: Floats  # (4 n^2,)
    vectors: Floats  # (5, 2n)   c, P, b, gamma, best
    laws: Floats  # (2, n)       mu, R
    kind: Ints  # (n,)
    pivot: Ints  # (2n,)


def dense_rows(n: int, n_u: int) -> DenseRows:
    """Room for n rows over n_u velocities."""
    return DenseRows(
        np.zeros(n, dtype=np.int64), np.zeros((2 * n, n_u)), np.zeros(4 * n * n),
        np.zeros(4 * n * n), np.zeros((5, 2 * n)), np.zeros((2, n)),
        np.zeros(n, dtype=np.int64), np.zeros(2 * n, dtype=np.int64),
    )  # fmt: skip


@lean_kernel
def add_percussions(
    system: System, state: State, work: Work, matrix: StepMatrix, dense: DenseRows,
    dt: float,
) -> int:  # fmt: skip
    """Find the percussions of a step and add what they do to the free velocities."""
    rows, percussion, u = state.memory.rows, work.percussion, state.u
    contours, inertia, friction = system.contours, system.inertia, percussion.friction
    candidates, slots = contours.candidates, state.memory.slots
    fill_poses_ahead(work.pose, work.u_start, 0.5 * dt, work.pose_ahead)
    prepare_rows(
        contours, inertia.M_inv, system.linear, rows, work.pose_ahead, work.u_start,
        system.joints, percussion,
    )  # fmt: skip
    prepare_friction(
        contours, work.touching, slots, work.pose_ahead, work.u_start, friction
    )
    load_bearings(friction, candidates, work.bearings, slots, work.u_start)
    list_friction(friction, candidates, rows, percussion)
    choose_coefficients(candidates, rows)
    n = 0
    for k in range(percussion.listed[0]):
        dense.members[n] = percussion.packed[k].row
        n += 1
    for k in range(percussion.listed[1]):
        dense.members[n] = percussion.bounded[k]
        n += 1
    if n == 0:
        return OK
    listed = dense.members[:n]
    fill_columns(rows, listed, inertia.held, matrix, dense.column)
    problem = PlanarProblem(
        view(dense.G, 0, 2 * n, 2 * n), dense.vectors[0, : 2 * n],
        dense.kind[:n], dense.laws[0, :n], dense.laws[1, :n],
    )  # fmt: skip
    scratch = PlanarWork(
        view(dense.A, 0, 2 * n, 2 * n), dense.vectors[2, : 2 * n],
        dense.vectors[3, : 2 * n], dense.vectors[4, : 2 * n], dense.pivot[: 2 * n],
    )  # fmt: skip
    P = dense.vectors[1, : 2 * n]
    P[:] = 0.0
    for _ in range(MOST_RELEASES + 1):
        fill_friction_bounds(rows, dt)
        fill_known_bounds(friction, candidates, slots.mu, dt)
        show_impulses(friction, rows)
        fill_planar_laws(rows, listed, 1.0, u, problem)
        fill_dense(rows, listed, dense.column, problem.G)
        status, taken = solve_planar_friction(
            problem, P, scratch, RELATIVE, ALL_WEIGHTS, ABSOLUTE
        )
        state.memory.report.total_sweeps[0] += taken
        if status != OK:
            state.memory.report.unconverged[0] += 1
            state.memory.report.worst_row[0] = listed[0]
            return NOT_CONVERGED
        for m in range(n):
            rows.P_N[listed[m]], rows.P_T[listed[m], 0] = P[2 * m], P[2 * m + 1]
        take_impulses(friction, rows)
        if not release_broken(candidates, rows, slots, friction):
            break
    for j in range(2 * n):
        for k in range(u.size):
            u[k] += P[j] * dense.column[j, k]
    return OK


@lean_kernel
def fill_columns(
    rows: ListedRows, listed: Ints, held: Ints, matrix: StepMatrix, column: Floats
) -> None:
    """A^-1 W of the normal and the tangent of every row; 0 where it is no unknown."""
    for j in range(2 * listed.size):
        row, part = listed[j // 2], j % 2
        column[j, :] = 0.0
        if not is_unknown(rows, row, part):
            continue
        for k in range(rows.dof.shape[1]):
            at = rows.dof[row, k]
            if at < 0:
                break
            if held[at] == 0:
                W = rows.W_N[row, k] if part == 0 else rows.W_T[row, 0, k]
                column[j, at] += W
        solve_profile(matrix.A, matrix.first, column[j])


@lean_kernel
def fill_dense(rows: ListedRows, listed: Ints, column: Floats, G: Floats) -> None:
    """G = W' A^-1 W; what is no unknown keeps zeros."""
    for j in range(2 * listed.size):
        for i in range(2 * listed.size):
            row, part = listed[i // 2], i % 2
            G[i, j] = 0.0
            if is_unknown(rows, row, part):
                G[i, j] = component(rows, row, part, column[j])
