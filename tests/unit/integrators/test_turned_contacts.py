"""What closed contacts need, turned to the middle of a step, against matrices."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.plain import plain

from catena.codes import Mode
from catena.contact.kinematics.rows import AFFINE
from catena.integrators.contact_turning import (
    book_turns,
    keep_middle,
    turn_contacts,
    turn_tied_contacts,
)
from catena.numerics.arrays import Floats
from catena.numerics.records import table
from catena.numerics.skyline import factor_skyline
from catena.tables.contacts import ListedRows, empty_rows
from catena.tables.joints import (
    JOINT,
    LOOSE,
    SHARED,
    TIED,
    JointDirections,
    JointWork,
    no_joints,
)
from catena.tables.state import Cause, empty_ledger
from catena.tables.system import ImpactWork

pytestmark = plain

N_C, N_U, CLOSED = 6, 7, int(Mode.OPEN) + 1


def contacts(seed: int = 1) -> tuple[ListedRows, ImpactWork, Floats]:
    """Rows on a few of the velocities, room for turns, inverse masses."""
    draws, rows = np.random.default_rng(seed), empty_rows(N_C, 4, 1)
    rows.dof[:] = [[0, 1, 2, -1], [1, 2, 3, 4], [4, 5, 6, -1]] * 2
    rows.W_N[:] = draws.normal(size=(N_C, 4))
    rows.active[:], rows.n_active[0] = [3, 1, 0, 2, 5, 4], 5
    work = ImpactWork(
        np.zeros(N_U, int), np.zeros((N_U, 6)), np.zeros((N_C, 2)),
        np.zeros(1 + N_C, int), np.zeros((N_C, 4)), np.full(N_C, 9.0),
    )  # fmt: skip
    return rows, work, draws.uniform(0.5, 2.0, N_U)


def spread(rows: ListedRows, W: Floats, i: int) -> Floats:
    way = np.zeros(N_U)
    for k, at in enumerate(rows.dof[i]):
        if at >= 0:
            way[at] += W[i, k]
    return way


def test_rigid_closed_contacts_of_bodies_keep_their_middle_directions() -> None:
    """Not elastic ones, joints, open ones and those of linear bodies."""
    rows, work, _ = contacts()
    candidates: Any = SimpleNamespace(
        rigid=np.array([1, 0, 1, 1, 1, 1]), pair=np.array([0, 0, AFFINE, 0, 0, 0])
    )
    tie = np.array([TIED, LOOSE, LOOSE, LOOSE, LOOSE, JOINT])
    modes = np.full(N_C, CLOSED)
    keep_middle(rows, candidates, tie, modes, work)
    assert work.bent[0] == 2
    assert work.bent[1:3].tolist() == [3, 0]
    for i in (3, 0):
        assert work.turned[i].tolist() == rows.W_N[i].tolist()
        assert work.known[i] == 0.0
    modes[3] = Mode.OPEN
    keep_middle(rows, candidates, tie, modes, work)
    assert work.bent[:2].tolist() == [1, 0]


@pytest.mark.parametrize("seed", range(3))
def test_what_a_closed_contact_needs_is_turned_to_the_middle(seed: int) -> None:
    """Along it the mean of old and new velocity vanishes; one by one."""
    rows, work, M_inv = contacts(seed)
    draws = np.random.default_rng(seed + 20)
    start, u = draws.normal(size=(2, N_U))
    tie = np.full(N_C, LOOSE)
    tie[1] = TIED
    work.bent[:5] = 4, 0, 1, 2, 4
    work.turned[:] = rows.W_N + 0.1 * draws.normal(size=(N_C, 4))
    rows.w_N[:] = 0.1 * draws.normal(size=N_C)
    middle = work.turned.copy()
    wanted, pushed = u.copy(), []
    for i in (0, 2, 4):
        m, c = spread(rows, middle, i), spread(rows, rows.W_N, i)
        P = -(m @ (start + wanted) + 2.0 * rows.w_N[i]) / (m @ (M_inv * m))
        P = max(P, 0.0)
        pushed.append(P)
        after = wanted + M_inv * m * P
        if P > 0.0:
            assert m @ (start + after) + 2.0 * rows.w_N[i] == pytest.approx(0.0)
        wanted += M_inv * (m - c) * P
    turn_contacts(rows, tie, work, M_inv, start, u)
    assert u == pytest.approx(wanted)
    for i, P in zip((0, 2, 4), pushed, strict=True):
        used = rows.dof[i] >= 0
        turn = (middle - rows.W_N)[i] * P
        assert work.turned[i][used] == pytest.approx(turn[used], abs=1e-15)
    assert work.turned[1].tolist() == middle[1].tolist()  # somebody else's
    none = 0.0 * M_inv
    before = u.copy()
    turn_contacts(rows, tie, work, none, start, u)  # nothing moves
    assert u.tolist() == before.tolist()


def test_what_parts_is_not_turned() -> None:
    """Of a motion and its opposite one closes the contact, and the other opens it."""
    turned = []
    for sign in (1.0, -1.0):
        rows, work, M_inv = contacts()
        start, u = sign * np.random.default_rng(20).normal(size=(2, N_U))
        work.bent[:2], work.turned[:] = [1, 0], 1.1 * rows.W_N
        before = u.copy()
        turn_contacts(rows, np.full(N_C, LOOSE), work, M_inv, start, u)
        turned.append(u.tolist() != before.tolist())
    assert sorted(turned) == [False, True]


@pytest.mark.parametrize("seed", range(4))
def test_jointed_bodies_answer_along_the_middle_directions_of_their_joint(
    seed: int,
) -> None:
    """``A_m = M^-1 - M^-1 W S^-1 W' M^-1`` in the middle, ahead a projection."""
    rows, work, M_inv = contacts(seed)
    draws = np.random.default_rng(seed + 40)
    rows.dof[5] = [0, 1, 2, 3]  # the row of the joint
    joints = no_joints(N_U, N_C)._replace(
        row=np.array([5]), first=np.array([0]), start=np.array([0, 1]),
        shared=table(SHARED, 1, n=4), kind=np.array([LOOSE, TIED, *[LOOSE] * 3, JOINT]),
    )  # fmt: skip
    ends = []
    for _ in range(2):
        W = draws.normal(size=(1, 4))
        full = np.zeros(N_U)
        full[:4] = W[0]
        MiW = W * M_inv[:4]
        # the factor of a matrix of one entry, as `factor_skyline` leaves it
        S = np.array([float(full @ (M_inv * full))])
        ends.append((full, S, JointDirections(W, MiW, factored(S))))
    (J_m, S_m, middle), (J_c, S_c, ahead) = ends
    answer = JointWork(
        middle, ahead, np.array([0.5]), np.zeros(1), np.zeros(1, int),
        *(np.zeros((1, 4)) for _ in range(3)),
    )  # fmt: skip
    start, u = draws.normal(size=(2, N_U))
    work.bent[:2] = 1, 1
    work.turned[:] = rows.W_N + 0.1 * draws.normal(size=(N_C, 4))
    m, c = spread(rows, work.turned, 1), spread(rows, rows.W_N, 1)
    closes = seed < 3
    if (m @ (start + u) < 0.0) != closes:
        start, u = -start, -u
    M = np.diag(M_inv)
    A_m = M - np.outer(M_inv * J_m, M_inv * J_m) / S_m
    P = max(-(m @ (start + u)) / (m @ A_m @ m), 0.0)
    b_m = float(J_m @ (M_inv * m)) / S_m[0]
    column = P * (A_m @ m - M_inv * c)
    b_c = float(J_c @ column) / S_c[0]
    wanted = u + column - M_inv * J_c * b_c
    P_known, scratch = np.array([2.0]), np.full(N_U, 9.0)
    before = work.turned.copy()
    turn_tied_contacts(joints, rows, work, (answer, P_known, scratch), M_inv, start, u)
    assert u == pytest.approx(wanted)
    assert work.known[1] == pytest.approx(P)
    assert answer.P_m[0] == pytest.approx(0.5 - P * b_m)
    assert P_known[0] == pytest.approx(2.0 - P * b_m - b_c)
    assert work.turned[1] == pytest.approx((before - rows.W_N)[1] * P)
    assert (P > 0.0) == closes


def factored(S: Floats) -> Floats:
    flat = S.copy()
    assert factor_skyline(flat, np.array([0]), np.array([0, 1])) == -1
    return flat


@pytest.mark.parametrize("driven", [False, True])
def test_turns_are_booked_with_the_errors_of_steps(driven: bool) -> None:
    rows, work, _ = contacts()
    draws = np.random.default_rng(9)
    work.bent[:3] = 2, 3, 2
    work.turned[:] = draws.normal(size=(N_C, 4))
    mean, impulse = draws.normal(size=N_U), np.zeros(N_U)
    ledger = empty_ledger(2, 2 if driven else 1)
    group = np.array([0, 0, 1, 0, 0, 0])
    book_turns(rows, work, group, mean, impulse, ledger)
    one, two = (spread(rows, work.turned, i) for i in (3, 2))
    assert ledger.loss[:, Cause.NUMERICAL] == pytest.approx([-one @ mean, -two @ mean])
    assert np.count_nonzero(ledger.loss) == 2
    assert impulse == pytest.approx((one + two) if driven else 0.0 * one)
