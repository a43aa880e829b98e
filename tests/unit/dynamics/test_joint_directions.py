"""Rigid joints of all kinds: directions by differences of gaps, the solve by numpy."""

from __future__ import annotations

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.rigid_planar import poses_of
from catena.dynamics.joints import (
    factor_joints,
    fill_joint_directions,
    fill_joint_gaps,
    fill_mean_directions,
    push_joints,
    solve_parting,
    turn_bodies,
)
from catena.model import Model
from catena.numerics.arrays import Floats
from catena.planar import Bilateral, PlanarSystem

pytestmark = plain


def mechanism() -> Model:
    """Two pinned bodies, a slide on a line, a distance kept between two circles."""
    plan = PlanarSystem()
    ground = plan.ground
    a = plan.body("a", 1.0, 0.1, at=(0.3, 0.1), angle=0.2)
    b = plan.body("b", 2.0, 0.3, at=(0.9, -0.2), angle=-0.4)
    c = plan.body("c", 0.7, 0.05, at=(1.4, 0.3), angle=0.8)
    place = np.array([0.3, 0.1]) + turned(0.2, (-0.3, 0.05))
    plan.pin("root", ground.point(tuple(place)), a.point((-0.3, 0.05)))
    knee = np.array([0.3, 0.1]) + turned(0.2, (0.3, -0.02))
    own = turned(0.4, knee - [0.9, -0.2])
    plan.pin("knee", a.point((0.3, -0.02)), b.point(tuple(own)))
    at = np.array([0.9, -0.2]) + turned(-0.4, (0.2, 0.1))
    line = ground.line((0.6, 0.8), tuple(at - 0.02 * np.array([0.6, 0.8])))
    plan.contact("slide", b.circle(0.02, (0.2, 0.1)), line, Bilateral())
    way = np.array([1.4, 0.3]) - [0.9, -0.2]
    far = float(np.hypot(*way))
    plan.contact("near", b.circle(0.5 * far), c.circle(0.5 * far), Bilateral())
    return plan.build()


def turned(angle: float, v: Floats | tuple[float, float]) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * v[0] - s * v[1], s * v[0] + c * v[1]])


def gaps(model: Model, q: Floats) -> Floats:
    system = model.system
    found = np.zeros(system.joints.row.size)
    pose = poses_of(q, system.bodies.extent.size)
    fill_joint_gaps(system.contours, system.joints, pose, q, found)
    return found


def slopes(model: Model, q: Floats) -> Floats:
    """How all gaps change with all coordinates."""
    steps = 1e-6 * np.eye(q.size)
    return np.array([(gaps(model, q + e) - gaps(model, q - e)) / 2e-6 for e in steps]).T


def spread(model: Model, W: Floats) -> Floats:
    """Directions on all velocities."""
    found = np.zeros((len(W), model.state.q.size))
    for j, i in enumerate(model.system.joints.row):
        for k, at in enumerate(model.state.memory.rows.dof[i]):
            if at >= 0:
                found[j, at] += W[j, k]
    return found


def moving(model: Model) -> Floats:
    """Velocities that rows list: the ground has none."""
    free = np.ones(model.state.q.size)
    free[:3] = 0.0
    return free


def places(model: Model, seed: int) -> Floats:
    draws, q = np.random.default_rng(seed), model.state.q.copy()
    q[3:] += 0.05 * draws.normal(size=q.size - 3)
    return q


@pytest.mark.parametrize("seed", range(2))
def test_directions_are_slopes_of_the_gaps(seed: int) -> None:
    model = mechanism()
    assert np.abs(gaps(model, model.state.q)).max() < 1e-12
    assert model.system.joints.row.size == 6
    q, at = places(model, seed), model.work().joints.middle
    pose = poses_of(q, model.system.bodies.extent.size)
    at.W[:] = 9.0
    fill_joint_directions(model.system.contours, model.system.joints, pose, at.W)
    wanted = slopes(model, q) * moving(model)
    assert spread(model, at.W) == pytest.approx(wanted, abs=1e-8)


def test_mean_directions_are_those_of_both_poses() -> None:
    """So that what joints push parts no gap to second order of the step."""
    model = mechanism()
    joints, contours = model.system.joints, model.system.contours
    work, n = model.work().joints, model.system.bodies.extent.size
    ends = [places(model, seed) for seed in (3, 4)]
    work.back[:], work.on[:] = (poses_of(q, n) for q in ends)
    W = work.middle.W
    fill_mean_directions(contours, joints, work.back, work.on, work.mean, W)
    wanted = 0.5 * sum(slopes(model, q) for q in ends) * moving(model)
    assert spread(model, W) == pytest.approx(wanted, abs=1e-8)


def test_percussions_of_all_joints_stop_what_parts_them() -> None:
    model = mechanism()
    system, rows = model.system, model.state.memory.rows
    joints, at = system.joints, model.work().joints.middle
    pose = poses_of(places(model, 5), system.bodies.extent.size)
    fill_joint_directions(system.contours, joints, pose, at.W)
    inverse = system.inertia.M_inv
    assert factor_joints(joints, rows, inverse, system.linear, at) == -1
    W = spread(model, at.W)
    assert spread(model, at.MiW) == pytest.approx(W * inverse)
    u = np.random.default_rng(6).normal(size=W.shape[1])
    P, S = np.zeros(len(W)), (W * inverse) @ W.T
    S += np.diag(np.diag(S)) * joints.softness[0]
    solve_parting(joints, rows.dof, at, u, P)
    assert P == pytest.approx(np.linalg.solve(S, W @ u), rel=1e-6)
    before = u.copy()
    push_joints(joints, rows.dof, at, P, -0.5, u)
    assert u == pytest.approx(before - 0.5 * inverse * (W.T @ P))
    push_joints(joints, rows.dof, at, P, -0.5, u)
    assert W @ u == pytest.approx(0.0, abs=1e-6)


def test_poses_ahead_follow_the_velocities_of_their_bodies() -> None:
    model = mechanism()
    n, q = model.system.bodies.extent.size, places(model, 7)
    u = np.random.default_rng(8).normal(size=q.size)
    for dt in (1e-5, 0.1):  # by the series, and by sines
        ahead = np.zeros((n, 4))
        turn_bodies(np.array([1, 3]), poses_of(q, n), u, dt, ahead)
        wanted = poses_of(q + dt * u, n)
        assert ahead[[1, 3]] == pytest.approx(wanted[[1, 3]], abs=1e-15)
        assert not ahead[[0, 2]].any()
