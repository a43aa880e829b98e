"""The joint in space has a potential, acts at one point and bends freely."""

from itertools import pairwise

import numpy as np
import pytest
from tests.unit.bodies.spatial_toys import PITCH, chain

from catena.bodies.spatial import start_links
from catena.couplings.bushing import joint_energy, start_joints
from catena.numerics.rotations import quaternion_of, turn_quaternion
from catena.tables.checkpoint import copied
from catena.tables.spatial import state_for, work_for


def rotation(axis, angle):
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def bent_pair(system, articulation=0.576, tilt=0.05, shift=2e-5):
    """Links 0 (bush) and 1 (pin): articulated by 33 deg, tilted and shifted."""
    state = state_for(system)
    state.link_q[:, 0] = np.arange(len(system.link)) * 10.0
    state.link_q[0, :3] = -0.5 * PITCH, 0.0, 0.0
    turned = rotation((0, 0, 1), articulation) @ rotation((0.6, 0.8, 0), tilt)
    state.link_q[1, 3:] = quaternion_of(turned)
    middle = turned @ [0.5 * PITCH, 0.0, 0.0]
    state.link_q[1, :3] = middle + shift * np.array([1.0, -0.7, 0.4])
    return state


class Seen:
    """A joint of bush link 0 and pin link 1 in the world; it stores along the pin."""

    def __init__(self, system, joint, R):
        bush, pin = R[:2].reshape(2, 3, 3)
        assert joint.row[0].reshape(3, 3) == pytest.approx(pin.T @ bush)
        self.force, self.moment = pin @ joint.force[0], pin @ joint.moment[0]
        self.arms = bush @ [system.joint[0].bush_x, 0.0, 0.0], pin @ joint.arm[0]


def joint_of(system, state):
    work = work_for(system)
    start_links(system, state, work)
    start_joints(state, work)
    stored = joint_energy(one_joint(system), state, work.R)
    return Seen(system, work.joint, work.R), stored


def one_joint(system):
    return system._replace(joint=system.joint[:1].view(np.recarray))


def moved(state, link, k, by):
    state = copied(state)
    if k < 3:
        state.link_q[link, k] += by
    else:
        turn_quaternion(state.link_q, link, *(by * np.eye(3)[k - 3]))
    return state


@pytest.mark.parametrize("link", [0, 1])
def test_force_and_moment_are_the_gradient(link):
    """At 33 deg of articulation and 3 deg of tilt."""
    system = chain(stiffness=7.8e7, tilt=30.0)
    state = bent_pair(system)
    row, _ = joint_of(system, state)
    force, moment = row.force, row.moment
    sign, arm = (1.0, -1.0)[link], row.arms[link]
    total = sign * moment + np.cross(arm, sign * force)
    expected = np.concatenate([sign * force, total])
    for k in range(6):
        by = 1e-8 if k < 3 else 1e-6
        high, low = (
            joint_of(system, moved(state, link, k, s * by))[1] for s in (1, -1)
        )
        scale = np.abs(expected[:3] if k < 3 else expected[3:]).max()
        assert abs(-(high - low) / (2 * by) - expected[k]) < 1e-7 * scale


def test_articulation_alone_meets_no_moment():
    system = chain(stiffness=7.8e7, tilt=30.0)
    row, energy = joint_of(system, bent_pair(system, tilt=0.0, shift=0.0))
    assert np.abs(row.moment).max() == 0.0
    assert energy < 1e-20


def test_closed_loop_takes_no_work():
    """Tilt 0.05 rad, articulate 33 deg, untilt, back: the printed law loses a tenth."""
    system = chain(tilt=30.0)
    corners = [(0.0, 0.0), (0.0, 0.05), (0.576, 0.05), (0.576, 0.0), (0.0, 0.0)]
    work_done = 0.0
    for (a_0, t_0), (a_1, t_1) in pairwise(corners):
        s = (np.arange(400) + 0.5) / 400
        for share in s:
            a, t = a_0 + share * (a_1 - a_0), t_0 + share * (t_1 - t_0)
            row, _ = joint_of(system, bent_pair(system, a, t, 0.0))
            turned = rotation((0, 0, 1), a)
            rate = np.array([0, 0, 1.0]) * (a_1 - a_0)
            rate += turned @ np.array([0.6, 0.8, 0]) * (t_1 - t_0)
            work_done -= row.moment @ rate / 400
    stored = 0.5 * 30.0 * 0.05**2
    assert abs(work_done) < 1e-5 * stored


def test_force_acts_at_one_point():
    system = chain(stiffness=7.8e7, tilt=30.0)
    state = bent_pair(system)
    row, _ = joint_of(system, state)
    point = [state.link_q[k, :3] + a for k, a in enumerate(row.arms)]
    assert np.abs(point[0] - point[1]).max() < 1e-17
