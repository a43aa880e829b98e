"""Joints in space within a step: blocks of their directions, and an exact ledger."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.bodies.spatial_toys import chain, random_state

from catena.bodies.spatial import start_links
from catena.couplings.bushing import (
    add_joints,
    book_joints,
    start_joints,
)
from catena.couplings.bushing_directions import bush_turns, pin_turns
from catena.couplings.bushing_impulses import book_joint_impulses, push_joints
from catena.tables.spatial import work_for

pytestmark = plain

DT = 1e-6
DAMPING = {"c_x": 9.0, "c_y": 7.0, "c_z": 3.0, "c_rx": 2e-3, "c_ry": 1e-3, "c_rz": 3e-3}


@pytest.fixture
def ring():
    """Four links in disorder, every joint stretched, damped and rubbing."""
    system = chain(stiffness=1e4, tilt=0.5)
    for name, value in {**DAMPING, "friction": 0.2}.items():
        system.joint[name] = value
    state = random_state(system, 11)
    state.link_q[:, :3] *= 0.01
    work = work_for(system)
    start_links(system, state, work)
    start_joints(state, work)
    return system, state, work


def directions(system, work, i):
    """Rows (6, 24) of the motion of bush against pin: three slides, two tilts, spin.

    Links move along their own axes.
    """
    p, b, save = system.joint.pin[i], system.joint.bush[i], work.joint
    between = save.row[i].reshape(3, 3)
    rows = np.zeros((6, 6 * len(system.link)))
    on_bush = np.array([system.joint.bush_x[i], 0.0, 0.0])
    for k, sign, arm, axes, turns in (
        (b, 1.0, on_bush, between, bush_turns(work.joint, i)),
        (p, -1.0, save.arm[i], np.eye(3), pin_turns(work.joint, i)),
    ):
        for e in range(3):
            rows[e, 6 * k : 6 * k + 3] = sign * axes[e]
            rows[e, 6 * k + 3 : 6 * k + 6] = sign * np.cross(arm, axes[e])
            rows[3 + e, 6 * k + 3 : 6 * k + 6] = sign * np.array(turns[e])
    return rows


def test_a_joint_tilts_about_what_stands_on_its_bush_and_its_pin(ring):
    """Across the axis of the bush and the two directions of the pin."""
    system, _, work = ring
    for i in range(4):
        pin, bush = (work.R[k].reshape(3, 3) for k in system.joint[["pin", "bush"]][i])
        wanted = [*(np.cross(bush[:, 2], pin[:, e]) for e in range(2)), bush[:, 2]]
        for axes, turns in (
            (pin, pin_turns(work.joint, i)),
            (bush, bush_turns(work.joint, i)),
        ):
            assert axes @ np.array(turns).T == pytest.approx(
                np.array(wanted).T, abs=1e-14
            )


def dense(work):
    """The ring of links from its blocks; E couples the link before with its own."""
    M = np.zeros((24, 24))
    for k in range(4):
        own, before = (
            slice(6 * k, 6 * k + 6),
            slice(6 * (k - 1) % 24, 6 * (k - 1) % 24 + 6),
        )
        M[own, own] += work.D[k]
        M[before, own] += work.E[k]
        M[own, before] += work.E[k].T
    return M


def test_blocks_are_springs_dampers_and_friction_along_their_directions(ring):
    system, _, work = ring
    wanted, joint = dense(work), system.joint
    for i in range(4):
        rows = directions(system, work, i)
        k = [
            joint.k_x[i],
            joint.k_y[i],
            joint.k_z[i],
            joint.k_ry[i],
            joint.k_rx[i],
            0.0,
        ]
        c = [*(DAMPING[n] for n in ("c_x", "c_y", "c_z", "c_ry", "c_rx", "c_rz"))]
        c[5] += work.joint.rubbing[i]
        for row, stiffness, damping in zip(rows, k, c, strict=True):
            wanted += DT * (damping + DT * stiffness) * np.outer(row, row)
    add_joints(system, work, DT)
    assert dense(work) == pytest.approx(wanted, rel=1e-9, abs=1e-14)
    assert work.joint.bound == pytest.approx(
        0.2 * 2.1e-3 * pressing(system, work), rel=1e-9
    )


def pressing(system, work):
    """Force across each pin [N]."""
    found = []
    for i in range(4):
        found.append(np.hypot(*work.joint.force[i, :2]))
    return np.array(found)


@pytest.mark.parametrize("late", [1.0, 0.0])
def test_all_that_joints_take_is_booked(ring, late):
    """Gain of kinetic energy is elastic work minus losses, in both schemes."""
    system, state, work = ring
    mass, old = dense(work), work.old_link.ravel().copy()
    if late:
        add_joints(system, work, DT)
        new = np.linalg.solve(dense(work), work.rhs_link.ravel())
    else:
        work.rhs_link[:] = 0.0
        push_joints(state, work, DT)
        new = old + np.linalg.solve(mass, work.rhs_link.ravel())
    work.rhs_link[:] = new.reshape(4, 6)
    if late:
        book_joints(system, state, work, DT)
    else:
        book_joint_impulses(state, work, DT)
    gained = 0.5 * (new @ mass @ new - old @ mass @ old)
    assert state.work[0] - state.loss.sum() == pytest.approx(gained, rel=1e-8)
    assert state.loss[0] > 0.0
    assert state.loss[1] == pytest.approx(state.wear.sum())
    assert (state.loss[1] > 0.0) == (late > 0.0)  # explicit steps rub by rows
    impulse = mass @ (new - old)
    linear = impulse.reshape(4, 6)[:, :3]
    in_world = np.einsum("iab,ib->ia", work.R.reshape(4, 3, 3), linear)
    assert in_world.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-12)
    for i in range(4):  # what the tensions say of the force along each link
        ahead, behind = work.joint.tension[i, 0], work.joint.tension[i - 1, 1]
        assert DT * (ahead - behind) == pytest.approx(linear[i, 0], rel=1e-6)
