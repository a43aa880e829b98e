"""Flow of the strand between events: one explicit Runge-Kutta step of order 5(4).

Source: Dormand and Prince 1980. The loop is closed before the last stage, so that the
stage that estimates the error also starts the next step.
"""

from __future__ import annotations

import math

import numpy as np

from catena.dynamics.span.closure import close_loop
from catena.dynamics.span.motion import evaluate
from catena.jit import lean_kernel
from catena.tables.span import (
    QUADRATURES,
    STAGES,
    Count,
    SpanState,
    SpanStatus,
    SpanSystem,
    SpanWork,
)

NODES = np.array([0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0])
WEIGHTS = np.array(
    [
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1 / 5, 0.0, 0.0, 0.0, 0.0, 0.0],
        [3 / 40, 9 / 40, 0.0, 0.0, 0.0, 0.0],
        [44 / 45, -56 / 15, 32 / 9, 0.0, 0.0, 0.0],
        [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0.0, 0.0],
        [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0.0],
        [35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
    ]
)
ERROR = np.array(
    [
        71 / 57600,
        0.0,
        -71 / 16695,
        71 / 1920,
        -17253 / 339200,
        22 / 525,
        -1 / 40,
    ]
)


@lean_kernel
def trial_step(system: SpanSystem, state: SpanState, work: SpanWork, h: float) -> int:
    """State a time h later, into ``work``; ``state`` and row 0 of the rates stay."""
    n = state.counts[Count.LINKS]
    status = SpanStatus.DONE.value
    for stage in range(1, STAGES):
        _fill_stage(state, work, n, stage, h)
        if stage == STAGES - 1:
            status = close_loop(system, work.q_new, work.u_new, n)
            if status != SpanStatus.DONE:
                return status
        t = state.t[0] + NODES[stage] * h
        status = evaluate(system, state, work, t, work.q_new, work.u_new, stage)
        if status != SpanStatus.DONE:
            return status
    _fill_energies(state, work, h)
    return status


@lean_kernel
def _fill_stage(state: SpanState, work: SpanWork, n: int, stage: int, h: float) -> None:
    """Positions and speeds at which a stage is evaluated."""
    for i in range(n + 2):
        dq, du = 0.0, 0.0
        for k in range(stage):
            dq += WEIGHTS[stage, k] * work.q_rate[k, i]
            du += WEIGHTS[stage, k] * work.u_rate[k, i]
        work.q_new[i] = state.q[i] + h * dq
        work.u_new[i] = state.u[i] + h * du


@lean_kernel
def _fill_energies(state: SpanState, work: SpanWork, h: float) -> None:
    """Integrated powers at the end of the step."""
    for e in range(QUADRATURES):
        gain = 0.0
        for k in range(STAGES - 1):
            gain += WEIGHTS[STAGES - 1, k] * work.power[k, e]
        work.energy_new[e] = state.energy[e] + h * gain


@lean_kernel
def error_ratio(
    system: SpanSystem, state: SpanState, work: SpanWork, h: float
) -> float:
    """Estimated error of the trial step over what is allowed."""
    n = state.counts[Count.LINKS]
    worst_q, worst_u, fastest = 0.0, 0.0, 0.0
    for i in range(n + 2):
        dq, du = 0.0, 0.0
        for k in range(STAGES):
            dq += ERROR[k] * work.q_rate[k, i]
            du += ERROR[k] * work.u_rate[k, i]
        if not (math.isfinite(dq) and math.isfinite(du)):
            return math.nan
        worst_q = max(worst_q, abs(dq))
        worst_u = max(worst_u, abs(du))
        fastest = max(fastest, abs(state.u[i]))
    ratio = max(worst_q / system.driver_pitch_angle, worst_u / fastest)
    return h * ratio / system.tolerance


@lean_kernel
def accept(state: SpanState, work: SpanWork, h: float) -> None:
    """Make the trial step the state; its last stage starts the next step."""
    n = state.counts[Count.LINKS]
    state.t[0] += h
    for i in range(n + 2):
        state.q[i] = work.q_new[i]
        state.u[i] = work.u_new[i]
        work.q_rate[0, i] = work.q_rate[STAGES - 1, i]
        work.u_rate[0, i] = work.u_rate[STAGES - 1, i]
    for e in range(QUADRATURES):
        state.energy[e] = work.energy_new[e]
        work.power[0, e] = work.power[STAGES - 1, e]
