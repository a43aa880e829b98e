"""Linearly implicit steps for stiff couplings: one linear solve, no iteration.

With the stiffness K and damping D of all couplings, closed elastic contacts and smooth
friction at the start of the step, (M + s dt D + s^2 dt^2 K) du = dt (h - s dt K u),
q+ = q + dt u + s dt du. Stable for any step with s >= 1/2; s = 1/2 keeps the energy of
linear systems, larger values damp what the step cannot resolve.

Set-valued laws follow against the same matrix (`integrators.implicit_contacts`).

The ledger books the forces that acted, h - s dt K (u + s du) - s D du.
"""

from __future__ import annotations

from catena.codes import Status
from catena.contact.search import fastest_point
from catena.couplings.boundary import prescribe_even_speeds
from catena.dynamics.evaluation import evaluate_forces
from catena.dynamics.finite import first_not_finite
from catena.dynamics.tangents import fill_tangents
from catena.integrators.effort import (
    MOST_EFFORT,
    fixed_effort,
    rows_effort,
    visited_rows,
)
from catena.integrators.half_explicit import book_step
from catena.integrators.implicit_contacts import DenseRows, add_percussions
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.profile import clear_profile, factor_profile, solve_profile
from catena.numerics.records import Rows
from catena.numerics.vectors import copy_into
from catena.tables.bodies import Inertia, LinearBodies
from catena.tables.contacts import ListedRows
from catena.tables.maxwell import MaxwellGroups
from catena.tables.state import Cause, Ledger
from catena.tables.system import LOADS, OWN_LOSSES, State, System, Work
from catena.tables.tangents import TOUCHING, StepMatrix, Tangents

SHARE = 0.55
"""s: a little above one half, so that unresolved modes die out."""
OK = int(Status.OK)
VISCOUS = int(Cause.VISCOUS)
NOT_FINITE = int(Status.NOT_FINITE)
PAUSED = int(Status.PAUSED)
SINGULAR = int(Status.SINGULAR)


@inline_kernel
def step(
    system: System,
    state: State,
    work: Work,
    tables: tuple[Tangents, StepMatrix, DenseRows],
    dt: float,
) -> int:
    """One linearly implicit step."""
    tangents, matrix, dense = tables
    q, u, u_start = state.q, state.u, work.u_start
    travel = dt * fastest_point(system.bodies.extent, u)
    status = evaluate_forces(system, state, work, travel, 0.0)
    if status != OK:
        return status
    status = fill_tangents(system, state, work, tangents)
    if status != OK:
        return status
    copy_into(u_start, u)
    state.t[0] += dt
    prescribe_even_speeds(system.imposed, u, state.t[0])
    held, groups, rows = system.inertia.held, system.maxwell, state.memory.rows
    begin_matrix(system.inertia, system.linear, work.h, u_start, dt, matrix)
    add_tangents(tangents, held, u_start, u, dt, matrix)
    add_coupled(groups, rows, tangents.coupled, held, u_start, u, dt, matrix)
    if not factor_profile(matrix.A, matrix.first):
        return SINGULAR
    solve_profile(matrix.A, matrix.first, matrix.b)
    for k in range(u.size):
        if held[k] == 0:
            u[k] += matrix.b[k]
    if dense.members.size > 0:
        status = add_percussions(system, state, work, matrix, dense, dt)
        if status != OK:
            return status
    for k in range(u.size):
        q[k] += dt * ((1.0 - SHARE) * u_start[k] + SHARE * u[k])
    acting = (rows, work.touching)
    follow_tangents(tangents, acting, (u_start, u), dt, work.h, state.ledger)
    follow_coupled(groups, rows, tangents.coupled, u_start, u, dt, work.h)
    follow_linear(system.linear, u_start, u, dt, work.h, work.drag)
    book_step(system, state, work, dt, False)
    work.bad[0] = first_not_finite(q, u)
    return OK if work.bad[0] < 0 else NOT_FINITE


