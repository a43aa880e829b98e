"""Rigid planar contacts and joints in one problem: balls in a row against a wall."""

import numpy as np
import pytest
from tests.plain import plain

from catena.codes import FrictionLaw
from catena.numerics.records import table
from catena.rows.impact import IMPACT, fill_rebounds, start_impacts
from catena.rows.planar import PLANAR, Counter, planar_rate
from catena.rows.turn import TURN
from catena.solvers.patches.impact_sweeps import solve_impacts
from catena.tables.groups import GROUP

pytestmark = plain

DT, N = 1e-3, 4


def balls(e=0.0, mu=0.0, bound=0.0):
    """Balls 0 to 3 in a row, body 4 the wall; they fly at it and turn."""
    k = np.arange(N)
    rows = table(
        PLANAR, N, a=k, b=np.where(k == 0, N, k - 1), slot=k, n_x=1.0, a_t=-0.1,
        b_t=np.where(k == 0, 0.0, 0.1),
    )  # fmt: skip
    groups = table(GROUP, 1, mu=mu, e=e, friction=int(FrictionLaw.COULOMB))
    turns = table(TURN, 1, a=2 * (N + 1), b=2 * (N + 1) + 1, per=1.0, bound=bound)
    turns.mass = 1.0 / (200.0 + 200.0)
    u, M_inv = np.zeros((3, N + 1)), np.ones((3, N + 1))
    u[0, :N], u[2, :N] = -1.0, [3.0, -2.0, 1.0, 0.5]
    M_inv[2], M_inv[:, N] = 200.0, 0.0
    impacts = table(IMPACT, N)
    fill_rebounds(rows, N, groups, impacts, np.zeros((3, N + 1)) + u * [[1], [1], [0]],
                  DT)  # fmt: skip
    start_impacts(rows, N, groups, impacts, (np.zeros(N), np.zeros(N)), u, M_inv)
    return (rows, impacts, groups), turns, u, M_inv


def solved(parts, limit=1e-12, most=5000):
    contacts, turns, u, M_inv = parts
    counter = np.zeros(3, dtype=np.int64)
    counter[Counter.ROWS] = N
    flat = u.reshape(-1), M_inv.reshape(-1)
    solve_impacts(contacts, turns, (u, M_inv), flat, counter, limit, most)
    return counter


def test_plastic_balls_stop_at_the_wall_and_pass_their_momentum_on():
    parts = balls()
    counter = solved(parts)
    (_, impacts, _), _, u, _ = parts
    assert u[0] == pytest.approx(0.0, abs=1e-10)
    assert impacts.P == pytest.approx([4.0, 3.0, 2.0, 1.0])
    assert counter[Counter.SWEEPS] > 1
    assert counter[Counter.CAPPED] == 0


def test_friction_and_joints_are_in_the_same_problem():
    parts = balls(e=0.5, mu=0.3, bound=1e-3)
    before = float((0.5 * parts[2][:, :N] ** 2 / parts[3][:, :N]).sum())
    counter = solved(parts)
    (rows, impacts, _), turns, u, M_inv = parts
    assert counter[Counter.CAPPED] == 0
    for i in range(N):
        rate = planar_rate(rows, i, rows[i].a, rows[i].b, u)
        leaving = rate + impacts[i].rebound
        assert leaving == pytest.approx(0.0, abs=1e-9) or impacts[i].P == 0.0
        assert abs(rows[i].P) <= 0.3 * impacts[i].P + 1e-15
    assert np.abs(rows.P).max() > 0.0
    assert abs(turns[0].P) == pytest.approx(1e-3)  # more slip than it can hold
    assert float((0.5 * u[:, :N] ** 2 / M_inv[:, :N]).sum()) < before


def test_too_few_sweeps_are_counted():
    counter = solved(balls(), most=2)
    assert (counter[Counter.SWEEPS], counter[Counter.CAPPED]) == (2, 1)


@pytest.mark.parametrize("k", [0, 2])
def test_what_is_not_a_number_never_counts_as_solved(k):
    """The last ball has no speed: across it counts as soon as there is friction."""
    parts = balls(mu=0.3)
    parts[2][k, N - 1] = np.nan
    assert solved(parts, most=50)[Counter.CAPPED] == 1
