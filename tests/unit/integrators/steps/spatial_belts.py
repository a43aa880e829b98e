"""Small belts in space for the tests of the kernels."""

from copy import deepcopy
from functools import cache

import numba
import numpy as np
from tests.unit.integrators.steps.belts import drive

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.integrators.steps.spatial_pushbelt import advance_spatial_belt
from catena.integrators.steps.spatial_pushbelt_limit import (
    move_spatial,
    spatial_forces,
)
from catena.integrators.steps.spatial_pushbelt_samples import empty_spatial_samples
from catena.integrators.steps.spatial_pushbelt_sampling import spatial_stored_energy
from catena.integrators.steps.spatial_pushbelt_tables import (
    spatial_rows,
    spatial_work_for,
)

ELEMENTS, SPANS = 60, 40
PULLEYS = slice(6 * ELEMENTS, 6 * ELEMENTS + 14)


def spatial_drive(spatial=None, **changes):
    """The study variator in space with few elements."""
    data = drive(**changes)
    data["fidelity"] = "spatial"
    data["belt"] = {"element_count": ELEMENTS}
    data["ring"] = {"span_count": SPANS}
    data["spatial"] = {"ring_position": "7.1 mm", **(spatial or {})}
    return data


@cache
def job(sheaves="symmetric", misalignment="0 mm", twist="none"):
    """The job of a belt; loose and fixed sheaves where asked for."""
    space = {"sheaves": sheaves, "misalignment": misalignment, "twist": twist}
    return build(spec_from(spatial_drive(space)))


def moved(system, state, way):
    """A state moved along its velocities, with the places on the rings settled."""
    work, other = spatial_work_for(system), deepcopy(state)
    move_spatial(system, other, work, way)
    for _ in range(3):
        spatial_forces(system, other, work)
    return other


@numba.njit
def place_energy(system, state, work):
    """Kinetic and elastic energy of a state whose forces have been found [J]."""
    return spatial_stored_energy(system, state, work, spatial_rows(system, state, work))


def energy(system, state, way):
    """Elastic energy of a state at rest, moved along its velocities."""
    other, work = moved(system, state, way), spatial_work_for(system)
    spatial_forces(system, other, work)
    return place_energy(system, other, work)


def shaken(system, state, seed=1):
    """A state at rest out of all symmetry."""
    rng = np.random.default_rng(seed)
    still = deepcopy(state)
    still.u[:] = 0.0
    way = np.zeros(state.u.size)
    size = [2e-6, 2e-6, 2e-5, 2e-3, 2e-4, 1e-5]
    way[: 6 * ELEMENTS] = (rng.standard_normal((ELEMENTS, 6)) * size).ravel()
    way[PULLEYS] = 1e-6 * rng.standard_normal(14)
    way[PULLEYS.stop :] = 2e-6 * rng.standard_normal(way.size - PULLEYS.stop)
    way[PULLEYS.stop + 6 * SPANS :] = 1e-3 + 10.0 * way[PULLEYS.stop + 6 * SPANS :]
    return moved(system, still, way)


def advanced(made, steps, state=None):
    """State, scratch and samples of a belt after some steps."""
    system = made.systems[1]
    state = deepcopy(state or made.starts[1])
    work = spatial_work_for(system)
    samples = empty_spatial_samples(steps // 10, 1, system)
    trouble, _ = advance_spatial_belt(system, state, work, made.pace.step, 10, samples)
    assert trouble == 0
    return state, work, samples
