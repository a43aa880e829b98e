"""The largest time step that is stable, from the belt itself.

The half-explicit step q+ = q + dt u, u+ = u + dt M^-1 f(q+, u) becomes unstable where
an eigenvalue reaches -1: where dt^2 M^-1 K + 2 dt M^-1 D has the eigenvalue 4. Its
largest eigenvalue is found by power iteration on force differences around the start,
with every contact closed that can be closed at the same time.
"""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

import numpy as np

from catena.bodies.planar import fill_poses
from catena.errors import SolverError
from catena.integrators.steps.pushbelt import add_forces
from catena.integrators.steps.pushbelt_sampling import stored_energy
from catena.integrators.steps.pushbelt_tables import (
    PULLEYS,
    System,
    Trouble,
    Work,
    belt_rows,
    work_for,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.state import State

CLOSED = 2e-5
"""By how much contacts are closed for the estimate [m]."""
NUDGE = 1e-9
"""Size of the force differences [m]."""
ITERATIONS = 60
ROUNDS = 12


class StepLimit(NamedTuple):
    """The largest stable time step, and what decides it."""

    step: float  # [s]
    part: str
    """Which of PARTS moves most, by kinetic energy."""


PARTS = ("elements", "ring", "grooves", "tilts")


@lean_kernel
def place_forces(system: System, state: State, work: Work) -> int:
    """All smooth forces of a state into ``work.h``; returns a Trouble."""
    rows = belt_rows(system, state, work)
    fill_poses(rows.body.q, work.pose)
    return add_forces(system, state, work, rows, 0.0)


@lean_kernel
def place_energy(system: System, state: State, work: Work) -> float:
    """Kinetic and elastic energy of a state whose forces have been found [J]."""
    return stored_energy(system, state, work, belt_rows(system, state, work))


def forces(system: System, state: State, work: Work) -> Floats:
    """All smooth forces of a state on all velocities."""
    if place_forces(system, state, work) == Trouble.COUPLED_LAW:
        raise SolverError("pushbelt: the coupled law has no solution at the start")
    return work.h.copy()


def axial_forces(system: System, state: State, work: Work) -> Floats:
    """Normal forces of all flanks along the axis, on one sheave of each pulley [N]."""
    forces(system, state, work)
    rows = work.flanks[: work.row_count[0]]
    normal = np.bincount(rows.b, rows.force, minlength=PULLEYS)
    found: Floats = system.sheaves.cos * normal
    return found


def step_limit(system: System, state: State) -> StepLimit:
    """The largest stable time step and what decides it."""
    tight, place = _closed(system), deepcopy(state)
    work = work_for(system)
    root = np.sqrt(_elastic(system))
    shape = np.random.default_rng(0).standard_normal(root.size)
    step = 1e-6
    for _ in range(ROUNDS):
        most = 0.0
        for _ in range(ITERATIONS):
            shape /= np.linalg.norm(shape)
            answer = _pushed(tight, state, place, work, shape, step)
            most = float(shape @ answer)
            shape = answer
        # eigenvalues grow between step and step^2
        better = float(step * (4.0 / most) ** 0.6)
        if abs(better - step) < 1e-3 * step:
            return StepLimit(better, _moving(system, shape))
        step = better
    raise SolverError("pushbelt: the largest stable step could not be found")


def _elastic(system: System) -> Floats:
    """Inverse masses of all that swings: shafts turn without resistance."""
    inverse = system.M_inv.copy()
    first = 3 * system.elements
    inverse[first : first + PULLEYS] = 0.0
    return inverse


def _moving(system: System, shape: Floats) -> str:
    """Where most of the kinetic energy of a mass-weighted shape is."""
    n, first = 3 * system.elements, 3 * system.elements + PULLEYS
    parts = (
        shape[:n],
        shape[first + 3 * PULLEYS :],
        shape[first : first + PULLEYS],
        shape[first + PULLEYS : first + 3 * PULLEYS],
    )
    return PARTS[int(np.argmax([float(part @ part) for part in parts]))]


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


def _pushed(
    system: System, state: State, place: State, work: Work, shape: Floats, step: float
) -> Floats:
    """(dt^2 M^-1 K + 2 dt M^-1 D) times a shape, in mass-weighted coordinates."""
    root = np.sqrt(_elastic(system))
    size = NUDGE / float(np.max(np.abs(shape * root)))
    found = []
    for way in (size, -size):
        move = way * shape * root
        place.q[:] = state.q + move
        place.u[:] = state.u + 2.0 / step * move
        for kept, start in zip(place.memory, state.memory, strict=True):
            kept[...] = start
        found.append(forces(system, place, work))
    answer: Floats = step * step * root * (found[1] - found[0]) / (2.0 * size)
    return answer
