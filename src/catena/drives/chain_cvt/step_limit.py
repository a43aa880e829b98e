"""The largest stable step, by power iteration with the step's own forces.

With positions first and dampers explicit, a mode of circular frequency w and damping
rate c is stable up to dt = (sqrt(c^2 + 4 w^2) - c) / w^2. The largest w and the largest
c are taken as if they belonged to one mode.
"""

from __future__ import annotations

import math

import numpy as np

from catena.drives.chain_cvt.start.state import work_for
from catena.integrators.steps.pin_chain import add_forces
from catena.integrators.steps.pin_chain_tables import System
from catena.numerics.arrays import Floats
from catena.tables.checkpoint import copied
from catena.tables.state import State

ITERATIONS = 200
SAFETY = 0.95
NUDGE_Q, NUDGE_U = 1e-9, 1e-4
"""Sizes of finite differences, in metres and metres per second."""


def largest_step(system: System, start: State) -> float:
    """Of the loaded state a run starts with [s]."""
    stiff = largest_rate(system, start, "q", NUDGE_Q)
    damped = largest_rate(system, start, "u", NUDGE_U)
    limit = (math.sqrt(damped * damped + 4.0 * stiff) - damped) / stiff
    return SAFETY * limit


def largest_rate(system: System, start: State, which: str, nudge: float) -> float:
    """Largest eigenvalue of M^-1 dh/dq or M^-1 dh/du [1/s^2] or [1/s]."""
    state: State = copied(start)
    values: Floats = getattr(state, which)
    if which == "q":
        state.u[:] = 0.0
    work = work_for(system, state)
    rest, root = values.copy(), np.sqrt(system.M_inv)

    def forces(shift: Floats) -> Floats:
        values[:] = rest + shift
        n = system.law.place.size
        work.pose[0], work.pose[1] = (
            f(state.q[2 * n : 3 * n]) for f in (np.cos, np.sin)
        )
        add_forces(system, state, work, 0.0)
        return work.h.copy()

    way = np.sin(np.arange(1.0, values.size + 1.0)) * (root > 0.0)
    way /= np.linalg.norm(way)
    rate = 0.0
    for _ in range(ITERATIONS):
        shift = nudge * root * way / max(float(np.abs(root * way).max()), 1e-300)
        scale = nudge / max(float(np.abs(root * way).max()), 1e-300)
        change = root * (forces(shift) - forces(-shift)) / (2.0 * scale)
        before, rate = rate, float(np.linalg.norm(change))
        if rate == 0.0:
            return 0.0
        way = change / rate
        if abs(rate - before) < 1e-4 * rate:
            break
    return rate