@lean_kernel
def advance(
    system: System,
    state: State,
    work: Work,
    tables: tuple[Tangents, StepMatrix, DenseRows],
    dt: float,
    n: int,
) -> int:
    """Take n linearly implicit steps, or fewer if one of them fails, or PAUSED."""
    effort, fixed = 0, fixed_effort(system, state)
    visited = visited_rows(state, work)
    for _ in range(n):
        if effort > MOST_EFFORT:
            return PAUSED
        status = step(system, state, work, tables, dt)
        if status != OK:
            return status
        effort += fixed + rows_effort(visited, 0) + solve_effort(tables[1].first)
    return OK


@lean_kernel
def solve_effort(first: Ints) -> int:
    """What a solve visits, in rows of some ten products."""
    total = 0
    for i in range(first.size):
        total += (i - first[i]) * (i - first[i])
    return total // 10


@lean_kernel
def resisted(stiffness: float, damping: float, dt: float) -> float:
    """What a change of speed meets in the matrix, per direction."""
    return SHARE * dt * (damping + SHARE * dt * stiffness)


@lean_kernel
def begin_matrix(
    inertia: Inertia,
    linear: LinearBodies,
    h: Floats,
    u_start: Floats,
    dt: float,
    matrix: StepMatrix,
) -> None:
    """Masses and the matrices of linear bodies; held velocities solve to nothing."""
    A, first, b = matrix.A, matrix.first, matrix.b
    clear_profile(A, first)
    for k in range(b.size):
        is_held = inertia.held[k] != 0
        A[k, k] = 1.0 if is_held else inertia.M[k]
        b[k] = 0.0 if is_held else dt * h[k]
    for j in range(linear.first.size):
        begun = linear.first[j]
        for r in range(linear.size[j]):
            for c in range(linear.size[j]):
                K, D = linear.K[j, r, c], linear.D[j, r, c]
                A[begun + r, begun + c] += linear.M[j, r, c] + resisted(K, D, dt)
                b[begun + r] -= SHARE * dt * dt * K * u_start[begun + c]
            first[begun + r] = begun


@lean_kernel
def add_tangents(
    table: Tangents,
    held: Ints,
    u_start: Floats,
    u: Floats,
    dt: float,
    matrix: StepMatrix,
) -> None:
    """Add every direction to the matrix and the right-hand side."""
    for i in range(table.n_used[0]):
        k, d = table.stiffness[i], table.damping[i]
        lines, speeds = (table.dof, table.B), (u_start, u)
        add_pair(lines, i, i, (k, d), held, speeds, dt, matrix)


@lean_kernel
def add_coupled(
    groups: MaxwellGroups,
    rows: ListedRows,
    coupled: Floats,
    held: Ints,
    u_start: Floats,
    u: Floats,
    dt: float,
    matrix: StepMatrix,
) -> None:
    """Add the stiffness of coupled contacts, pair by pair."""
    for m in range(groups.definite.size):
        start, stop = groups.first[m], groups.first[m + 1]
        for a in range(start, stop):
            for b in range(start, stop):
                k = coupled[a, b - start]
                if k != 0.0:
                    i, j = groups.row[a], groups.row[b]
                    lines, speeds = (rows.dof, rows.W_N), (u_start, u)
                    add_pair(lines, i, j, (k, 0.0), held, speeds, dt, matrix)


@lean_kernel
def add_pair(
    lines: tuple[Ints, Floats],
    i: int,
    j: int,
    slopes: tuple[float, float],
    held: Ints,
    speeds: tuple[Floats, Floats],
    dt: float,
    matrix: StepMatrix,
) -> None:
    """Let the motion along line j be resisted along line i.

    ``lines`` are touched velocities and directions, ``slopes`` stiffness and damping,
    ``speeds`` the velocities before the step and after it, as far as prescribed.
    """
    dof, B = lines
    stiffness, damping = slopes
    u_start, u = speeds
    A, first, b = matrix.A, matrix.first, matrix.b
    weight = resisted(stiffness, damping, dt)
    known = 0.0
    for c in range(dof.shape[1]):
        at = dof[j, c]
        if at < 0:
            break
        change = u[at] - u_start[at]
        known += B[j, c] * (SHARE * dt * dt * stiffness * u_start[at] + weight * change)
    for r in range(dof.shape[1]):
        row = dof[i, r]
        if row < 0:
            break
        if held[row] != 0:
            continue
        b[row] -= B[i, r] * known
        for c in range(dof.shape[1]):
            column = dof[j, c]
            if column < 0:
                break
            if held[column] != 0:
                continue
            A[row, column] += weight * B[i, r] * B[j, c]
            low, high = min(row, column), max(row, column)
            first[high] = min(first[high], low)


