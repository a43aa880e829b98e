"""Guards of the strand: where inside a step a roller collides or is released.

The step length at which a guard vanishes is found with whole Runge-Kutta steps, so the
state at an event is as accurate as any other.
"""

from __future__ import annotations

from catena.dynamics.span.collision import separation
from catena.dynamics.span.release import release_force
from catena.integrators.span.flow import trial_step
from catena.jit import lean_kernel
from catena.tables.span import (
    STAGES,
    Count,
    Mark,
    SpanState,
    SpanStatus,
    SpanSystem,
    SpanWork,
)

EVENT_TIME = 1e-12
"""Width of the bracket around an event [s]."""

COLLISION, RELEASE = 0, 1


@lean_kernel
def guard_at_start(
    system: SpanSystem, state: SpanState, work: SpanWork, kind: int
) -> float:
    """Value of a guard at the start of the step, in the sense of ``guard``."""
    if kind == RELEASE:
        return release_force(
            system, state.q, state.u, state.counts[Count.LINKS], 0, work
        )
    if state.counts[Count.FRESH] == 1:
        return float(state.u[1] - state.u[0])
    return separation(system, state.q)


@lean_kernel
def guard(
    system: SpanSystem, state: SpanState, work: SpanWork, kind: int, h: float
) -> float:
    """Value of a guard at the end of a trial step of length h; positive before.

    Right after a rebound the separation starts at zero; its mean rate since then is
    used instead, which has the same later root and none at the start.
    """
    if kind == RELEASE:
        n = state.counts[Count.LINKS]
        return release_force(system, work.q_new, work.u_new, n, STAGES - 1, work)
    if state.counts[Count.FRESH] == 1:
        return float((separation(system, work.q_new) - state.marks[Mark.ORIGIN]) / h)
    return separation(system, work.q_new)


@lean_kernel
def locate(
    system: SpanSystem,
    state: SpanState,
    work: SpanWork,
    kind: int,
    high: float,
    f_high: float,
) -> tuple[int, float]:
    """Step length at which a guard has just become negative, by Illinois.

    Returns status and length; the trial step of that length is in ``work``.
    """
    low, f_low = 0.0, guard_at_start(system, state, work, kind)
    last, side = high, 0
    while high - low > EVENT_TIME:
        middle = high - f_high * (high - low) / (f_high - f_low)
        middle = min(max(middle, low + 0.4 * EVENT_TIME), high - 0.4 * EVENT_TIME)
        status = trial_step(system, state, work, middle)
        if status != SpanStatus.DONE:
            return status, middle
        value = guard(system, state, work, kind, middle)
        last = middle
        if value <= 0.0:
            high, f_high = middle, value
            f_low = 0.5 * f_low if side == -1 else f_low
            side = -1
        elif value > 0.0:
            low, f_low = middle, value
            f_high = 0.5 * f_high if side == 1 else f_high
            side = 1
        else:
            return SpanStatus.NOT_FINITE.value, middle
    if last != high:
        return trial_step(system, state, work, high), high
    return SpanStatus.DONE.value, high
