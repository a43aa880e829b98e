"""The step limit of a chain against its start, its laws and runs beside it."""

from dataclasses import replace
from typing import Any

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of

from catena.codes import Status
from catena.drives.roller_chain.build import ChainJob
from catena.drives.roller_chain.engines.choice import engine_of
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.drives.roller_chain.start.state import path_state
from catena.dynamics.largest_step import SAFE_SHARE, largest_step
from catena.errors import InputError, SpecError
from catena.integrators.planar_chain.assembly import frictionless, work_for
from catena.integrators.planar_chain.forces import smooth_forces
from catena.integrators.planar_chain.samples import (
    Total,
    empty_samples,
)
from catena.integrators.planar_chain.step_limit import chain_limit
from catena.run.cost import refuse_large

needs_compiling = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
BEARING = {"stiffness": 2e7, "damping": 100.0, "mass": 0.5}
DRIVES: dict[str, dict[str, Any]] = {
    "benchmark": {},
    "light wheel": {"sprocket__1__inertia": 2e-5},
    "elastic bearing": {"sprocket__1__bearing": BEARING},
    "worn": {"chain__variation__wear": 0.005},
}


def limit_of(job: ChainJob) -> float:
    return chain_limit(job.system, path_state(job.spec, job.placed, job.system))


@needs_compiling
@pytest.mark.parametrize("name", DRIVES)
def test_the_limit_holds_for_the_loaded_chain(name: str) -> None:
    """At rest under its load the chain may be softer, hardly stiffer."""
    job = job_of(changed(solve__step=1e-6, **DRIVES[name]))
    state, _ = start_state(job.spec, job.placed, job.system)
    state.u[:] = 0.0
    smooth, given = frictionless(job.system), np.zeros(state.u.size)
    forces = smooth_forces(smooth, state, given)
    loaded = largest_step(forces, state.q, state.u, job.system.M_inv)
    assert 0.8 * loaded < limit_of(job) < 1.04 * loaded


@needs_compiling
def test_the_part_that_sets_the_step_is_named() -> None:
    tiny = job_of(changed(sprocket__1__inertia=1e-9, solve__step=None))
    name = tiny.spec.sprocket[1].name
    told = f"sprocket {name!r} decides: its inertia is 1e-09 kg m^2"
    assert tiny.decides == told
    assert tiny.forecast()["step"].endswith(f"; {told}")
    with pytest.raises(InputError) as refused:
        refuse_large(replace(tiny, pace=replace(tiny.pace, steps=10**12)))
    assert told in str(refused.value)
    with pytest.raises(SpecError, match="decides: its inertia is 1e-09"):
        job_of(changed(sprocket__1__inertia=1e-9))
    usual = job_of(changed(solve__step=None))
    assert usual.decides == "the links decide: their mass and their stiffness"


def test_teeth_without_stiffness_leave_the_joints_to_decide() -> None:
    """A ring of links of alternating mass: its fastest motion in closed form.

    All links turn in the same sense, each joint is torn apart by both of its links:
    l_K = 2 k half^2 (1/J_a + 1/J_b). Rigid teeth add nothing.
    """
    rigid = job_of(
        changed(
            contact__engine="set-valued",
            chain__damping=0.0, solve__friction="set-valued", solve__step=1e-6,
        )
    )  # fmt: skip
    n = rigid.system.half.size
    M_inv = rigid.system.M_inv.reshape(3, -1)[:, :n]
    k, half = rigid.system.joints.k[0], rigid.system.half
    swing = 2.0 * k * (half**2 * M_inv[2])
    border = 2.0 / np.sqrt(swing[0] + swing[1])
    assert limit_of(rigid) == pytest.approx(border, rel=0.02)


@needs_compiling
def test_runs_below_the_limit_stay_and_runs_above_it_do_not() -> None:
    assert energy_after(SAFE_SHARE) < 20.0
    assert not energy_after(1.2) < 1e3


def energy_after(share: float) -> float:
    """Stored energy after 30 ms with a share of the limit [J]."""
    job = job_of(changed(solve__friction="set-valued"))
    state, _ = start_state(job.spec, job.placed, job.system)
    dt = share * limit_of(job)
    samples, every = empty_samples(30, state), round(1e-3 / dt)
    engine = engine_of(job.spec, job.placed, job.system)
    status = engine(job.system, state, work_for(job.system), dt, every, samples)
    return float(samples.total[-1, Total.STORED]) if status == Status.OK else np.inf
