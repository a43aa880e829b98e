"""Friction between turning speeds: sticks within its bound, books what it takes."""

import numpy as np
import pytest

from catena.numerics.records import table
from catena.rows.turn import (
    TURN,
    book_turns,
    relax_turn,
    relax_turn_on,
    start_turns,
    turn_slip,
)
from catena.tables.state import Cause

J = np.array([0.2, 0.5, 0.1])
M_INV = 1.0 / J


def joints(bound: float) -> np.recarray:
    """Two joints in a row: 0 on 1, 1 on 2."""
    mass = 1.0 / (M_INV[:2] + M_INV[1:])
    return table(TURN, 2, a=[0, 1], b=[1, 2], slot=[1, 0], group=[0, 1], mass=mass,
                 per=10.0, bound=bound)  # fmt: skip


def sweep(rows: np.recarray, u: np.ndarray, count: int = 200) -> None:
    for _ in range(count):
        change = max(relax_turn(rows, i, u, M_INV) for i in range(rows.size))
    assert change < 1e-12


def test_within_the_bound_all_turn_together() -> None:
    rows, u = joints(10.0), np.array([1.0, -2.0, 3.0])
    common = float(J @ u / J.sum())
    sweep(rows, u)
    assert u == pytest.approx(np.full(3, common))


def test_beyond_the_bound_friction_works_against_the_slip() -> None:
    rows, u = joints(1e-3), np.array([1.0, -2.0, 3.0])
    before, momentum = 0.5 * J @ u**2, J @ u
    old = u.copy()
    sweep(rows, u)
    assert rows.P == pytest.approx([-1e-3, 1e-3])
    assert turn_slip(rows, 0, u) < 0.0 < turn_slip(rows, 1, u)
    assert J @ u == pytest.approx(momentum)
    memory, h, loss = np.zeros(2), np.zeros(3), np.zeros((2, 5))
    book_turns(rows, memory, 0.5 * (old + u), h, loss, 1e-4)
    assert loss[:, Cause.COULOMB].sum() == pytest.approx(before - 0.5 * J @ u**2)
    assert (loss[:, Cause.COULOMB] > 0.0).all()
    assert memory == pytest.approx([1e-3, -1e-3])  # by slot
    assert h == pytest.approx(J * (u - old) / 1e-4)  # reactions are the impulses


def test_a_step_starts_with_what_the_load_still_allows() -> None:
    rows, u = joints(2e-3), np.zeros(3)
    start_turns(rows, np.array([1e-3, 5e-3]), u, M_INV)
    assert rows.P == pytest.approx([2e-3, 1e-3])
    assert u == pytest.approx(M_INV * np.array([2e-3, 1e-3 - 2e-3, -1e-3]))


def test_a_velocity_handed_on_changes_no_bit() -> None:
    rows, u = joints(0.4), np.array([1.0, -2.0, 3.0])
    others, v = joints(0.4), u.copy()
    for _ in range(3):
        one = [relax_turn(rows, i, u, M_INV) for i in range(2)]
        first, last, kept = relax_turn_on(others, 0, v, M_INV, -1, 0.0)
        assert (last, kept) == (1, v[1])
        v[1] = np.nan  # is not asked for
        second, last, kept = relax_turn_on(others, 1, v, M_INV, last, kept)
        assert (last, kept) == (2, v[2])
        assert [first, second] == one
        assert v.tolist() == u.tolist()
