"""Small running belts for the tests of the kernels."""

from copy import deepcopy
from functools import cache

import numba
import numpy as np

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import BeltJob, build
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_samples import empty_samples
from catena.integrators.steps.pushbelt_sampling import stored_energy
from catena.integrators.steps.pushbelt_tables import belt_rows, work_for
from catena.tables.checkpoint import arrays_of


def drive(sheaves="tilting", **changes):
    """The study variator with fewer elements; changes by section."""
    data = {
        "drive": "pushbelt_cvt",
        "variator": "study",
        "belt": {"element_count": 110},
        "ring": {"span_count": 55},
        "enhancements": {"sheaves": sheaves},
        "boundary": {
            "primary_speed": "2000 rpm",
            "secondary_torque": "74.58 N m",
            "secondary_force": "10520 N",
        },
        "start": {"ratio": 1.2},
        "solve": {"step": "2 us", "revolutions": 3},
    }
    for section, values in changes.items():
        data[section] = {**data.get(section, {}), **values}
    return data


@cache
def _job(sheaves) -> BeltJob:
    return build(spec_from(drive(sheaves)))


def running(sheaves="tilting", steps=1500, job=None):
    """System, state and scratch of a belt after some steps."""
    job = job or _job(sheaves)
    state = deepcopy(job.start)
    work = work_for(job.system)
    if steps:
        samples = empty_samples(steps // 10, 1, job.system)
        trouble, _ = advance(job.system, state, work, job.pace.step, 10, samples)
        assert trouble == 0
    return job.system, state, work


@numba.njit
def place_energy(system, state, work):
    """Kinetic and elastic energy of a state whose forces have been found [J]."""
    return stored_energy(system, state, work, belt_rows(system, state, work))


def at_rest(state):
    """The same place without velocities."""
    still = deepcopy(state)
    still.u[:] = 0.0
    return still


def elements(system, flat):
    """View (3, n) of the elements in q, u or h."""
    return flat[: 3 * system.elements].reshape(3, -1)


def pulleys(system, flat):
    """View (4, 2): turn, groove, slopes along x and y."""
    first = 3 * system.elements
    return flat[first : first + 8].reshape(4, 2)


def ring(system, flat):
    """View (2, m) of the control points."""
    return flat[3 * system.elements + 8 :].reshape(2, -1)


def copies(*tables):
    """Tables that can be changed without changing the others."""
    return tuple(deepcopy(table) for table in tables)


def same_bits(a, b):
    """Whether two states hold the same bits."""
    a, b = arrays_of(a), arrays_of(b)
    return all(np.array_equal(a[name], b[name], equal_nan=True) for name in a)