@lean_kernel
def speeds_along(
    dof: Ints, B: Floats, i: int, u_start: Floats, u: Floats
) -> tuple[float, float]:
    """Speed along direction i at the start of the step, and its change."""
    speed, change = 0.0, 0.0
    for k in range(dof.shape[1]):
        at = dof[i, k]
        if at < 0:
            break
        speed += B[i, k] * u_start[at]
        change += B[i, k] * (u[at] - u_start[at])
    return speed, change


@lean_kernel
def follow_tangents(
    table: Tangents,
    contacts: tuple[ListedRows, Rows],
    speeds: tuple[Floats, Floats],
    dt: float,
    h: Floats,
    ledger: Ledger,
) -> None:
    """Bring forces to what acted in the step, ledger and contacts with them.

    ``contacts`` are listed and planar rows, ``speeds`` the velocities before the step
    and after it.
    """
    rows, touching = contacts
    loss, work = ledger.loss, ledger.input_work
    first = loss.shape[0] - OWN_LOSSES
    u_start, u = speeds
    for i in range(table.n_used[0]):
        speed, change = speeds_along(table.dof, table.B, i, u_start, u)
        drag = -SHARE * table.damping[i] * change
        force = drag - SHARE * dt * table.stiffness[i] * (speed + SHARE * change)
        channel, contact = table.channel[i], table.contact[i]
        mean = speed + 0.5 * change
        if channel == LOADS:
            work[work.size - 1] += dt * force * mean
        elif channel >= 0:
            loss[first + channel, VISCOUS] -= dt * drag * mean
        elif channel == TOUCHING:
            if table.side[i] == 0:
                touching[contact].force += force
            else:
                touching[contact].P += force
        elif table.side[i] == 0:
            rows.la_N[contact] += force
        else:
            rows.la_T[contact, table.side[i] - 1] += force
        add_along(table.dof, table.B, i, force, h)


@lean_kernel
def follow_coupled(
    groups: MaxwellGroups,
    rows: ListedRows,
    coupled: Floats,
    u_start: Floats,
    u: Floats,
    dt: float,
    h: Floats,
) -> None:
    """The same for coupled contacts."""
    for m in range(groups.definite.size):
        start, stop = groups.first[m], groups.first[m + 1]
        for b in range(start, stop):
            j = groups.row[b]
            speed, change = speeds_along(rows.dof, rows.W_N, j, u_start, u)
            way = SHARE * dt * (speed + SHARE * change)
            for a in range(start, stop):
                force = -coupled[a, b - start] * way
                if force != 0.0:
                    rows.la_N[groups.row[a]] += force
                    add_along(rows.dof, rows.W_N, groups.row[a], force, h)


@lean_kernel
def follow_linear(
    linear: LinearBodies,
    u_start: Floats,
    u: Floats,
    dt: float,
    h: Floats,
    damping: Floats,
) -> None:
    """The same for linear bodies."""
    for j in range(linear.first.size):
        begun = linear.first[j]
        for r in range(linear.size[j]):
            for c in range(linear.size[j]):
                speed = u_start[begun + c]
                change = u[begun + c] - speed
                drag = -SHARE * linear.D[j, r, c] * change
                pull = SHARE * dt * linear.K[j, r, c] * (speed + SHARE * change)
                damping[j, r] -= drag
                h[begun + r] += drag - pull


@lean_kernel
def add_along(dof: Ints, B: Floats, i: int, force: float, h: Floats) -> None:
    """Add a force along direction i."""
    for k in range(dof.shape[1]):
        if dof[i, k] < 0:
            break
        h[dof[i, k]] += B[i, k] * force
