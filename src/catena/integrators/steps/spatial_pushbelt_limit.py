"""The largest time step that is stable, from the belt in space itself.

As for the planar belt: around the start, with every contact closed that can be closed
at the same time; see `catena.dynamics.largest_step`. Disturbances are counted along
the velocities, so that axes turn and stay axes.
"""

from __future__ import annotations

from copy import deepcopy

import numpy as np

from catena.bodies.rigid_spatial import advance_rigid, fill_rotations
from catena.bodies.sheave_spatial import PULLEY_ROWS
from catena.dynamics import largest_step
from catena.errors import SolverError
from catena.integrators.steps.pushbelt_limit import CLOSED, StepLimit
from catena.integrators.steps.pushbelt_tables import PULLEY_COUNT
from catena.integrators.steps.spatial_pushbelt import NO_TIME, advance_spatial_belt
from catena.integrators.steps.spatial_pushbelt_samples import empty_spatial_samples
from catena.integrators.steps.spatial_pushbelt_tables import (
    SpatialSystem,
    SpatialWork,
    spatial_rows,
    spatial_work_for,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.state import State

PARTS = ("elements", "grooves", "tilts", "ring", "ring across", "ring twist")
"""What may decide the step."""


@lean_kernel
def move_spatial(
    system: SpatialSystem, state: State, work: SpatialWork, way: Floats
) -> None:
    """Move a state along its velocities by a way; axes turn exactly."""
    rows, n = spatial_rows(system, state, work), system.elements
    fill_rotations(rows.body.q, work.R)
    advance_rigid(rows.body.q, way[: 6 * n].reshape((n, 6)), work.R, 1.0)
    for i in range(6 * n, way.size):
        state.q[n + i] += way[i]


def spatial_forces(system: SpatialSystem, state: State, work: SpatialWork) -> Floats:
    """All smooth forces of a state on all velocities."""
    samples = empty_spatial_samples(1, 1, system)
    if advance_spatial_belt(system, state, work, 0.0, 1, samples)[0] != NO_TIME:
        raise SolverError("pushbelt: elements overlap at the start in space")
    return work.h.copy()


def spatial_step_limit(system: SpatialSystem, state: State) -> StepLimit:
    """The largest stable time step and what decides it."""
    tight, place = _closed(system), deepcopy(state)
    work = spatial_work_for(system)

    def moved(way: Floats, u: Floats) -> Floats:
        place.q[:], place.u[:] = state.q, u
        for kept, start in zip(place.memory, state.memory, strict=True):
            kept[...] = start
        move_spatial(tight, place, work, way)
        return spatial_forces(tight, place, work)

    inverse = system.M_inv.copy()
    first = 6 * system.elements
    inverse[first : first + PULLEY_COUNT] = 0.0  # shafts turn without resistance
    limit = largest_step.step_limit(moved, np.zeros(state.u.size), state.u, inverse)
    return StepLimit(limit.step, _moving(system, limit.energy))


def _moving(system: SpatialSystem, energy: Floats) -> str:
    """Where most of the kinetic energy is, given the share of every velocity."""
    n = 6 * system.elements
    first = n + PULLEY_ROWS * PULLEY_COUNT
    pulley = energy[n:first].reshape(PULLEY_ROWS, PULLEY_COUNT)
    points = 2 * system.spans
    ring = energy[first : first + 3 * points].reshape(3, points)
    parts = (
        energy[:n],
        pulley[[1, 4]],
        pulley[[2, 3, 5, 6]],
        ring[:2],
        ring[2],
        energy[first + 3 * points :],
    )
    return PARTS[int(np.argmax([part.sum() for part in parts]))]


def _closed(system: SpatialSystem) -> SpatialSystem:
    """The same belt with its contacts closed: elements thicker, rings held."""
    plane, saddle = system.faces.plane, system.saddle
    thicker = plane._replace(
        front=plane.front + CLOSED,
        rear=plane.rear + CLOSED,
        a_top=plane.front + CLOSED,
    )
    return system._replace(
        faces=system.faces._replace(plane=thicker),
        saddle=saddle._replace(plane=saddle.plane._replace(bilateral=1)),
    )
