"""The derived step limit of a chain against the forces of its own step."""

import numpy as np
from chain_drives import changed, job_of

from catena.bodies.planar import fill_poses, planar_view
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.dynamics.largest_step import largest_step as by_forces
from catena.integrators.planar_chain.assembly import work_for
from catena.integrators.planar_chain.forces import fill_static_forces
from catena.integrators.planar_chain.step_limit import largest_step
from catena.numerics.arrays import Floats
from catena.tables.checkpoint import copied


def test_the_derived_limit_is_safe_and_not_much_smaller_than_needed() -> None:
    """Of the loaded drive at its start, by power iteration.

    Set-valued friction: the slope of regularised friction at rest is in no limit.
    """
    job = job_of(changed(solve__friction="set-valued"))
    system, (state, _) = job.system, start_state(job.spec, job.placed, job.system)
    work, place, given = work_for(system), copied(state), np.zeros(state.q.size)

    def forces(q: Floats, u: Floats) -> Floats:
        place.q[:], place.u[:] = q, u
        for kept, start in zip(place.memory, state.memory, strict=True):
            kept[...] = start
        fill_poses(planar_view(place.q, 0, work.pose.shape[1]), work.pose)
        fill_static_forces(system, place, work, given)
        return work.h.copy()

    border = by_forces(forces, state.q, state.u, system.M_inv)
    assert 0.75 * border < largest_step(system) < border
