"""The step solver: percussions of all set-valued laws of a time step.

The one entry the integrators use. See ``tables.contacts`` for the order of calls.
"""

from __future__ import annotations

import math

from catena.codes import Status
from catena.contact.laws.dispatch import (
    has_set_valued_friction,
    restitution_offset,
    unknown_kind,
)
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.solvers.prox_sweeps import push, sweep
from catena.solvers.residual import row_natural_map
from catena.tables.contacts import (
    ContactRows,
    PercussionOptions,
    PercussionWork,
    SolverReport,
)


@kernel
def solve_percussions(
    rows: ContactRows,
    u: Floats,
    work: PercussionWork,
    options: PercussionOptions,
    report: SolverReport,
) -> int:
    """Find P_N, P_T of the active rows and turn the free velocity u into the new one.

    Starts from the percussions in the rows. Returns OK, NOT_CONVERGED, SINGULAR (a
    row that must push but moves nothing) or NOT_FINITE; ``report`` is always filled.

    Source: [Cebulla2014] (2.49)-(2.51).
    """
    report.sweeps[0] = 0
    report.residual[0] = 0.0
    report.worst_row[0] = -1
    status = prepare_rows(rows, work, report)
    if status == Status.OK:
        apply_percussions(rows, u)
        status = iterate(rows, u, work, options, report)
    report.total_sweeps[0] += report.sweeps[0]
    if status != Status.OK:
        report.unconverged[0] += 1
    return status


@kernel
def prepare_rows(rows: ContactRows, work: PercussionWork, report: SolverReport) -> int:
    """Laws and local inverse masses of the active rows."""
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        prepare_row_laws(rows, work, i)
        fill_local_delassus(rows, work, i)
        if work.kind[i] != 0 and not work.G_NN[i] > 0.0:
            report.worst_row[0] = i
            return Status.SINGULAR
    return Status.OK


@kernel
def prepare_row_laws(rows: ContactRows, work: PercussionWork, i: int) -> None:
    """Which unknowns a row has; the others start from and stay at zero."""
    law_N = rows.law_N[i]
    work.kind[i] = unknown_kind(law_N)
    offset = restitution_offset(law_N, rows.g_N_dot[i], rows.par_N[i])
    work.b_N[i] = rows.w_N[i] + offset
    slides = has_set_valued_friction(rows.law_T[i])
    work.slides[i] = 1 if slides else 0
    work.mu[i] = rows.par_T[i, 0] if slides else 0.0
    e_T = rows.par_T[i, 2] if slides else 0.0
    for t in range(rows.w_T.shape[1]):
        work.b_T[i, t] = rows.w_T[i, t] + e_T * rows.g_T_dot[i, t]
        if not slides:
            rows.P_T[i, t] = 0.0
    if work.kind[i] == 0:
        rows.P_N[i] = 0.0


@kernel
def fill_local_delassus(rows: ContactRows, work: PercussionWork, i: int) -> None:
    """W' M^-1 W of one row with itself."""
    n_k = rows.dof.shape[1]
    n_t = rows.w_T.shape[1]
    work.G_NN[i] = 0.0
    work.G_NT[i, :] = 0.0
    work.G_TT[i, :, :] = 0.0
    for k in range(n_k):
        if rows.dof[i, k] < 0:
            break
        work.G_NN[i] += rows.W_N[i, k] * rows.MiW_N[i, k]
        for t in range(n_t):
            work.G_NT[i, t] += rows.W_N[i, k] * rows.MiW_T[i, t, k]
            for s in range(n_t):
                work.G_TT[i, t, s] += rows.W_T[i, t, k] * rows.MiW_T[i, s, k]
    if n_t == 1 and not work.G_TT[i, 0, 0] > 0.0:
        work.slides[i] = 0  # a tangent nothing can move along


@kernel
def apply_percussions(rows: ContactRows, u: Floats) -> None:
    """U += M^-1 W P for the percussions in the active rows."""
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        push(rows.MiW_N[i], rows.dof[i], rows.P_N[i], u)
        for t in range(rows.P_T.shape[1]):
            push(rows.MiW_T[i, t], rows.dof[i], rows.P_T[i, t], u)


@kernel
def iterate(
    rows: ContactRows,
    u: Floats,
    work: PercussionWork,
    options: PercussionOptions,
    report: SolverReport,
) -> int:
    """Sweep until the natural map is small; the first look is before any sweep."""
    if measure(rows, u, work, options, report):
        return Status.OK
    allowed = options.absolute_tolerance
    for n in range(options.max_sweeps):
        change = sweep(rows, work, u, options.relaxation, n % 2 == 1)
        report.sweeps[0] = n + 1
        if not math.isfinite(change):
            return Status.NOT_FINITE
        allowed = options.absolute_tolerance
        allowed += options.relative_tolerance * report.scale[0]
        if change <= 2.0 * allowed or n % 16 == 15 or n + 1 == options.max_sweeps:
            if measure(rows, u, work, options, report):
                return Status.OK
    return Status.NOT_CONVERGED


@kernel
def measure(
    rows: ContactRows,
    u: Floats,
    work: PercussionWork,
    options: PercussionOptions,
    report: SolverReport,
) -> bool:
    """Fill the report with the natural map; True when it is small enough."""
    worst, worst_row, scale = 0.0, -1, 0.0
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        residual = row_natural_map(rows, work, u, i)
        if not residual <= worst:  # also for NaN
            worst, worst_row = residual, i
        scale = max(scale, abs(rows.P_N[i]))
        for t in range(rows.P_T.shape[1]):
            scale = max(scale, abs(rows.P_T[i, t]))
    report.residual[0] = worst
    report.worst_row[0] = worst_row
    report.scale[0] = scale
    allowed = options.absolute_tolerance + options.relative_tolerance * scale
    return worst <= allowed
