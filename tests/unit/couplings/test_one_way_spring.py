"""A spring behind a one-way clutch carries in one sense and overruns in the other."""

import numpy as np
import pytest
from slopes import downhill

from catena.couplings.one_way_spring import (
    ONE_WAY_SPRING,
    add_one_way_springs,
    book_one_way_springs,
    one_way_spring_energy,
)
from catena.numerics.records import table
from catena.tables.state import Cause


def spring(sense: float, d: float = 0.0) -> np.recarray:
    return table(ONE_WAY_SPRING, 1, a=0, b=1, sense=sense, k=40.0, d=d)


@pytest.mark.parametrize("sense", [1.0, -1.0])
def test_a_wound_spring_pulls_down_its_energy(sense: float) -> None:
    rows, q = spring(sense), sense * np.array([0.3, 0.1])
    h, slipped = np.zeros(2), np.zeros(1)
    add_one_way_springs(rows, q, np.zeros(2), h, slipped)
    wanted = downhill(lambda x: one_way_spring_energy(rows, x, slipped), q)
    assert h == pytest.approx(wanted, abs=1e-6)
    assert h[1] == pytest.approx(sense * 40.0 * 0.2)


def test_the_clutch_overruns_without_a_moment_and_carries_from_there() -> None:
    rows, slipped = spring(1.0), np.zeros(1)
    h = np.zeros(2)
    add_one_way_springs(rows, np.array([0.0, 0.5]), np.zeros(2), h, slipped)
    assert not h.any()
    assert slipped[0] == pytest.approx(-0.5)
    add_one_way_springs(rows, np.array([0.1, 0.5]), np.zeros(2), h, slipped)
    assert h[1] == pytest.approx(40.0 * 0.1)


def test_a_damper_takes_what_the_spring_does_not_store() -> None:
    rows, slipped, loss = spring(1.0, d=2.0), np.zeros(1), np.zeros((1, 5))
    q, u = np.array([0.3, 0.1]), np.array([1.5, 1.0])
    book_one_way_springs(rows, q, u, u, slipped, loss, 1e-3)
    assert loss[0, Cause.VISCOUS] == pytest.approx(1e-3 * 2.0 * 0.5**2)
    # a damper that would pull lets go: the spring's own power is then lost
    fast = np.array([-10.0, 10.0])
    loss[:] = 0.0
    book_one_way_springs(rows, q, fast, fast, slipped, loss, 1e-3)
    assert loss[0, Cause.VISCOUS] == pytest.approx(1e-3 * 40.0 * 0.2 * 20.0)
