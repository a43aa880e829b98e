"""The largest time step that is stable, from the belt itself.

It is found around the start, with every contact closed that can be closed at the same
time; see `catena.dynamics.largest_step`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.dynamics import largest_step
from catena.errors import SolverError
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_samples import empty_samples
from catena.integrators.steps.pushbelt_tables import (
    PULLEY_COUNT,
    System,
    Trouble,
    Work,
    work_for,
)
from catena.numerics.arrays import Floats
from catena.tables.checkpoint import copied
from catena.tables.state import State

CLOSED = 2e-5
"""By how much contacts are closed for the estimate [m]."""


class StepLimit(NamedTuple):
    """The largest stable time step, and what decides it."""

    step: float  # [s]
    part: str
    """Which of PARTS moves most, by kinetic energy."""


PARTS = ("elements", "ring", "ring sections", "grooves", "tilts", "shafts")


def forces(system: System, state: State, work: Work) -> Floats:
    """All smooth forces of a state on all velocities."""
    trouble, _ = advance(system, state, work, 0.0, 1, empty_samples(1, 1, system))
    if trouble == Trouble.COUPLED_LAW:
        raise SolverError("pushbelt: the coupled law has no solution at the start")
    return work.h.copy()


def axial_forces(system: System, state: State, work: Work) -> Floats:
    """Normal forces of all flanks along the axis, on one sheave of each pulley [N]."""
    forces(system, state, work)
    rows = work.flanks[: work.row_count[0]]
    normal = np.bincount(rows.b, rows.force, minlength=PULLEY_COUNT)
    found: Floats = system.sheaves.cos * normal
    return found


def step_limit(system: System, state: State) -> StepLimit:
    """The largest stable time step and what decides it."""
    tight, work, place = _closed(system), work_for(system), copied(state)
    moved = largest_step.forces_about(state, place, lambda: forces(tight, place, work))
    limit = largest_step.step_limit(moved, state.q, state.u, _elastic(system))
    return StepLimit(limit.step, _moving(system, limit.energy))


def _elastic(system: System) -> Floats:
    """Inverse masses of all that swings: shafts turn without resistance."""
    inverse = system.M_inv.copy()
    first = 3 * system.elements
    inverse[first : first + PULLEY_COUNT] = 0.0
    return inverse


def _moving(system: System, energy: Floats) -> str:
    """Where most of the kinetic energy is, given the share of every velocity."""
    n, first = 3 * system.elements, 3 * system.elements + PULLEY_COUNT
    shafts = first + 3 * PULLEY_COUNT + 2 * system.spans + system.angles
    parts = (
        energy[:n],
        energy[first + 3 * PULLEY_COUNT : shafts - system.angles],
        energy[shafts - system.angles : shafts],
        energy[first : first + PULLEY_COUNT],
        energy[first + PULLEY_COUNT : first + 3 * PULLEY_COUNT],
        energy[shafts:],
    )
    return PARTS[int(np.argmax([part.sum() for part in parts]))]


def _closed(system: System) -> System:
    """The same belt with its contacts closed: elements thicker, ring held."""
    faces = system.faces
    return system._replace(
        faces=faces._replace(
            front=faces.front + CLOSED,
            rear=faces.rear + CLOSED,
            a_top=faces.front + CLOSED,
        ),
        saddle=system.saddle._replace(bilateral=1),
    )
