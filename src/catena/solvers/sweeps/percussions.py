"""The step solver: percussions of all set-valued laws of a time step.

The one entry the integrators use. See ``tables.contacts`` for the order of calls.
"""

from __future__ import annotations

import math

from catena.codes import Status
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.solvers.patches.elastic_friction import (
    fill_sizes,
    judge_friction,
    scale_steps,
    start_friction,
    sweep_friction,
)
from catena.solvers.sweeps.contact_groups import join_groups
from catena.solvers.sweeps.momentum import (
    begin_momentum,
    go_ahead,
    next_pace,
    turned_back,
)
from catena.solvers.sweeps.packed_rows import (
    apply_percussions,
    pack_rows,
    percussion,
    row_of,
    sort_rows,
    unpack_percussions,
)
from catena.solvers.sweeps.prox_sweeps import sweep
from catena.solvers.sweeps.residual import judged, record_natural_map
from catena.solvers.sweeps.tied_rows import (
    apply_tied,
    pack_tied,
    sweep_tied,
    tied_natural_map,
    unpack_tied,
)
from catena.tables.contacts import (
    ListedRows,
    PercussionOptions,
    PercussionWork,
    SolverReport,
)

LOOK_EVERY = 16
"""Sweeps after which the natural map is looked at although much still changes."""

EARLY_END = 200
"""Sweeps after which rows are left to direct methods, where there are any."""

STALE_LOOKS = 8
"""Looks without progress after which the sweeps take shorter steps."""

SHORTER = 0.7
"""Factor on the relaxation then; circling sweeps of strong friction settle."""

QUIET = 0.1
"""Share of its tolerance by which a row may change and wake nobody."""

MOMENTUM_AFTER = 16
"""Plain sweeps to begin with; most steps of a drive need no more."""

SHORTEST = 0.2
"""Relaxation below which they are not shortened any more."""


@lean_kernel
def solve_percussions(
    rows: ListedRows,
    u: Floats,
    work: PercussionWork,
    options: PercussionOptions,
    report: SolverReport,
) -> int:
    """Find P_N, P_T of the active rows and turn the free velocity u into the new one.

    Starts from the percussions in the rows. Returns OK, NOT_CONVERGED, SINGULAR (a
    row that must push but moves nothing), NOT_FINITE or WORK_TOO_SMALL; ``report``
    is always filled.

    Source: [Cebulla2014] (2.49)-(2.51).
    """
    status = sort_rows(rows, work)
    if status != Status.OK:
        report.unconverged[0] += 1
        return status
    return solve_sorted(rows, u, work, 1.0, options, report)


@lean_kernel
def solve_sorted(
    rows: ListedRows,
    u: Floats,
    work: PercussionWork,
    restitution: float,
    options: PercussionOptions,
    report: SolverReport,
) -> int:
    """The same for rows that ``packed_rows.sort_row`` has been given already.

    ``restitution`` is the share of the rows' restitution that acts, 0 or 1.
    """
    return solve_listed(rows, u, work, restitution, options, report, True)


@lean_kernel
def solve_free(
    rows: ListedRows,
    u: Floats,
    work: PercussionWork,
    restitution: float,
    options: PercussionOptions,
    report: SolverReport,
) -> int:
    """The same where no row is on jointed bodies: waits for less to be compiled."""
    return solve_listed(rows, u, work, restitution, options, report, False)


@inline_kernel
def solve_listed(
    rows: ListedRows,
    u: Floats,
    work: PercussionWork,
    restitution: float,
    options: PercussionOptions,
    report: SolverReport,
    tied: bool,
) -> int:
    """Pack, sweep and unpack; ``tied`` is known when this is compiled."""
    report.sweeps[0] = 0
    report.residual[0] = 0.0
    report.scale[0] = 0.0
    status, report.worst_row[0] = pack_rows(rows, work, restitution)
    if tied and status == Status.OK and work.listed[2] > 0:
        report.worst_row[0] = pack_tied(rows, work, restitution)
        if report.worst_row[0] >= 0:
            status = Status.SINGULAR
    if status == Status.OK:
        stream = (work.packed, work.ways, work.dof)
        apply_percussions(stream, work.listed[0], rows.w_T.shape[1], u)
        join_groups(rows, work, u)
        work.size[:] = 0.0
        start_friction(work.friction, work.group, work.size, u)
        if tied and work.listed[2] > 0:
            apply_tied(rows, work, u)
        status = iterate(rows, work, options, report, u, tied)
        unpack_percussions(rows, work)
        if tied and work.listed[2] > 0:
            unpack_tied(rows, work)
    report.total_sweeps[0] += report.sweeps[0]
    if status == Status.OK:
        relative = relative_residual(report, options)
        report.worst_residual[0] = max(report.worst_residual[0], relative)
    if status != Status.OK:
        report.unconverged[0] += 1
    return status


@lean_kernel
def relative_residual(report: SolverReport, options: PercussionOptions) -> float:
    """Natural map of the last solve relative to the largest percussion of its group.

    Percussions below what the absolute tolerance resolves count as that large: those
    of a step of a nanosecond are rounding.
    """
    scale = report.scale[0]
    if options.relative_tolerance > 0.0:
        scale += options.absolute_tolerance / options.relative_tolerance
    return float(report.residual[0] / scale) if scale > 0.0 else 0.0


