"""Friction problems of the Siconos collection with recomputed answers."""

import numpy as np
import pytest

from catena.codes import Status
from catena.errors import InputError
from catena.solvers.problems import friction_residual, solve_friction
from catena.verification.algebra import friction_problem

ROVERS = ["Rover1039", "Rover1040", "Rover1041", "Rover11035"]
load = friction_problem


KNOWN = {
    "FC3D_Example1": [1.0, -0.1 / np.sqrt(10), -0.3 / np.sqrt(10)] * 3,
    "FrictionContact3D_1c": [0.065695682898, -0.003678614907, -0.005443070814],
    "FrictionContact3D_RR_1c": [10.205876055695, 1.931888367688, 5.810798010421],
}


@pytest.mark.parametrize("name", list(KNOWN))
def test_spatial_problems_with_known_percussions(name):
    W, q, mu = load(name)
    found = solve_friction(W, q, mu)
    assert found.status is Status.OK
    assert found.residual <= 1e-12
    np.testing.assert_allclose(found.x, KNOWN[name], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", ROVERS)
def test_dependent_contacts_reach_the_residual(name):
    W, q, mu = load(name)
    found = solve_friction(W, q, mu)
    assert found.status is Status.OK
    assert found.residual <= 1e-10


@pytest.mark.parametrize("method", ["sweeps", "newton", "lemke"])
def test_planar_slider_crank_with_dependent_contacts(method):
    W, q, mu = load("FC2D_SliderCrankLagrangian00000")
    found = solve_friction(W, q, mu, method)
    assert found.status is Status.OK
    assert found.residual <= 1e-10
    velocity = W @ found.x + q
    np.testing.assert_allclose(
        velocity, [0.0, -8.546495812158, 0.0, -8.546495812158], atol=1e-9
    )
    np.testing.assert_allclose(
        found.x[0::2], [0.055779417655, 0.055224398574], rtol=1e-8
    )


def test_over_relaxation_changes_the_way_not_the_goal():
    W, q, mu = load("FrictionContact3D_1c")
    for relaxation in (0.7, 1.3):
        found = solve_friction(W, q, mu, relaxation=relaxation)
        assert found.status is Status.OK
        np.testing.assert_allclose(found.x, KNOWN["FrictionContact3D_1c"], rtol=1e-9)


def test_residual_is_large_for_a_wrong_answer():
    W, q, mu = load("FrictionContact3D_1c")
    assert friction_residual(W, q, mu, np.array([0.06, 0.0, 0.0])) > 1e-2
    pulling = np.array([-0.06, 0.0, 0.0])
    assert friction_residual(W, q, mu, pulling) > 1e-2


@pytest.mark.parametrize("method", ["newton", "lemke"])
def test_direct_methods_are_planar_only(method):
    with pytest.raises(InputError, match="planar"):
        solve_friction(*load("FC3D_Example1"), method=method)


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
