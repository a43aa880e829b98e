"""Friction problems with known answers, and with dependent contacts."""

import numpy as np
import pytest

from catena.codes import Status
from catena.errors import InputError
from catena.solvers.direct.direct_friction import solve_directly
from catena.solvers.direct.planar_friction import (
    planar_natural_map,
    planar_problem,
    planar_work,
    solve_planar_friction,
)
from catena.solvers.direct.spatial_friction import residual_and_slope
from catena.solvers.problems import friction, friction_residual
from catena.verification.algebra import (
    FRICTION_PROBLEMS,
    KNOWN_PERCUSSIONS,
    block_in_guide,
    box_on_floor,
)


@pytest.mark.parametrize("name", list(FRICTION_PROBLEMS))
def test_spatial_problems_with_known_percussions(name):
    found = friction(*FRICTION_PROBLEMS[name])
    assert found.status is Status.OK
    assert found.residual <= 1e-12
    np.testing.assert_allclose(found.x, KNOWN_PERCUSSIONS[name], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("spin", [-5.0, 0.0, 2.0, 40.0])
def test_dependent_contacts_reach_the_residual(spin):
    W, q, mu = box_on_floor(spin)
    assert np.linalg.matrix_rank(W) < len(q)
    found = friction(W, q, mu)
    assert found.status is Status.OK
    assert found.residual <= 1e-10
    assert (found.x[::3] >= 0.0).all()


@pytest.mark.parametrize("mu", [0.0, 0.05, 0.6])
def test_methods_agree_on_a_block_with_dependent_contacts(mu):
    W, q, mus = block_in_guide(mu)
    assert np.linalg.matrix_rank(W) < len(q)
    velocities = []
    for method in ("sweeps", "newton", "lemke"):
        found = friction(W, q, mus, method)
        assert found.status is Status.OK
        assert found.residual <= 1e-10
        velocities.append(W @ found.x + q)
    np.testing.assert_allclose(velocities[1], velocities[0], atol=1e-9)
    np.testing.assert_allclose(velocities[2], velocities[0], atol=1e-9)


def test_over_relaxation_changes_the_way_not_the_goal():
    W, q, mu = FRICTION_PROBLEMS["one contact"]
    for relaxation in (0.7, 1.3):
        found = friction(W, q, mu, relaxation=relaxation)
        assert found.status is Status.OK
        np.testing.assert_allclose(found.x, KNOWN_PERCUSSIONS["one contact"], rtol=1e-9)


def test_spatial_newton_has_the_slope_of_its_natural_map():
    W, q, mu = FRICTION_PROBLEMS[next(iter(FRICTION_PROBLEMS))]
    W, q, mu = (np.kron(np.eye(2), W), np.tile(q, 2), np.tile(mu, 2))
    rng = np.random.default_rng(6)
    W = W + 0.1 * np.ones_like(W)
    rho, h = np.full(q.size, 0.7), 1e-6
    for _ in range(20):
        r = rng.normal(size=q.size)
        _, J = residual_and_slope(W, q, mu, rho, r)
        for k, step in enumerate(h * np.eye(q.size)):
            up, _ = residual_and_slope(W, q, mu, rho, r + step)
            down, _ = residual_and_slope(W, q, mu, rho, r - step)
            np.testing.assert_allclose(J[:, k], (up - down) / (2.0 * h), atol=1e-7)


def test_residual_is_large_for_a_wrong_answer():
    W, q, mu = FRICTION_PROBLEMS["one contact"]
    assert friction_residual(W, q, mu, np.array([0.06, 0.0, 0.0])) > 1e-2
    pulling = np.array([-0.06, 0.0, 0.0])
    assert friction_residual(W, q, mu, pulling) > 1e-2


def test_pivoting_is_planar_only():
    with pytest.raises(InputError, match="planar"):
        friction(*FRICTION_PROBLEMS["W = 1"], method="lemke")


@pytest.mark.parametrize("seed", [43, 273])
def test_circling_sweeps_take_shorter_steps_and_settle(seed):
    """Dependent contacts with strong friction: plain sweeps go round for ever."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 6))
    A = rng.normal(size=(2 * n, int(1.2 * n)))
    W, q, mu = A @ A.T, A @ rng.normal(size=A.shape[1]), np.full(n, 1.5)
    assert friction(W, q, mu, "sweeps", 120).status is Status.NOT_CONVERGED
    found = friction(W, q, mu, "sweeps", 2000)
    assert found.status is Status.OK
    assert found.residual <= 1e-10


def heap(seed, bodies=8, contacts=20, mu=0.5):
    """Discs that touch one another or the ground: more contacts than directions."""
    rng = np.random.default_rng(seed)
    W = np.zeros((2 * contacts, 3 * bodies))
    for k in range(contacts):
        angle = rng.uniform(0.0, 2.0 * np.pi)
        n = np.array([np.cos(angle), np.sin(angle)])
        for body, side in zip(rng.choice(bodies + 1, 2, False), (1, -1), strict=True):
            if body < bodies:
                W[2 * k, 3 * body : 3 * body + 2] = side * n
                W[2 * k + 1, 3 * body : 3 * body + 3] = -side * n[1], side * n[0], 1.0
    mobility = np.tile([1.0, 1.0, 2.0], bodies)
    problem = planar_problem(contacts)
    problem.G[:], problem.c[:] = (W * mobility) @ W.T, W @ rng.normal(size=3 * bodies)
    problem.kind[:], problem.mu[:] = 1, mu
    return problem


@pytest.mark.parametrize("guesses", [1, 4, 20])
def test_newton_ends_with_its_best_guess(guesses):
    for seed in range(20):
        problem = heap(seed)
        P, gamma = np.ones(problem.c.size), np.zeros(problem.c.size)
        before, _ = planar_natural_map(problem, P, gamma)
        solve_planar_friction(problem, P, planar_work(problem.mu.size), 1e-15, guesses)
        after, _ = planar_natural_map(problem, P, gamma)
        assert after <= before


def test_heaps_are_solved_directly():
    for seed in range(60):
        problem = heap(seed)
        start = np.zeros(problem.c.size)
        status, _, residual, scale = solve_directly(problem, start, 1e-10)
        assert status is Status.OK
        assert residual <= 1e-10 * scale


def test_newton_does_not_call_a_nan_a_solution():
    problem = heap(0)
    problem.c[3] = np.nan
    P = np.zeros(problem.c.size)
    work = planar_work(problem.mu.size)
    status, _ = solve_planar_friction(problem, P, work, 1e-9, 5)
    assert status != Status.OK
    assert np.isinf(planar_natural_map(problem, P, work.gamma)[0])


@pytest.mark.parametrize(
    ("mu", "settings", "words"),
    [
        ([0.1, 0.1], {}, r"mu: found shape \(2,\) for 3 velocities"),
        ([-0.1], {}, r"mu: found \[-0\.1\]; expected finite numbers of at least 0"),
        ([0.1], {"relaxation": 2.0}, r"relaxation: found 2\.0; expected 0 to 2"),
        ([0.1], {"method": "magic"}, "method: found 'magic'"),
    ],
)
def test_friction_problems_that_are_none_are_refused(mu, settings, words):
    W, q, _ = FRICTION_PROBLEMS["one contact"]
    with pytest.raises(InputError, match=words):
        friction(W, q, mu, **settings)
