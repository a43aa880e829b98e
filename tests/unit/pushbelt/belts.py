"""Small running belts for the tests of the kernels."""

from copy import deepcopy
from functools import cache

import numpy as np

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import BeltJob, build
from catena.pushbelt.samples import empty_samples
from catena.pushbelt.scratch import work_for
from catena.pushbelt.step import advance


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
    work = work_for(job.system, state)
    if steps:
        samples = empty_samples(steps // 10, 1, state)
        trouble, _ = advance(job.system, state, work, job.pace.step, 10, samples)
        assert trouble == 0
    return job.system, state, work


def at_rest(state):
    """The same place without velocities."""
    still = deepcopy(state)
    still.element[4:7] = 0.0
    still.ring[2:] = 0.0
    still.pulley[[1, 3, 6, 7]] = 0.0
    return still


def copies(*tables):
    """Tables that can be changed without changing the others."""
    return tuple(deepcopy(table) for table in tables)


def same_bits(a, b):
    """Whether two tables hold the same bits."""
    return all(np.array_equal(x, y, equal_nan=True) for x, y in zip(a, b, strict=True))
