"""Newton's impact law (10)-(12) for one and several contacts."""

import numpy as np
import pytest

from catena.codes import Status
from catena.laws.impact import newton_percussion, solve_newton_impact


def test_one_ball_on_the_floor():
    m, e, v = 2.0, 0.7, -3.0
    P = newton_percussion(1.0 / m, e, v)
    assert v + P / m == pytest.approx(-e * v)


def test_three_balls_with_equal_masses():
    """(1, 0, 0) -> (-1/3, 2/3, 2/3), percussions (4/3, 2/3)."""
    G = np.array([[2.0, -1.0], [-1.0, 2.0]])
    P = np.zeros(2)
    status = solve_newton_impact(G, np.ones(2), np.array([-1.0, 0.0]), 2, P)
    assert status == Status.OK
    np.testing.assert_allclose(P, [4 / 3, 2 / 3], rtol=1e-14)


def test_all_gap_rates_are_reversed():
    rng = np.random.default_rng(3)
    W = rng.normal(size=(6, 4))
    G = W.T @ W
    e, before, P = rng.uniform(0, 1, 4), rng.normal(size=4), np.zeros(4)
    assert solve_newton_impact(G.copy(), e, before, 4, P) == Status.OK
    np.testing.assert_allclose(before + G @ P, -e * before, atol=1e-12)  # (10)


def test_dependent_contacts_are_reported():
    G = np.ones((2, 2))
    status = solve_newton_impact(G, np.zeros(2), -np.ones(2), 2, np.zeros(2))
    assert status == Status.SINGULAR
