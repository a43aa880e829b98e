"""Acceleration-level contacts and impacts of the event-driven engine."""

import numpy as np
import pytest

from catena.codes import Status
from catena.solvers.direct.acceleration_lcp import (
    energy_gain,
    solve_accelerations,
    solve_impact,
)

STICK = np.array([0])


def block(mu: float, pull: float) -> tuple:
    """A unit mass on the ground, pulled sideways: G, c, mu."""
    return np.eye(2), np.array([-9.81, pull]), np.array([mu])


@pytest.mark.parametrize("pull", [-2.0, 0.0, 1.5])
def test_block_sticks_below_the_friction_limit(pull):
    found = solve_accelerations(*block(0.5, pull), STICK)
    assert found.status is Status.OK
    np.testing.assert_allclose(found.forces, [9.81, -pull], atol=1e-12)
    np.testing.assert_allclose(found.response, 0.0, atol=1e-12)


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_block_begins_to_slide_above_it(side):
    found = solve_accelerations(*block(0.5, 10.0 * side), STICK)
    assert found.status is Status.OK
    np.testing.assert_allclose(found.forces, [9.81, -side * 4.905])
    assert found.response[1] * side > 0.0  # (7)


def test_residual_and_pivots_are_told():
    for G, c, mu in (block(0.5, 10.0), block(0.5, 2.0)):
        found = solve_accelerations(G, c, mu, STICK)
        assert found.residual <= 1e-14 and found.pivots >= 1
        capped = solve_accelerations(G, c, mu, STICK, 0)
        assert capped.status is Status.NOT_CONVERGED
        assert capped.residual > 0.1


def test_sliding_block_is_slowed():
    found = solve_accelerations(*block(0.5, 0.0), np.array([1]))
    np.testing.assert_allclose(found.forces, [9.81, -4.905])
    np.testing.assert_allclose(found.response, [0.0, -4.905], atol=1e-12)


def test_lifted_block_leaves():
    G, _, mu = block(0.5, 0.0)
    found = solve_accelerations(G, np.array([2.0, 1.0]), mu, STICK)
    np.testing.assert_allclose(found.forces, 0.0)
    np.testing.assert_allclose(found.response, [2.0, 1.0])


def test_two_contacts_of_one_table_share_the_load():
    """A table with legs at -1 and +1, centre of mass at 0.5."""
    W = np.array([[0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 1.0, 0.0], [-1.5, 0.0, 0.5, 0.0]])
    inverse = np.array([1.0, 1.0, 2.0])
    G = W.T @ (inverse[:, None] * W)
    c = W.T @ (inverse * np.array([0.0, -10.0, 0.0]))
    found = solve_accelerations(G, c, np.array([0.3, 0.3]), np.zeros(2, dtype=int))
    assert found.status is Status.OK
    np.testing.assert_allclose(found.normal, [2.5, 7.5])
    np.testing.assert_allclose(found.response, 0.0, atol=1e-12)


def three_balls(e: float):
    G = np.zeros((4, 4))
    G[0::2, 0::2] = [[2.0, -1.0], [-1.0, 2.0]]
    G[1::2, 1::2] = np.eye(2)
    gamma = np.array([-1.0, 0.0, 0.0, 0.0])
    P = solve_impact(G, gamma, np.zeros(2), np.full(2, e), np.zeros(2))
    assert P.status is Status.OK
    return np.array([1.0, 0.0, 0.0]) + np.array(
        [-P.normal[0], P.normal[0] - P.normal[1], P.normal[1]]
    ), P.normal


@pytest.mark.parametrize(
    ("e", "after"),
    [(1.0, [-1 / 3, 2 / 3, 2 / 3]), (0.5, [0.0, 0.5, 0.5]), (0.0, [1 / 3] * 3)],
)
def test_three_balls_by_moreau(e, after):
    velocity, P = three_balls(e)
    np.testing.assert_allclose(velocity, after, atol=1e-12)
    if e == 1.0:
        np.testing.assert_allclose(P, [4 / 3, 2 / 3], rtol=1e-12)


def test_cradle_with_gaps_passes_the_impact_on():
    v = np.array([1.0, 0.0, 0.0, 0.0])
    G = np.diag([2.0, 1.0])
    for i in range(3):
        impact = solve_impact(
            G, np.array([v[i + 1] - v[i], 0.0]), np.zeros(1), np.ones(1), np.zeros(1)
        )
        v[i] -= impact.normal[0]
        v[i + 1] += impact.normal[0]
    np.testing.assert_allclose(v, [0.0, 0.0, 0.0, 1.0], atol=1e-14)


def test_different_restitutions_would_create_energy_and_do_not():
    """Chain of balls: e = 1 in front, 0 behind, the rear contact separating."""
    G = np.zeros((4, 4))
    G[0::2, 0::2] = [[2.0, -1.0], [-1.0, 2.0]]
    G[1::2, 1::2] = np.eye(2)
    gamma = np.array([-1.0, 0.0, 0.4, 0.0])
    free = solve_accelerations(
        G, gamma * [2.0, 1.0, 1.0, 1.0], np.zeros(2), np.zeros(2, dtype=int)
    )
    assert energy_gain(G, gamma, free.forces) > 1e-3  # the law alone
    found = solve_impact(G, gamma, np.zeros(2), np.array([1.0, 0.0]), np.zeros(2))
    assert found.status is Status.OK
    assert energy_gain(G, gamma, found.forces) == pytest.approx(0.0, abs=1e-12)
    assert np.all(found.normal >= 0.0)
    assert np.all(found.response[0::2] >= -1e-12)
