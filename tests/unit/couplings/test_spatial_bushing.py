"""Dampers of bushings in space: they work both ways alike, and only take."""

import numpy as np
import pytest

import catena as ct
from catena.couplings.spatial_bushing import (
    add_bushings,
    add_springs,
    coupling_energy,
)
from catena.drives.spatial_system.build import build
from catena.integrators.steps.spatial_system import fill_axes
from catena.tables.checkpoint import copied
from catena.tables.spatial_bodies import body_work

DAMPERS = {"damping": 3.0, "tilt_damping": 0.7, "turn_damping": 0.2}
RANK = {"damping": 3, "tilt_damping": 2, "turn_damping": 1, "all": 6}
"""In how many independent ways two bodies can move against a damper."""


def held(damping: dict[str, float]):
    """Two turned bodies with a bushing askew between them; the drag of velocities."""
    plan = ct.SpatialSystem()
    for name, x, turn in (("one", 0.0, (0.2, -0.3, 0.1)), ("two", 0.3, (-0.1, 0.4, 0))):
        plan.body(name, mass=1.0, inertia=(2e-3, 3e-3, 4e-3), position=(x, 0.1 * x, 0),
                  turn=turn)  # fmt: skip
    plan.bushing("b", "one", "two", at=(0.2, 0.05, 0.02), axis=(1, 0.4, 0.3),
                 stiffness=1e3, tilt_stiffness=1.0, **damping)  # fmt: skip
    job = build(plan.drive(duration=0.01, step=1e-5))
    system, start = job.plan.system, job.plan.start

    def drag(u):
        state, work = copied(start), body_work(system)
        state.u[1:3] = u  # behind the ground
        fill_axes(system, state, work)
        work.drag[:] = 0.0
        add_bushings(system, state, work)
        return work.drag[1:3].copy()

    return drag


@pytest.mark.parametrize("which", [*DAMPERS, "all"])
def test_drag_is_symmetric_and_takes_power(which: str) -> None:
    drag = held(DAMPERS if which == "all" else {which: DAMPERS[which]})
    matrix = np.array([drag(u.reshape(2, 6)).ravel() for u in np.eye(12)])
    assert np.abs(matrix).max() > 0.0
    assert matrix == pytest.approx(matrix.T, abs=1e-12 * np.abs(matrix).max())
    assert np.linalg.eigvalsh(matrix).max() < 1e-12 * np.abs(matrix).max()
    assert np.linalg.matrix_rank(matrix, tol=1e-9) == RANK[which]


def test_springs_pull_their_ends_together() -> None:
    """300 N/m and 2 N s/m, 0.2 m too long, ends parting at 0.5 m/s along the line."""
    plan = ct.SpatialSystem()
    for name, x in (("one", 0.0), ("two", 0.6)):
        plan.body(name, mass=1.0, inertia=(1e-3,) * 3, position=(x, 0.0, 0.0))
    ends = ((0.0, 0.1, 0.0), (0.6, 0.1, 0.0))
    plan.spring("s", "one", "two", ends=ends, stiffness=300.0, damping=2.0, length=0.4)
    job = build(plan.drive(duration=0.01, step=1e-5))
    system, state = job.plan.system, copied(job.plan.start)
    work = body_work(system)
    state.u[2, :2] = 0.5, 3.0  # body 0 is the ground
    fill_axes(system, state, work)
    work.h[:], work.drag[:] = 0.0, 0.0
    add_springs(system, state, work)
    force, drag = 300.0 * 0.2, 2.0 * 0.5
    for found, pull in ((work.h, force), (work.drag, drag)):
        one = [pull, 0.0, 0.0, 0.0, 0.0, -0.1 * pull]
        assert found[1] == pytest.approx(one)
        assert found[2] == pytest.approx([-value for value in one])
    energy = coupling_energy(system, state.q, work.R)
    assert energy == pytest.approx(0.5 * 300.0 * 0.2**2)
    state.q[2, 0] = 0.0  # both ends in one point: no direction to pull
    fill_axes(system, state, work)
    work.h[:] = 0.0
    add_springs(system, state, work)
    assert not work.h.any()


def test_bushings_and_springs_push_down_their_energy() -> None:
    """Forces on the bodies against differences of the energy, shift by shift."""
    plan = ct.SpatialSystem()
    for name, x, turn in (("one", 0.0, (0.2, -0.3, 0.1)), ("two", 0.3, (-0.1, 0.4, 0))):
        plan.body(name, mass=1.0, inertia=(2e-3, 3e-3, 4e-3), position=(x, 0.1 * x, 0),
                  turn=turn)  # fmt: skip
    plan.bushing("b", "one", "two", at=(0.2, 0.05, 0.02), axis=(1, 0.4, 0.3),
                 stiffness=1e3, axial_stiffness=400.0, tilt_stiffness=1.0)  # fmt: skip
    plan.spring("s", "one", "two", ends=((0, 0.1, 0), (0.3, 0.2, 0.1)), stiffness=300.0,
                length=0.2)  # fmt: skip
    job = build(plan.drive(duration=0.01, step=1e-5))
    system, state = job.plan.system, copied(job.plan.start)
    work = body_work(system)
    state.q[2, :3] += 0.01, -0.02, 0.015
    fill_axes(system, state, work)
    work.h[:] = 0.0
    add_bushings(system, state, work)
    add_springs(system, state, work)
    for body in (1, 2):
        for axis in range(3):
            sides = []
            for by in (1e-6, -1e-6):
                q = state.q.copy()
                q[body, axis] += by
                sides.append(coupling_energy(system, q, work.R))
            slope = (sides[0] - sides[1]) / 2e-6
            assert work.h[body, axis] == pytest.approx(-slope, rel=1e-5, abs=1e-5)
