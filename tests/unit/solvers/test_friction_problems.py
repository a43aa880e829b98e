"""Friction problems with known answers, and with dependent contacts."""

import numpy as np
import pytest

from catena.codes import Status
from catena.errors import InputError
from catena.solvers.problems import friction_residual, solve_friction
from catena.verification.algebra import (
    FRICTION_PROBLEMS,
    KNOWN_PERCUSSIONS,
    block_in_guide,
    box_on_floor,
)


@pytest.mark.parametrize("name", list(FRICTION_PROBLEMS))
def test_spatial_problems_with_known_percussions(name):
    found = solve_friction(*FRICTION_PROBLEMS[name])
    assert found.status is Status.OK
    assert found.residual <= 1e-12
    np.testing.assert_allclose(found.x, KNOWN_PERCUSSIONS[name], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("spin", [-5.0, 0.0, 2.0, 40.0])
def test_dependent_contacts_reach_the_residual(spin):
    W, q, mu = box_on_floor(spin)
    assert np.linalg.matrix_rank(W) < len(q)
    found = solve_friction(W, q, mu)
    assert found.status is Status.OK
    assert found.residual <= 1e-10
    assert (found.x[::3] >= 0.0).all()


@pytest.mark.parametrize("mu", [0.0, 0.05, 0.6])
def test_methods_agree_on_a_block_with_dependent_contacts(mu):
    W, q, mus = block_in_guide(mu)
    assert np.linalg.matrix_rank(W) < len(q)
    velocities = []
    for method in ("sweeps", "newton", "lemke"):
        found = solve_friction(W, q, mus, method)
        assert found.status is Status.OK
        assert found.residual <= 1e-10
        velocities.append(W @ found.x + q)
    np.testing.assert_allclose(velocities[1], velocities[0], atol=1e-9)
    np.testing.assert_allclose(velocities[2], velocities[0], atol=1e-9)


def test_over_relaxation_changes_the_way_not_the_goal():
    W, q, mu = FRICTION_PROBLEMS["one contact"]
    for relaxation in (0.7, 1.3):
        found = solve_friction(W, q, mu, relaxation=relaxation)
        assert found.status is Status.OK
        np.testing.assert_allclose(found.x, KNOWN_PERCUSSIONS["one contact"], rtol=1e-9)


def test_residual_is_large_for_a_wrong_answer():
    W, q, mu = FRICTION_PROBLEMS["one contact"]
    assert friction_residual(W, q, mu, np.array([0.06, 0.0, 0.0])) > 1e-2
    pulling = np.array([-0.06, 0.0, 0.0])
    assert friction_residual(W, q, mu, pulling) > 1e-2


@pytest.mark.parametrize("method", ["robust", "lemke"])
def test_direct_methods_are_planar_only(method):
    with pytest.raises(InputError, match="planar"):
        solve_friction(*FRICTION_PROBLEMS["three contacts, W = 1"], method=method)


@pytest.mark.parametrize("seed", [43, 273])
def test_circling_sweeps_take_shorter_steps_and_settle(seed):
    """Dependent contacts with strong friction: plain sweeps go round for ever."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 6))
    A = rng.normal(size=(2 * n, int(1.2 * n)))
    W, q, mu = A @ A.T, A @ rng.normal(size=A.shape[1]), np.full(n, 1.5)
    assert solve_friction(W, q, mu, max_iterations=120).status is Status.NOT_CONVERGED
    found = solve_friction(W, q, mu, max_iterations=2000)
    assert found.status is Status.OK
    assert found.residual <= 1e-10
