"""The largest stable step of a chain variator, and which part decides it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.drives.chain_cvt.start.state import work_for
from catena.dynamics.largest_step import step_limit
from catena.integrators.steps.pin_chain import add_forces
from catena.integrators.steps.pin_chain_tables import System
from catena.numerics.arrays import Floats
from catena.tables.checkpoint import copied
from catena.tables.state import State

SAFETY = 0.95


class ChainLimit(NamedTuple):
    """The largest step to be taken, and what would allow a larger one."""

    step: float
    advice: str


def chain_limit(system: System, start: State) -> ChainLimit:
    """Of the loaded state a run starts with."""
    state: State = copied(start)
    work, n = work_for(system, state), system.law.place.size

    def forces(q: Floats, u: Floats) -> Floats:
        state.q[:], state.u[:] = q, u
        angle = q[2 * n : 3 * n]
        work.pose[0], work.pose[1] = np.cos(angle), np.sin(angle)
        add_forces(system, state, work, 0.0)
        return work.h.copy()

    found = step_limit(forces, start.q, start.u, system.M_inv)
    pulleys = float(found.energy[3 * n :].sum())
    advice = "the links decide: take softer links or pins, heavier links"
    if pulleys > 0.5:
        advice = "the sheaves decide: take heavier sheaves or less damping of them"
    return ChainLimit(SAFETY * found.step, advice)
