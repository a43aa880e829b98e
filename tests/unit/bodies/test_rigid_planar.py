"""Poses of bodies of planar systems: now, ahead, and the points they carry."""

import numpy as np
import pytest

from catena.bodies.rigid_planar import (
    SMALL_TURN,
    fill_poses,
    fill_poses_ahead,
    lever,
)


@pytest.mark.parametrize("turn", [0.999 * SMALL_TURN, 1.001 * SMALL_TURN, -0.7])
def test_poses_ahead_are_those_of_the_turned_body(turn):
    """The short series leaves turn^5 / 120 of the sine."""
    dt, q = 0.01, np.array([0.3, -0.2, 0.9])
    u = np.array([2.0, -1.0, turn / dt])
    pose, ahead = np.zeros((1, 4)), np.zeros((1, 4))
    fill_poses(q, pose)
    assert pose[0] == pytest.approx([0.3, -0.2, np.cos(0.9), np.sin(0.9)])
    fill_poses_ahead(pose, u, dt, ahead)
    wanted = [0.32, -0.21, np.cos(0.9 + turn), np.sin(0.9 + turn)]
    assert ahead[0] == pytest.approx(wanted, abs=SMALL_TURN**5 / 60.0 + 1e-15)
    x, y = lever(ahead, 0, 0.1, 0.0)
    assert (x, y) == pytest.approx((0.1 * wanted[2], 0.1 * wanted[3]))