@inline_kernel
def iterate(
    rows: ListedRows,
    work: PercussionWork,
    options: PercussionOptions,
    report: SolverReport,
    u: Floats,
    tied: bool,
) -> int:
    """Sweep until the natural map is small.

    Sweeps alternate at first. Many of them gather momentum, then all in one direction,
    until they improve nothing any more. Where every bound is known, bodies wake their
    rows, and the first look follows the first quiet sweep.
    """
    change, relaxation, pace, faster = 0.0, options.relaxation, 0.0, 0.0
    tired = relaxation != 1.0 or work.listed[2] > 0
    best, stale, cap = math.inf, 0, options.max_sweeps
    friction, n = work.friction, work.listed[0] + work.listed[2]
    rubbing = friction.n_used[0] + friction.turns.size
    bounded, everyone, share = n == 0 and rubbing > 0, True, QUIET
    if n + rubbing <= options.direct_rows:
        cap = EARLY_END  # whatever the cap: it must not decide who solves a step
    if rubbing > 0:
        scale_steps(friction, relaxation)
    for count in range(cap + 1):
        quiet = (share * options.absolute_tolerance, share * options.relative_tolerance)
        allowed = options.absolute_tolerance
        allowed += options.relative_tolerance * report.scale[0]
        last = count == cap
        # the natural map costs as much as a sweep: asked when little changes
        look = not change > 2.0 * allowed or count % LOOK_EVERY == 0
        if bounded:
            look = count > 0 and (change == 0.0 or count % LOOK_EVERY == 0)
        if look or last:
            worst = measure(rows, work, options, report, u, tied)
            if worst <= 1.0:
                return Status.OK
            if math.isinf(report.residual[0]):
                return Status.NOT_FINITE
            # no progress: first without momentum, then with shorter steps, for
            # rows that undo each other
            stale = stale + 1 if worst > 0.999 * best else 0
            best = min(best, worst)
            if stale == STALE_LOOKS:
                if tired and relaxation > SHORTEST:
                    relaxation *= SHORTER
                    scale_steps(friction, relaxation)
                tired, stale = True, 0
            if bounded and change == 0.0:  # quiet, but not yet good enough
                everyone, share = True, 0.1 * share
        if last:
            break
        plain = tired or count < MOMENTUM_AFTER
        if not plain:
            if count == MOMENTUM_AFTER:
                begin_momentum(rows, work)
                pace = 1.0
            faster = next_pace(pace)
            go_ahead(rows, work, (pace - 1.0) / faster, u)
        # to and fro: a weight on a tower then runs up and down in two sweeps; momentum
        # needs the same direction each time, else it is added to different errors
        back, all_rows = plain and count % 2 == 1, everyone or not plain
        which = (back, all_rows)
        change, moved = sweep_all(rows, work, relaxation, quiet, which, u, tied)
        report.sweeps[0] = count + 1
        if bounded and all_rows and not moved:
            report.residual[0], report.worst_row[0] = 0.0, -1
            return Status.OK
        if plain:
            everyone = not bounded or tired
        else:
            pace = 1.0 if turned_back(rows, work) else faster
    return Status.NOT_CONVERGED


@inline_kernel
def sweep_all(
    rows: ListedRows,
    work: PercussionWork,
    relaxation: float,
    quiet: tuple[float, float],
    which: tuple[bool, bool],
    u: Floats,
    tied: bool,
) -> tuple[float, bool]:
    """Visit all rows, on the way back in reverse order; or those that are awake.

    The largest change, and whether friction of known bounds changed at all.
    """
    friction, group, size = work.friction, work.group, work.size
    (back, everyone), change, moved, n = which, 0.0, False, work.listed[0]
    if tied and work.listed[2] > 0:
        change = sweep_tied(rows, work, relaxation, back, u)
    stream = (work.packed, work.ways, work.dof)
    for part in range(2):  # one place for each: what is called twice is compiled twice
        if back == (part == 0):
            found, moved = sweep_friction(
                friction, u, group, size, quiet, back, everyone
            )
        else:
            found = sweep(stream, n, relaxation, back, u)
        change = max(change, found)
    return change, moved


@inline_kernel
def measure(
    rows: ListedRows,
    work: PercussionWork,
    options: PercussionOptions,
    report: SolverReport,
    u: Floats,
    tied: bool,
) -> float:
    """Fill the report with the row that is worst in its group; gives how bad it is.

    That is its natural map, in units of what the group's largest percussion allows.
    """
    n_t, away, size, group = rows.w_T.shape[1], work.away, work.size, work.group
    stream = (work.packed, work.ways, work.dof)
    if work.listed[0] + work.listed[2] > 0:  # else they are known
        size[:] = 0.0
        fill_sizes(work.friction, group, size)
    for j in range(work.listed[0]):
        i = work.packed[j].row
        away[i] = record_natural_map(stream, j, n_t, u)
        for t in range(1 + n_t):
            size[group[i]] = max(size[group[i]], abs(percussion(work.packed, j, t)))
    if tied:
        for r in range(work.listed[2]):
            i = work.head[r].row
            away[i] = tied_natural_map(rows, work, r, u)
            for t in range(1 + n_t):
                size[group[i]] = max(size[group[i]], abs(percussion(work.head, r, t)))
    report.residual[0], report.worst_row[0], report.scale[0] = 0.0, -1, 0.0
    for g in range(size.size):
        report.scale[0] = max(report.scale[0], size[g])
    worst = 0.0
    for m in range(work.listed[0] + work.listed[2]):
        i = row_of(work, m)
        worst = judged(options, report, i, away[i], size[group[i]], worst)
    return judge_friction(work.friction, u, group, size, options, report, worst)


@inline_kernel
def listed_row(work: PercussionWork, m: int) -> int:
    """Row m of the packed, then the bounded, then the tied rows."""
    n, n_b = work.listed[0], work.listed[1]
    if m < n:
        return int(work.packed[m].row)
    if m < n + n_b:
        return int(work.bounded[m - n])
    return int(work.head[m - n - n_b].row)
