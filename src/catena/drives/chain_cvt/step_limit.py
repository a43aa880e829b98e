"""The largest stable step of a chain variator, and which part decides it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.couplings.boundary import add_loads
from catena.drives.chain_cvt.start.state import work_for
from catena.dynamics.largest_step import SAFE_SHARE, Forces, forces_about, step_limit
from catena.errors import SolverError
from catena.integrators.steps.pin_chain import add_forces
from catena.integrators.steps.pin_chain_tables import System, Work
from catena.numerics.arrays import Floats
from catena.tables.checkpoint import copied
from catena.tables.state import State


class ChainLimit(NamedTuple):
    """The largest step to be taken, and what would allow a larger one."""

    step: float
    advice: str


def smooth_forces(system: System, start: State, place: State, work: Work) -> Forces:
    """Forces of the step over coordinates and velocities, with the memory of a start.

    ``work`` belongs to ``place``, a copy of the start that is moved.

    Raises:
        SolverError: Where they are asked for, if the coupled law has no solution.
    """
    n = system.law.place.size

    def found() -> Floats:
        angle = place.q[2 * n : 3 * n]
        work.pose[0], work.pose[1] = np.cos(angle), np.sin(angle)
        if not add_forces(system, place, work, 0.0):
            raise SolverError("chain: the coupled law has no solution at this state")
        add_loads(system.imposed, place.q, place.u, work.h, work.force, place.t[0])
        return work.h.copy()

    return forces_about(start, place, found)


def chain_limit(system: System, start: State) -> ChainLimit:
    """Of the loaded state a run starts with."""
    state = copied(start)
    forces = smooth_forces(system, start, state, work_for(system, state))
    found = step_limit(forces, start.q, start.u, system.M_inv)
    pulleys = float(found.energy[3 * system.law.place.size :].sum())
    advice = "the links decide: take softer links or pins, heavier links"
    if pulleys > 0.5:
        advice = "the sheaves decide: take heavier sheaves or less damping of them"
    return ChainLimit(SAFE_SHARE * found.step, advice)
