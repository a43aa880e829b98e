"""Event-driven integration of the strand: flow, guard, jump.

One compiled advance does everything between two looks of the progress bar; events and
samples go into preallocated tables, and a full table is a reason to return.
"""

from __future__ import annotations

import math

from catena.dynamics.span.boundary import next_break
from catena.dynamics.span.collision import separation
from catena.dynamics.span.motion import evaluate
from catena.integrators.span.flow import accept, error_ratio, trial_step
from catena.integrators.span.guard import (
    COLLISION,
    RELEASE,
    guard,
    guard_at_start,
    locate,
)
from catena.integrators.span.jump import collide, release
from catena.integrators.span.record import record
from catena.jit import kernel
from catena.tables.span import (
    Count,
    Mark,
    SpanLog,
    SpanState,
    SpanStatus,
    SpanSystem,
    SpanWork,
)

SMALLEST_STEP = 1e-14
"""A rejected step below this ends the run [s]."""

NOTHING = -1


@kernel
def advance(
    system: SpanSystem,
    state: SpanState,
    work: SpanWork,
    log: SpanLog,
    interval: float,
    first: int,
    last: int,
) -> tuple[int, int]:
    """Record samples number first to last, one interval apart.

    Returns status and the number of the next sample to record.
    """
    status = refresh(system, state, work)
    for number in range(first, last + 1):
        while status == SpanStatus.DONE and state.t[0] < number * interval:
            status = step_to(system, state, work, log, number * interval)
            if _is_full(log):
                return SpanStatus.LOG_FULL.value, number
        if status != SpanStatus.DONE:
            return status, number
        record(system, state, work, log)
        if _is_full(log):
            return SpanStatus.LOG_FULL.value, number + 1
    return SpanStatus.DONE.value, last + 1


@kernel
def _is_full(log: SpanLog) -> bool:
    """A table has no room for the events of another step."""
    rows = log.samples.shape[0]
    for table in range(4):
        if log.filled[table] >= rows - 8:
            return True
    return False


@kernel
def refresh(system: SpanSystem, state: SpanState, work: SpanWork) -> int:
    """Rates and joint forces of the present state."""
    return evaluate(system, state, work, state.t[0], state.q, state.u, 0)


@kernel
def step_to(
    system: SpanSystem, state: SpanState, work: SpanWork, log: SpanLog, t_end: float
) -> int:
    """One step with at most one event, not beyond t_end."""
    stop = next_break(state.drive, state.t[0], t_end)
    stop = next_break(state.load, state.t[0], stop)
    status, h, reaches = _controlled_step(system, state, work, stop)
    if status != SpanStatus.DONE:
        return status
    status, h, event = _first_event(system, state, work, h)
    if status != SpanStatus.DONE:
        return status
    accept(state, work, h)
    state.counts[Count.STEPS] += 1
    if event == NOTHING and reaches:
        state.t[0] = stop
        status = refresh(system, state, work)  # the drive curve may bend here
    if separation(system, state.q) > 0.0:
        state.counts[Count.FRESH] = 0
    if state.u[0] <= 0.0 or state.u[state.counts[Count.LINKS] + 1] <= 0.0:
        return SpanStatus.REVERSED.value
    if event == NOTHING:
        return status
    state.marks[Mark.STEP] = min(state.marks[Mark.STEP], max(4.0 * h, 1e-6))
    return _jump(system, state, work, log, event)


@kernel
def _controlled_step(
    system: SpanSystem, state: SpanState, work: SpanWork, stop: float
) -> tuple[int, float, bool]:
    """A trial step whose error is allowed; its length, and whether it ends at stop."""
    while True:
        h, reaches = _planned_length(system, state, stop)
        status = trial_step(system, state, work, h)
        if status == SpanStatus.FRICTION_DIVERGED or status == SpanStatus.OPEN_LOOP:
            ratio = 100.0
        else:
            ratio = error_ratio(system, state, work, h)
        if math.isnan(ratio):
            return SpanStatus.NOT_FINITE.value, h, reaches
        factor = min(5.0, max(0.2, 0.9 * max(ratio, 1e-10) ** -0.2))
        if ratio <= 1.0:
            if not reaches or factor * h > state.marks[Mark.STEP]:
                state.marks[Mark.STEP] = factor * h
            return SpanStatus.DONE.value, h, reaches
        state.counts[Count.REJECTED] += 1
        state.marks[Mark.STEP] = factor * h
        if state.marks[Mark.STEP] < SMALLEST_STEP:
            if status == SpanStatus.DONE:
                status = SpanStatus.STEP_TOO_SMALL.value
            return status, h, reaches


@kernel
def _planned_length(
    system: SpanSystem, state: SpanState, stop: float
) -> tuple[float, bool]:
    """Length of the next step: no tiny remainder before a stop."""
    left = stop - state.t[0]
    h = min(state.marks[Mark.STEP], system.largest_step)
    if h >= left:
        return left, True
    if 2.0 * h > left:
        return 0.5 * left, False
    return h, False


@kernel
def _first_event(
    system: SpanSystem, state: SpanState, work: SpanWork, h: float
) -> tuple[int, float, int]:
    """Shorten the trial step to its first event, if any."""
    event = NOTHING
    for kind in (COLLISION, RELEASE):
        value = guard(system, state, work, kind, h)
        if value < 0.0:
            status, h = locate(system, state, work, kind, h, value)
            if status != SpanStatus.DONE:
                return status, h, event
            event = kind
    return SpanStatus.DONE.value, h, event


@kernel
def _jump(
    system: SpanSystem, state: SpanState, work: SpanWork, log: SpanLog, event: int
) -> int:
    """Carry out an event and those that follow from it at the same instant."""
    chained = 0.0
    for _ in range(state.q.shape[0]):
        if event == COLLISION:
            status = collide(system, state, work, log)
        else:
            status = release(system, state, log, chained)
        if status == SpanStatus.DONE:
            status = refresh(system, state, work)
        if status != SpanStatus.DONE:
            return status
        chained = 1.0
        event = _pending(system, state, work)
        if event == NOTHING or _is_full(log):
            return SpanStatus.DONE.value
    return SpanStatus.TOO_MANY_LINKS.value


@kernel
def _pending(system: SpanSystem, state: SpanState, work: SpanWork) -> int:
    """An event that is due at once after a jump."""
    if guard_at_start(system, state, work, RELEASE) < 0.0:
        return RELEASE
    if state.counts[Count.FRESH] == 0 and separation(system, state.q) < 0.0:
        if state.u[1] < state.u[0]:
            return COLLISION
        state.counts[Count.FRESH] = 1
        state.marks[Mark.ORIGIN] = separation(system, state.q)
    return NOTHING
