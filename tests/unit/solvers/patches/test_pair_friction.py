"""Bodies in space by sweeps: rebound, Coulomb discs, momentum and what they take."""

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics.records import table
from catena.rows.spatial_touch import book_touches, touch_rate
from catena.solvers.patches.pair_friction import solve_pairs
from catena.tables.spatial_bodies import (
    BEAM,
    BODY,
    BUSHING,
    LOAD,
    SPRING,
    SURFACE,
    TOUCH,
    BodySystem,
    body_state,
    body_work,
)
from catena.tables.state import Cause

pytestmark = plain

DT = 1e-4


def touching(count=3, **laws):
    """Three bodies beside the ground, each touching the one before it."""
    draws = np.random.default_rng(4)
    M_inv = draws.uniform(0.5, 3.0, (count + 1, 6))
    M_inv[0] = 0.0
    given = {"rigid": 1, "restitution": 0.4, "friction": 0.3} | laws
    system = BodySystem(
        table(BODY, count + 1), table(SURFACE, 0), table(TOUCH, count, **given),
        table(BUSHING, 0), np.zeros((0, 2, 9)), table(SPRING, 0), table(LOAD, 0),
        table(BEAM, 0), np.zeros((0, 2, 9)), M_inv, np.zeros(3),
    )  # fmt: skip
    u = draws.normal(size=(count + 1, 6))
    u[0] = 0.0
    state, work = body_state(np.zeros((count + 1, 7)), u, count), body_work(system)
    work.found[0], work.old[:] = count, u
    for row in range(count):
        work.row[row].parts, work.row[row].touch = 2, row
        work.who[row, :2] = row + 1, row
        axes = np.linalg.qr(draws.normal(size=(3, 3)))[0]
        arm = 0.2 * draws.normal(size=(2, 3))
        for e in range(3):
            work.J[row, e, :3], work.J[row, e, 6:9] = axes[e], -axes[e]
            work.J[row, e, 3:6] = np.cross(arm[0], axes[e])
            work.J[row, e, 9:12] = -np.cross(arm[1], axes[e])
        if row == 0 and touch_rate(work, 0, 0, u) > 0.0:
            work.J[row] *= -1.0  # at least this one comes closer
    return system, state, work


def kinetic(system, u):
    return float((0.5 * u[1:] ** 2 / system.M_inv[1:]).sum())


def test_impulses_obey_impact_and_coulomb():
    system, state, work = touching()
    old = state.u.copy()
    solve_pairs(system, state, work, DT)
    assert state.memory.tally[0] == 1.0
    assert state.memory.tally[2] == 0.0
    pushing = 0
    for row in range(3):
        r = work.row[row]
        leaving = touch_rate(work, row, 0, state.u) + 0.4 * min(r.old, 0.0)
        assert r.P >= 0.0
        assert leaving == pytest.approx(0.0, abs=1e-8) or (r.P == 0.0 and leaving > 0.0)
        slip = [touch_rate(work, row, e, state.u) for e in (1, 2)]
        rubbed, bound = np.array([r.P_1, r.P_2]), 0.3 * r.P
        assert np.hypot(*rubbed) <= bound * (1.0 + 1e-9)
        if np.hypot(*slip) > 1e-7 and bound > 0.0:
            aim = -bound * np.array(slip) / np.hypot(*slip)
            assert rubbed == pytest.approx(aim, rel=1e-5)
        pushing += r.P > 0.0
        assert state.memory.P[row] == pytest.approx([r.P, r.P_1, r.P_2])
    assert pushing > 0
    book_touches(system, state, work, DT)
    lost = kinetic(system, old) - kinetic(system, state.u)
    assert state.ledger.loss.sum() == pytest.approx(lost, rel=1e-9)
    assert state.ledger.loss[0, Cause.IMPACT] > 0.0


def test_elastic_contacts_have_the_impulse_of_spring_and_damper():
    system, state, work = touching(rigid=0, k=1e3, c=2.0, friction=0.0)
    work.row.gap[:3] = -0.02, -0.01, 0.03
    solve_pairs(system, state, work, DT)
    for row, gap in enumerate((-0.02, -0.01, 0.03)):
        r = work.row[row]
        assert r.P == pytest.approx(DT * max(0.0, -1e3 * gap - 2.0 * r.old))
    assert state.memory.tally[3] == 0.02


def test_a_second_solve_starts_where_the_first_ended():
    system, first, work = touching()
    solve_pairs(system, first, work, DT)
    system, again, work = touching()
    again.memory.P[:] = first.memory.P
    solve_pairs(system, again, work, DT)
    assert again.memory.tally[1] <= 2.0 < first.memory.tally[1]
    assert again.u == pytest.approx(first.u, abs=1e-9)


def test_without_contacts_nothing_is_swept():
    system, state, work = touching()
    work.found[0], before = 0, state.u.copy()
    solve_pairs(system, state, work, DT)
    assert (state.u == before).all()
    assert state.memory.tally[:3] == pytest.approx([1.0, 0.0, 0.0])


@pytest.mark.parametrize("rigid", [0, 1])
def test_what_is_not_a_number_never_counts_as_solved(rigid):
    """The last of three bodies has no speed along one direction."""
    system, state, work = touching(rigid=rigid, k=1e3, c=2.0)
    work.row.gap[:3] = -0.1  # pressed, however fast they part
    state.u[3, 1] = np.nan
    solve_pairs(system, state, work, DT)
    assert state.memory.tally[2] == 1.0
