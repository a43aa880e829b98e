"""Poses of planar bodies follow their angles, in small turns and in large ones."""

from __future__ import annotations

import numpy as np
import pytest

from catena.bodies.planar import fill_poses, lost_poses, turn_poses


@pytest.mark.parametrize("turn", [1e-4, 0.0199, 0.0201, 0.9])
def test_poses_follow_the_angles(turn: float) -> None:
    q, u = np.zeros((3, 2)), np.zeros((3, 2))
    q[2], u[2] = (0.4, -2.0), (turn, -0.5 * turn)
    pose = np.zeros((2, 2))
    fill_poses(q, pose)
    for _ in range(min(1000, int(20.0 / turn))):  # angles round more when large
        q += u
        turn_poses(u, pose, 1.0)
    assert pose[0] == pytest.approx(np.cos(q[2]), abs=2e-12)
    assert pose[1] == pytest.approx(np.sin(q[2]), abs=2e-12)


def test_a_body_that_turns_too_far_in_a_step_is_lost() -> None:
    u, pose = np.zeros((3, 2)), np.zeros((2, 2))
    u[2] = 0.5, 1.5
    fill_poses(np.zeros((3, 2)), pose)
    turn_poses(u, pose, 1.0)
    assert lost_poses(pose) == 1
