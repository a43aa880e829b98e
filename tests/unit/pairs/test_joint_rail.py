"""Joints on a rail that is moved and turned: rows against points in the plane."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics.records import table
from catena.pairs.joint_rail import RAIL, JointRail, find_joint_rail
from catena.pairs.points import PLACE, POINT
from catena.rows.planar import PLANAR
from catena.tables.contour import Feature

pytestmark = plain

RADIUS, OFFSET, LONGEST = 0.5, 0.004, 0.02
AT, TURN = np.array([0.2, -0.3]), 0.7
"""Of the round rail, of the surface that slides on it, of the longest link [m]."""


def rail(draws, depths, ahead=0):
    """Joints above a round rail, each pressed in by a depth; their rows."""
    angles = draws.uniform(0.3, 2.0, len(depths))
    way = RADIUS + OFFSET - np.array(depths)
    c, s = math.cos(TURN), math.sin(TURN)
    A = np.array([[c, -s], [s, c]])
    own = np.stack([way * np.cos(angles), way * np.sin(angles)])
    world = AT[:, None] + A @ own
    n = ahead + len(depths)
    points, places = table(POINT, n, body=0), table(PLACE, n, arm_x=0.01, arm_y=-0.02)
    points.body[:] = np.arange(n) + 1
    places.x[ahead:], places.y[ahead:] = world
    rails = table(
        RAIL, 1, body=0, first=0, last=1, slot=3,
        x_low=-0.6, y_low=-0.6, x_high=0.6, y_high=0.6,
    )  # fmt: skip
    return SimpleNamespace(
        rails=rails, points=points, places=places, A=A, angles=angles,
        q=np.array([[AT[0]], [AT[1]], [TURN]]), pose=np.array([[c], [s]]),
    )  # fmt: skip


def found(drive, ahead=0, room=8):
    pair = JointRail(drive.rails, CODE, SHAPE, OFFSET, LONGEST, 2, ahead)
    rows, counter = table(PLANAR, room), np.zeros(4, dtype=np.int64)
    impulse = np.full(3 + drive.points.size, 5.0)
    find_joint_rail(
        pair, drive.points, drive.places, drive.q, drive.pose, impulse, rows, counter
    )
    return rows[: counter[0]], impulse


# centre, radius, middle of the arc and the cosine of its half angle
CODE = np.array([int(Feature.BUMP)])
SHAPE = np.array([[0.0, 0.0, RADIUS, 1.0, 0.0, -1.0]])


@pytest.mark.parametrize("ahead", [0, 2])
def test_rows_are_those_of_the_points_in_the_plane(ahead):
    depths = [1e-4, -1e-4, 3e-4]
    drive = rail(np.random.default_rng(1), depths, ahead)
    rows, impulse = found(drive, ahead)
    pressed = [0, 2]
    assert rows.size == len(pressed)
    for row, k in zip(rows, pressed, strict=True):
        n = drive.A @ [math.cos(drive.angles[k]), math.sin(drive.angles[k])]
        t = np.array([-n[1], n[0]])
        assert row.depth == pytest.approx(depths[k], abs=1e-12)
        assert [row.n_x, row.n_y] == pytest.approx(n, abs=1e-12)
        joint = ahead + k
        assert (row.a, row.b, row.slot, row.group) == (joint + 1, 0, 3 + k, 2)
        place = drive.places[joint]
        for arm, levers in (
            ((place.arm_x, place.arm_y), (row.a_n, row.a_t)),
            ((place.x - AT[0], place.y - AT[1]), (row.b_n, row.b_t)),
        ):
            touch = np.array(arm) - OFFSET * n
            wanted = [touch[0] * w[1] - touch[1] * w[0] for w in (n, t)]
            assert levers == pytest.approx(wanted, abs=1e-12)
    kept = np.full(impulse.size, 5.0)
    kept[3 + 1] = 0.0  # a joint that does not touch forgets its friction
    np.testing.assert_array_equal(impulse, kept)


def test_joints_outside_the_box_are_skipped_by_whole_links():
    drive = rail(np.random.default_rng(2), [1e-4] * 4)
    away = AT + drive.A @ [0.6 + 2.5 * LONGEST, 0.0]  # two links do not bridge it
    drive.places.x[0], drive.places.y[0] = away
    rows, impulse = found(drive)
    assert rows.slot.tolist() == [3 + 3]
    assert impulse[3:].tolist() == [5.0] * 4
    drive.places.x[0] = np.nan
    assert found(drive)[0].slot.tolist() == [3 + 1, 3 + 2, 3 + 3]


def test_more_joints_than_room_are_left_out():
    drive = rail(np.random.default_rng(3), [1e-4] * 3)
    assert found(drive, room=2)[0].size == 2
