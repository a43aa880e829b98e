"""Friction of known bounds against the minimum of a quadratic within a box."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from scipy.optimize import lsq_linear
from tests.plain import plain

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.rows.planar import tangential_mass
from catena.rows.turn import TURN
from catena.solvers.patches.elastic_friction import (
    book_friction,
    elastic_friction,
    fill_sizes,
    judge_friction,
    scale_steps,
    show_impulses,
    start_friction,
    sweep_friction,
    take_impulses,
)
from catena.tables.contacts import PercussionOptions, empty_rows, solver_report
from catena.tables.friction import ElasticFriction, empty_slots
from catena.tables.state import Cause, empty_ledger

pytestmark = plain

BODIES, CONTACTS, PER = 5, 5, (20.0, 8.0, 50.0)
EXACT = (0.0, 0.0)


class Cluster(NamedTuple):
    """Bodies that rub on each other and turn in bearings; the last body is held."""

    friction: ElasticFriction
    W: Floats  # (rows, 3 bodies): slip of every row, contacts first
    u: Floats
    group: Ints
    bounds: Floats


def directions(rows: Rows, turns: Rows) -> Floats:
    """Slip of every row by the velocities, written down from the meaning of levers."""
    W = np.zeros((rows.size + turns.size, 3 * BODIES))
    for i, row in enumerate(rows):
        t = np.array([-row.n_y, row.n_x])
        W[i, 3 * row.a : 3 * row.a + 3] = [*t, row.a_t]
        W[i, 3 * row.b : 3 * row.b + 3] = [*-t, -row.b_t]
    for k, row in enumerate(turns):
        W[rows.size + k, row.a], W[rows.size + k, row.b] = -1.0, 1.0
    return W


def cluster(seed: int, strength: float) -> Cluster:
    """Random places, velocities and bounds about as large as the momentum."""
    draws = np.random.default_rng(seed)
    M_inv = draws.uniform(0.5, 2.0, 3 * BODIES)
    M_inv[-3:] = 0.0
    turns = table(
        TURN, 3, a=[2, 5, 8], b=[5, 11, 14], slot=[5, 6, 7], group=[0, 0, 1], per=PER
    )
    turns.mass = 1.0 / (M_inv[turns.a] + M_inv[turns.b])
    made = elastic_friction(CONTACTS, BODIES, M_inv, turns)
    rows, angle = made.rows, draws.uniform(0.0, 6.0, CONTACTS)
    made.n_used[0] = CONTACTS
    rows.a, rows.b = [0, 1, 2, 3, 0], [1, 2, 3, 4, 4]
    rows.n_x, rows.n_y = np.cos(angle), np.sin(angle)
    rows.a_t, rows.b_t = draws.normal(size=(2, CONTACTS))
    rows.slot, rows.group = [3, 1, 0, 4, 2], [0, 0, 1, 1, 0]
    for i in range(CONTACTS):
        three = M_inv.reshape(-1, 3).T
        rows[i].mass = tangential_mass(rows, i, rows[i].a, rows[i].b, three)
    bounds = strength * draws.uniform(0.5, 1.5, CONTACTS + 3)
    rows.bound, turns.bound = bounds[:CONTACTS], bounds[CONTACTS:]
    W = directions(rows, turns)
    u = draws.normal(size=3 * BODIES)
    u[-3:] = 0.0
    return Cluster(made, W, u, np.array([0, 1, 0, 0, 1, 1, 0, 1]), bounds)


def impulses(one: Cluster) -> Floats:
    """Of all rows, contacts first."""
    return np.concatenate([one.friction.rows.P, one.friction.turns.P])


def moved(one: Cluster, P: Floats) -> Floats:
    """Velocities after impulses against the slip."""
    rubbed = one.W.T @ P
    return np.asarray(one.u - one.friction.M_inv * rubbed)


def least(one: Cluster) -> Floats:
    """Kinetic energy after the step is least among impulses within their bounds."""
    free = one.friction.M_inv > 0.0
    root = np.sqrt(one.friction.M_inv[free])
    A = root[:, None] * one.W.T[free]
    b = one.u[free] / root
    found = lsq_linear(A, b, (-one.bounds, one.bounds), tol=1e-15, max_iter=1000)
    return np.asarray(moved(one, found.x))


@pytest.mark.parametrize("everyone", [True, False])
@pytest.mark.parametrize("strength", [0.1, 0.5])
@pytest.mark.parametrize("seed", [0, 2])
def test_sweeps_leave_the_least_energy_within_the_bounds(
    seed: int, strength: float, everyone: bool
) -> None:
    one = cluster(seed, strength)
    u, size = one.u.copy(), np.zeros(2)
    start_friction(one.friction, one.group, size, u)
    assert u.tolist() == one.u.tolist()  # no impulse was kept
    change, count = 1.0, 0
    while change > 1e-12 and count < 1000:
        whom = everyone or count == 0
        back = count % 2 == 1
        change, _ = sweep_friction(one.friction, u, one.group, size, EXACT, back, whom)
        count += 1
    assert u == pytest.approx(least(one), abs=1e-9)
    assert u == pytest.approx(moved(one, impulses(one)), abs=1e-12)
    assert np.all(np.abs(impulses(one)) <= one.bounds)
    report = solver_report()
    options = PercussionOptions(absolute_tolerance=1e-10)
    worst = judge_friction(one.friction, u, one.group, size, options, report, 0.0)
    assert worst <= 1.0


def test_one_visit_is_the_projection_of_its_row() -> None:
    """All rows in their order, bearings behind contacts or, on the way back, before."""
    for back in (False, True):
        one = cluster(1, 0.4)
        size, P, u = np.zeros(2), np.zeros(CONTACTS + 3), one.u.copy()
        order = np.arange(CONTACTS + 3)
        changes = []
        scales = 1.0 / np.einsum("ij,j,ij->i", one.W, one.friction.M_inv, one.W)
        for i in order[::-1] if back else order:
            new = P[i] + one.W[i] @ u * scales[i]
            new = min(max(new, -one.bounds[i]), one.bounds[i])
            per = PER[i - CONTACTS] if i >= CONTACTS else 1.0
            u -= one.friction.M_inv * one.W[i] * (new - P[i])
            changes.append(abs(new - P[i]) * per)
            P[i] = new
        found = one.u.copy()
        told = sweep_friction(one.friction, found, one.group, size, EXACT, back, True)
        assert told == (pytest.approx(max(changes)), True)
        assert impulses(one) == pytest.approx(P)
        assert found == pytest.approx(u, abs=1e-14)
        forces = np.abs(P) * np.array([*np.ones(CONTACTS), *PER])
        groups = one.group[slots_of(one)]
        wanted = [forces[groups == g].max() for g in range(2)]
        assert size == pytest.approx(wanted)
        fresh = np.zeros(2)
        fill_sizes(one.friction, one.group, fresh)
        assert fresh == pytest.approx(wanted)


def slots_of(one: Cluster) -> Ints:
    """Places of all rows in the memory, contacts first."""
    return np.concatenate([one.friction.rows.slot, one.friction.turns.slot])


def test_a_row_sleeps_until_one_of_its_bodies_is_changed() -> None:
    one = cluster(2, 0.3)
    u, size = one.u.copy(), np.zeros(2)
    sweep = (one.friction, u, one.group, size)
    for count in range(300):
        sweep_friction(*sweep, EXACT, count % 2 == 1, count == 0)
    before = one.friction.clock[0]
    assert sweep_friction(*sweep, EXACT, False, False) == (0.0, False)
    assert one.friction.clock[0] == before  # nobody was visited
    u[0] += 0.5  # body 0: changed by an impulse of somebody else
    one.friction.changed[0] = before + 1
    sweep_friction(*sweep, (1e9, 0.0), False, False)
    assert one.friction.clock[0] == before + 3  # two contacts and a bearing


def test_changes_below_their_quiet_part_wake_nobody() -> None:
    for quiet in ((1e3, 0.0), (0.0, 1e3)):
        one = cluster(3, 0.3)
        u, size = one.u.copy(), np.full(2, 1.0)
        change, moved_one = sweep_friction(
            one.friction, u, one.group, size, quiet, False, True
        )
        assert (change, moved_one) == (0.0, True)
        assert not one.friction.changed.any()


def test_kept_impulses_are_applied_as_far_as_bounds_allow() -> None:
    one = cluster(4, 0.2)
    kept = 0.2 * np.random.default_rng(8).normal(size=CONTACTS + 3)
    one.friction.rows.P, one.friction.turns.P = kept[:CONTACTS], kept[CONTACTS:]
    u, size = one.u.copy(), np.zeros(2)
    start_friction(one.friction, one.group, size, u)
    P = np.clip(kept, -one.bounds, one.bounds)
    assert 0 < np.count_nonzero(P != kept) < P.size
    assert impulses(one) == pytest.approx(P)
    assert u == pytest.approx(moved(one, P), abs=1e-14)
    forces = np.abs(P) * np.array([*np.ones(CONTACTS), *PER])
    groups = one.group[slots_of(one)]
    assert size == pytest.approx([forces[groups == g].max() for g in range(2)])


def test_the_worst_row_is_the_one_farthest_from_its_law_by_what_is_allowed() -> None:
    one = cluster(5, 0.3)
    size, options = np.array([3.0, 0.5]), PercussionOptions(1e-3, 1e-4)
    P = 0.5 * one.bounds * np.random.default_rng(9).uniform(-1.0, 1.0, one.bounds.size)
    one.friction.rows.P, one.friction.turns.P = P[:CONTACTS], P[CONTACTS:]
    scales = 1.0 / np.einsum("ij,j,ij->i", one.W, one.friction.M_inv, one.W)
    off = np.abs(P - np.clip(P + one.W @ one.u * scales, -one.bounds, one.bounds))
    off *= np.array([*np.ones(CONTACTS), *PER])
    slots, groups = slots_of(one), one.group[slots_of(one)]
    shares = off / (1e-4 + 1e-3 * size[groups])
    report = solver_report()
    state = one.friction, one.u, one.group, size, options, report
    assert judge_friction(*state, 0.0) == pytest.approx(shares.max())
    assert report.worst_row[0] == slots[shares.argmax()]
    assert report.residual[0] == pytest.approx(off[shares.argmax()])
    assert report.scale[0] == size[groups[shares.argmax()]]
    one.friction.turns.bound = 0.0
    one.friction.turns.P = 0.0  # obey their law: contacts are left
    contacts = shares[:CONTACTS]
    assert judge_friction(*state, 0.0) == pytest.approx(contacts.max())
    assert report.worst_row[0] == slots[contacts.argmax()]
    above = 2.0 * contacts.max()
    assert judge_friction(*state, above) == above
    one.u[3] = np.nan
    assert judge_friction(*state, 0.0) == np.inf


def test_shorter_steps_go_their_share_of_the_way_and_grow_back() -> None:
    one = cluster(6, 1e3)
    whole = one.friction.rows.mass.copy(), one.friction.turns.mass.copy()
    scale_steps(one.friction, 0.25)
    scale_steps(one.friction, 0.5)
    assert one.friction.rows.mass == pytest.approx(0.5 * whole[0])
    assert one.friction.turns.mass == pytest.approx(0.5 * whole[1])
    scale_steps(one.friction, 1.0)
    assert one.friction.rows.mass == pytest.approx(whole[0])
    assert one.friction.turns.mass == pytest.approx(whole[1])


def test_listed_rows_show_impulses_as_forces_at_their_arms_and_give_them_back() -> None:
    one = cluster(7, 0.3)
    P = np.random.default_rng(3).normal(size=CONTACTS + 3)
    one.friction.rows.P, one.friction.turns.P = P[:CONTACTS], P[CONTACTS:]
    listed, per = empty_rows(8, 6, 1), np.array([*np.ones(CONTACTS), *PER])
    show_impulses(one.friction, listed)
    assert listed.P_T[slots_of(one), 0] == pytest.approx(P * per)
    assert listed.R_T[slots_of(one)] == pytest.approx(one.bounds * per)
    listed.P_T[:] *= -3.0
    take_impulses(one.friction, listed)
    assert impulses(one) == pytest.approx(-3.0 * P)


@pytest.mark.parametrize("asked", [False, True])
def test_what_is_booked_is_what_the_bodies_lose(asked: bool) -> None:
    """Impulses times the mean slip of a step are its loss of kinetic energy."""
    one = cluster(8, 0.2)
    u, size = one.u.copy(), np.zeros(2)
    sweep_friction(one.friction, u, one.group, size, EXACT, False, True)
    P, mean = impulses(one), 0.5 * (u + one.u)
    slots, ledger = empty_slots(np.zeros(8)), empty_ledger(3, 2 if asked else 1)
    pushed, account = np.zeros(3 * BODIES), np.array([2, 1])
    book_friction(one.friction, slots, account, mean, pushed, ledger)
    free = one.friction.M_inv > 0.0
    lost = 0.5 * np.sum((one.u**2 - u**2)[free] / one.friction.M_inv[free])
    assert ledger.loss.sum() == pytest.approx(lost)
    power = P * (one.W @ mean)
    contacts, groups = power[:CONTACTS], one.friction.rows.group
    bearings = power[CONTACTS:]
    wanted = np.zeros(3)
    for g in range(2):
        wanted[account[g]] += contacts[groups == g].sum()
        wanted[g] += bearings[one.friction.turns.group == g].sum()
    assert ledger.loss[:, Cause.COULOMB] == pytest.approx(wanted)
    at = slots_of(one)
    assert slots.P[at] == pytest.approx(P)
    assert slots.bound[at] == pytest.approx(one.bounds)
    acting = np.array([*np.full(CONTACTS, 1.0 if asked else 0.0), 1.0, 1.0, 1.0])
    assert pushed == pytest.approx(-one.W.T @ (acting * P), abs=1e-14)
