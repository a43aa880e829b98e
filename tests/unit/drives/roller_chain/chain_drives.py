"""Drives the tests run: the benchmark drive and its variations, as plain data."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from catena.codes import Status
from catena.drives.loading import spec_from
from catena.drives.roller_chain.build import ChainJob, build
from catena.drives.roller_chain.engines.choice import engine_of
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.integrators.planar_chain.assembly import work_for
from catena.integrators.planar_chain.samples import (
    Rotor,
    Samples,
    Total,
    empty_samples,
)

BENCHMARK: dict[str, Any] = {
    "drive": "roller_chain",
    "chain": {
        "standard": "ANSI 40",
        "link_count": 64,
        "stiffness": 1e7,
        "damping": 60.0,
        "joint": {"friction": 0.1, "damping": 0.0},
    },
    "sprocket": [
        {
            "name": "driver",
            "tooth_count": 24,
            "centre": [0.0, 0.0],
            "boundary": {"kind": "speed", "speed": "300 rpm"},
        },
        {
            "name": "driven",
            "tooth_count": 24,
            "centre": [0.254, 0.0],
            "inertia": 0.01,
            "boundary": {"kind": "load", "torque": 9.0},
        },
    ],
    "contact": {"tooth": {"stiffness": 5e6, "damping": 100.0, "friction": 0.1}},
    "solve": {"duration": 0.2, "step": 1e-5, "friction": "regularised"},
}


def changed(data: dict[str, Any] = BENCHMARK, **values: Any) -> dict[str, Any]:
    """The data with other values at paths such as ``solve__step``."""
    new = copy.deepcopy(data)
    for path, value in values.items():
        *keys, last = path.split("__")
        place: Any = new
        for key in keys:
            place = place[int(key)] if key.isdigit() else place.setdefault(key, {})
        place[last] = value
    return new


def job_of(data: dict[str, Any]) -> ChainJob:
    job = build(spec_from(data))
    assert isinstance(job, ChainJob)
    return job


def run_samples(data: dict[str, Any], duration: float, every: int = 20) -> Samples:
    """Samples of a run, without a file."""
    job = job_of(data)
    state, _ = start_state(job.spec, job.placed, job.system)
    rows = round(duration / (every * job.pace.step))
    samples = empty_samples(rows, state)
    work = work_for(job.system)
    engine = engine_of(job.spec, job.placed, job.system)
    status = engine(job.system, state, work, job.pace.step, every, samples)
    assert status == Status.OK
    assert np.isfinite(samples.link).all()
    return samples


def ledger_gap(samples: Samples, first: int) -> float:
    """Energy not explained from a row on, over what was put in."""
    work = samples.rotor[-1, Rotor.WORK] - samples.rotor[first, Rotor.WORK]
    lost = samples.loss[-1].sum() - samples.loss[first].sum()
    gain = samples.total[-1, Total.STORED] - samples.total[first, Total.STORED]
    return float(abs(work.sum() - lost - gain) / work[work > 0].sum())
