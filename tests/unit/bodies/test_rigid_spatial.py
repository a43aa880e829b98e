"""Rigid bodies in space: turns by their speed, tops by Euler's equations."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from catena.bodies.rigid_spatial import add_gyroscopic, advance_rigid, fill_rotations
from catena.numerics.rotations import quaternion_of

INERTIA = np.array([2.0, 3.0, 4.0])


def spinning(speed):
    """A body with unequal inertias, turned somehow."""
    turned = Rotation.from_rotvec([0.4, -0.2, 0.9]).as_matrix()
    q = np.zeros((1, 7))
    q[0, 3:] = quaternion_of(turned[None])[0]
    u = np.array([[0.1, 0.2, -0.3, *speed]])
    R = np.zeros((1, 9))
    fill_rotations(q, R)
    assert R[0].reshape(3, 3) == pytest.approx(turned)
    return q, u, R


def test_a_step_moves_and_turns_by_the_velocities():
    q, u, R = spinning((0.5, -1.0, 2.0))
    before = R[0].reshape(3, 3).copy()
    advance_rigid(q, u, R, 0.01)
    assert q[0, :3] == pytest.approx([1e-3, 2e-3, -3e-3])
    turn = Rotation.from_rotvec(0.01 * u[0, 3:]).as_matrix()
    assert R[0].reshape(3, 3) == pytest.approx(before @ turn, abs=1e-6)
    assert np.linalg.norm(q[0, 3:]) == pytest.approx(1.0)


def test_gyroscopic_moments_are_those_of_euler_and_do_no_work():
    _, u, _ = spinning((0.5, -1.0, 2.0))
    M, h = np.array([[1.0, 1.0, 1.0, *INERTIA]]), np.zeros((1, 6))
    add_gyroscopic(M, u, h)
    w = u[0, 3:]
    assert h[0, 3:] == pytest.approx(-np.cross(w, INERTIA * w))
    assert h[0, 3:] @ w == pytest.approx(0.0, abs=1e-12)
    assert not h[0, :3].any()


def test_a_free_top_keeps_its_angular_momentum_in_the_world():
    """To the order of an explicit step, over half a turn about the middle axis."""
    errors = []
    for steps in (500, 1000):
        q, u, R = spinning((0.3, 3.0, 0.2))
        M = np.array([[1.0, 1.0, 1.0, *INERTIA]])
        first = R[0].reshape(3, 3) @ (INERTIA * u[0, 3:])
        for _ in range(steps):
            h = np.zeros((1, 6))
            add_gyroscopic(M, u, h)
            u[:, 3:] += (1.0 / steps) * h[:, 3:] / INERTIA
            advance_rigid(q, u, R, 1.0 / steps)
        errors.append(np.abs(R[0].reshape(3, 3) @ (INERTIA * u[0, 3:]) - first).max())
    assert errors[1] == pytest.approx(0.5 * errors[0], rel=0.1)
    assert errors[1] < 0.01 * np.linalg.norm(first)
