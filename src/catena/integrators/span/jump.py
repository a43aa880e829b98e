"""Jumps of the strand: collision, completion, release; bodies are renumbered.

Source: [KimJohnson1993] sec. 2.4 and 2.5.
"""

from __future__ import annotations

import math

from catena.dynamics.span.closure import close_speeds
from catena.dynamics.span.collision import (
    collision_moment,
    fill_response,
    separation,
)
from catena.dynamics.span.energy import kinetic_energy
from catena.jit import lean_kernel
from catena.tables.span import (
    LAST,
    Count,
    Energy,
    Filled,
    Mark,
    SpanLog,
    SpanState,
    SpanStatus,
    SpanSystem,
    SpanWork,
)

SLOWEST_REBOUND = 1e-6
"""A rebound below this share of the driver speed is no flight: it is the end."""


@lean_kernel
def collide(system: SpanSystem, state: SpanState, work: SpanWork, log: SpanLog) -> int:
    """Collision of the engaging roller; a slow one completes its engagement."""
    n = state.counts[Count.LINKS]
    approach = state.u[1] - state.u[0]
    final = abs(approach) <= system.completion_limit * abs(state.u[0])
    rebound = system.restitution * abs(approach)
    final = final or rebound <= SLOWEST_REBOUND * abs(state.u[0])
    restitution = 0.0 if final else system.restitution
    for i in range(n + 2):
        work.u_new[i] = 0.0
    holding = fill_response(system, state.q, work.u_new, n, work)
    moment = collision_moment(work, approach, restitution)
    state.counts[Count.SERIES] += 1
    if state.counts[Count.SERIES] == 1:
        state.marks[Mark.SERIES_START] = state.t[0]
        state.marks[Mark.SERIES_IMPULSE] = 0.0
    state.marks[Mark.SERIES_IMPULSE] += moment
    state.energy[Energy.DRIVE_WORK] += moment * holding * state.u[0]
    loss = -0.5 * moment * approach * (1.0 - restitution)
    state.energy[Energy.COLLISION_LOSS] += loss
    _apply(system, state, work, n, moment)
    _log_collision(system, state, work, log, approach, moment, loss)
    state.counts[Count.FRESH] = 1
    state.marks[Mark.ORIGIN] = separation(system, state.q)
    if final:
        return complete(system, state, log)
    if state.counts[Count.SERIES] >= system.max_collisions:
        return SpanStatus.ENDLESS_SERIES.value
    return SpanStatus.DONE.value


@lean_kernel
def _apply(
    system: SpanSystem, state: SpanState, work: SpanWork, n: int, moment: float
) -> None:
    """Add the speed jumps; ``work.u_new`` keeps them."""
    for i in range(n + 2):
        work.u_new[i] = state.u[i]
        state.u[i] += moment * work.u_rate[LAST, i]
    close_speeds(system, state.q, state.u, n)
    for i in range(n + 2):
        work.u_new[i] = state.u[i] - work.u_new[i]


@lean_kernel
def _log_collision(
    system: SpanSystem,
    state: SpanState,
    work: SpanWork,
    log: SpanLog,
    approach: float,
    moment: float,
    loss: float,
) -> None:
    row = log.filled[Filled.COLLISIONS]
    normal = moment / system.impulse_arm
    table = log.collisions
    table[row, 0] = state.t[0]
    table[row, 1] = state.counts[Count.COMPLETED]
    table[row, 2] = state.counts[Count.SERIES]
    table[row, 3] = approach
    table[row, 4] = state.u[1] - state.u[0]
    table[row, 5] = moment
    table[row, 6] = normal
    table[row, 7] = -system.roller_friction * normal
    table[row, 8] = loss
    table[row, 9] = state.u[0]
    table[row, 10] = state.counts[Count.LINKS]
    for i in range(log.jumps.shape[1]):
        log.jumps[row, i] = math.nan
    for i in range(state.counts[Count.LINKS] + 2):
        log.jumps[row, i] = work.u_new[i]
    log.filled[Filled.COLLISIONS] += 1


@lean_kernel
def complete(system: SpanSystem, state: SpanState, log: SpanLog) -> int:
    """The engaged link becomes part of the driver; body 2 becomes link 1."""
    n = state.counts[Count.LINKS]
    if n <= 3:
        return SpanStatus.TOO_FEW_LINKS.value
    row = log.filled[Filled.ENGAGEMENTS]
    log.engagements[row, 0] = state.counts[Count.COMPLETED]
    log.engagements[row, 1] = state.marks[Mark.SERIES_START]
    log.engagements[row, 2] = state.t[0]
    log.engagements[row, 3] = state.counts[Count.SERIES]
    log.engagements[row, 4] = state.marks[Mark.SERIES_IMPULSE]
    log.filled[Filled.ENGAGEMENTS] += 1
    before = kinetic_energy(system, state.q, state.u, n)
    state.q[0] -= system.driver_pitch_angle
    for i in range(1, n + 1):
        state.q[i] = state.q[i + 1]
        state.u[i] = state.u[i + 1]
    state.counts[Count.LINKS] = n - 1
    state.counts[Count.COMPLETED] += 1
    state.counts[Count.SERIES] = 0
    state.counts[Count.FRESH] = 0
    after = kinetic_energy(system, state.q, state.u, n - 1)
    state.energy[Energy.LINK_FLUX] += after - before
    return SpanStatus.DONE.value


@lean_kernel
def release(system: SpanSystem, state: SpanState, log: SpanLog, at_event: float) -> int:
    """The next seated link of the driven sprocket becomes link N+1."""
    n = state.counts[Count.LINKS]
    if n + 3 > state.q.shape[0]:
        return SpanStatus.TOO_MANY_LINKS.value
    row = log.filled[Filled.RELEASES]
    log.releases[row, 0] = state.t[0]
    log.releases[row, 1] = state.counts[Count.RELEASED]
    log.releases[row, 2] = n + 1
    log.releases[row, 3] = at_event
    log.filled[Filled.RELEASES] += 1
    before = kinetic_energy(system, state.q, state.u, n)
    sprocket = state.q[n + 1]
    state.q[n + 1] = sprocket + 0.5 * math.pi - 0.5 * system.driven_pitch_angle
    state.q[n + 2] = sprocket - system.driven_pitch_angle
    state.u[n + 2] = state.u[n + 1]
    state.counts[Count.LINKS] = n + 1
    state.counts[Count.RELEASED] += 1
    after = kinetic_energy(system, state.q, state.u, n + 1)
    state.energy[Energy.LINK_FLUX] += after - before
    return SpanStatus.DONE.value
