"""Rotations: matrices, turning, quaternions of matrices."""

import numpy as np
import pytest
from tests.unit.bodies.spatial_toys import random_rotation

from catena.numerics.rotations import (
    cross,
    fill_matrix,
    quaternion_of,
    to_body,
    to_world,
    turn_of,
    turn_quaternion,
    turned_quaternion,
)
from catena.results.scene import euler_angles

DRAWS = np.random.default_rng(3)


def matrix(q):
    R = np.zeros((1, 9))
    fill_matrix(q, 0, R)
    return R.reshape(3, 3)


def test_quaternion_and_matrix_belong_together():
    for _ in range(50):
        wanted = random_rotation(DRAWS)
        q = np.zeros((1, 7))
        q[0, 3:] = quaternion_of(wanted)
        assert np.abs(matrix(q) - wanted).max() < 1e-14


def test_half_turns_have_a_quaternion():
    for axis in np.eye(3):
        half = 2.0 * np.outer(axis, axis) - np.eye(3)
        q = np.zeros((1, 7))
        q[0, 3:] = quaternion_of(half)
        assert np.abs(matrix(q) - half).max() < 1e-15


def test_turning_is_the_exponential():
    q = np.zeros((1, 7))
    q[0, 3:] = quaternion_of(random_rotation(DRAWS))
    before = matrix(q)
    turn_quaternion(q, 0, 0.0, 0.0, 0.3)
    c, s = np.cos(0.3), np.sin(0.3)
    about_z = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    assert np.abs(matrix(q) - about_z @ before).max() < 1e-15


@pytest.mark.parametrize("size", [1e-4, 1.3])
def test_a_turn_along_own_axes_is_that_of_its_vector_in_the_world(size):
    q, R = np.zeros((2, 7)), np.zeros((2, 9))
    q[:, 3:] = quaternion_of(random_rotation(DRAWS))
    fill_matrix(q, 0, R)
    own = size * DRAWS.normal(size=3)
    turn_quaternion(q, 0, *to_world(R, 0, *own))
    q[1, 3:] = turned_quaternion(tuple(q[1, 3:]), turn_of(*own))
    fill_matrix(q, 1, R)
    assert np.abs(q[0] - q[1]).max() < 1e-15
    fill_matrix(q, 0, R)
    assert np.abs(R[0] - R[1]).max() < 1e-15


def test_turns_bring_the_length_of_a_quaternion_to_one():
    q = tuple(1.01 * quaternion_of(random_rotation(DRAWS)))
    for _ in range(4):
        q = turned_quaternion(q, turn_of(1e-3, 0.0, 0.0))
    assert abs(np.linalg.norm(q) - 1.0) < 1e-15


def test_to_world_and_back():
    q = np.zeros((1, 7))
    q[0, 3:] = quaternion_of(random_rotation(DRAWS))
    R = np.zeros((1, 9))
    fill_matrix(q, 0, R)
    v = DRAWS.normal(size=3)
    there = to_world(R, 0, *v)
    assert np.allclose(there, R.reshape(3, 3) @ v, atol=1e-15)
    assert np.allclose(to_body(R, 0, *there), v, atol=1e-15)
    assert np.allclose(cross(*v, *there), np.cross(v, there), atol=1e-15)


def test_euler_angles_of_poses_give_the_matrix_back():
    wanted = random_rotation(DRAWS)
    pose = np.concatenate([np.zeros(3), quaternion_of(wanted)])
    turn, tilt, lean = euler_angles(pose)
    about = [axis_turn(2, turn), axis_turn(1, tilt), axis_turn(0, lean)]
    assert np.abs(about[0] @ about[1] @ about[2] - wanted).max() < 1e-14


def axis_turn(axis, angle):
    """Rotation about a world axis."""
    i, j = [k for k in range(3) if k != axis]
    found = np.eye(3)
    sign = -1.0 if axis == 1 else 1.0
    found[i, i] = found[j, j] = np.cos(angle)
    found[j, i], found[i, j] = sign * np.sin(angle), -sign * np.sin(angle)
    return found
