"""The sparse Newton method against the dense one, and the band it works on."""

import numpy as np
import pytest

from catena.codes import FrictionLaw, NormalLaw, Status
from catena.numerics.banded import (
    factor_banded,
    fill_incidence,
    fill_order,
    solve_banded,
    widest_reach,
)
from catena.solvers.direct.delassus import fill_planar_laws
from catena.solvers.direct.planar_friction import (
    PlanarProblem,
    planar_natural_map,
    planar_work,
    solve_planar_friction,
)
from catena.solvers.direct.sparse_friction import (
    LARGEST_WEIGHT,
    LEAST_WEIGHT,
    MOST_FLOPS,
    next_weight,
    solve_sparse_friction,
    sparse_problem,
)
from catena.solvers.sweeps.dense_rows import friction_rows


@pytest.mark.parametrize(("n", "reach"), [(1, 0), (7, 2), (12, 11)])
def test_banded_factors_solve_what_dense_ones_solve(n, reach):
    rng = np.random.default_rng(n)
    full = rng.standard_normal((n, n)) + 3.0 * n * np.eye(n)
    band = np.zeros((n, 2 * reach + 1))
    for i in range(n):
        for j in range(n):
            if abs(i - j) > reach:
                full[i, j] = 0.0
            else:
                band[i, j - i + reach] = full[i, j]
    b = rng.standard_normal(n)
    expected = np.linalg.solve(full, b)
    assert factor_banded(band, n, reach)
    solve_banded(band, n, reach, b)
    np.testing.assert_allclose(b, expected, rtol=1e-12)


def test_a_pivot_of_zero_is_told():
    assert not factor_banded(np.zeros((2, 3)), 2, 1)
    assert not factor_banded(np.full((1, 1), np.nan), 1, 0)


def test_a_shuffled_chain_is_numbered_along_its_length():
    rng = np.random.default_rng(2)
    names = rng.permutation(30)
    pairs = [(names[k], names[k + 1]) for k in range(19)]  # one chain of twenty
    pairs += [(names[k], names[k + 1]) for k in range(20, 27)]  # one of eight
    dof = np.array([[a, b, -1] for a, b in pairs])[rng.permutation(len(pairs))]
    first, at = np.zeros(31, dtype=np.int64), np.zeros(dof.size, dtype=np.int64)
    place, queue = np.zeros(30, dtype=np.int64), np.zeros(30, dtype=np.int64)
    fill_incidence(dof, first, at)
    assert fill_order(dof, first, at, place, queue) == 28
    assert widest_reach(dof, place) == 1
    assert sorted(place[place >= 0]) == list(range(28))
    assert (place[names[28:]] == -1).all()


def random_problem(seed, n=8, mu=0.4):
    """Contacts of two bodies each, in the plane, at velocities that close them."""
    rng = np.random.default_rng(seed)
    J = np.zeros((2 * n, 3 * (n + 1)))
    for m in range(n):
        J[2 * m : 2 * m + 2, 3 * m : 3 * m + 6] = rng.standard_normal((2, 6))
    return J @ J.T, rng.standard_normal(2 * n) - 0.5, np.full(n, mu)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("cautious", [True, False])
def test_sparse_and_dense_newton_agree(seed, cautious):
    G, c, mu = random_problem(seed)
    n = mu.size
    rows = friction_rows(G, mu)
    problem, work = sparse_problem(rows, np.arange(n), 1.0, c)
    P = np.zeros((n, 2))
    status, count = solve_sparse_friction(
        problem, P, work, 1e-11, 0.0, 1e-3, cautious, 200
    )
    assert status == Status.OK
    assert 0 < count < 200
    assert P[:, 0].min() >= 0.0
    assert (abs(P[:, 1]) <= mu * P[:, 0]).all()
    kind = np.ones(n, dtype=np.int64)
    dense = PlanarProblem(G=G, c=c, kind=kind, mu=mu, R=np.zeros(n))
    residual, scale = planar_natural_map(dense, P.ravel(), np.zeros(2 * n))
    assert residual <= 2e-11 * scale
    known = np.zeros(2 * n)
    found, _ = solve_planar_friction(dense, known, planar_work(n), 1e-12, 200)
    assert found == Status.OK
    np.testing.assert_allclose(P.ravel(), known, atol=1e-8 * scale)


def test_guesses_end_where_they_may_and_the_best_is_kept():
    """Bounds are obeyed all the same; more guesses leave less."""
    G, c, mu = random_problem(3)
    rows, n, left = friction_rows(G, mu), mu.size, []
    for most in (1, 2, 200):
        problem, work = sparse_problem(rows, np.arange(n), 1.0, c)
        P = np.zeros((n, 2))
        status, count = solve_sparse_friction(
            problem, P, work, 1e-11, 0.0, 1e-3, True, most
        )
        assert (status == Status.OK) == (most == 200)
        assert count <= most
        assert count == most or most == 200
        assert (abs(P[:, 1]) <= mu * P[:, 0]).all()
        dense = PlanarProblem(G=G, c=c, kind=np.ones(n, int), mu=mu, R=np.zeros(n))
        left.append(planar_natural_map(dense, P.ravel(), np.zeros(2 * n))[0])
    assert left[2] < left[1] <= left[0]


def test_rows_with_a_known_bound_and_joints_are_solved_too():
    """A row that slides at its bound, one that sticks, and one that pulls."""
    rows = friction_rows(np.eye(6), np.full(3, 0.5))
    rows.law_N[:] = [NormalLaw.GIVEN, NormalLaw.GIVEN, NormalLaw.BILATERAL]
    rows.law_T[2] = FrictionLaw.NONE
    rows.R_T[:] = [0.2, 3.0, 0.0]
    c = np.array([0.0, 1.0, 0.0, 1.0, 2.0, 1.0])
    problem, work = sparse_problem(rows, np.arange(3), 1.0, c)
    P = np.zeros((3, 2))
    status, _ = solve_sparse_friction(problem, P, work, 1e-12, 0.0, 1e-3, True, 50)
    assert status == Status.OK
    expected = [[0.0, -0.2], [0.0, -1.0], [-2.0, 0.0]]
    np.testing.assert_allclose(P, expected, atol=1e-11)


def test_too_full_a_matrix_is_left_to_others(monkeypatch):
    monkeypatch.setattr("catena.solvers.direct.sparse_friction.MOST_FLOPS", 10.0)
    G, c, mu = random_problem(0)
    assert MOST_FLOPS > 1e6
    assert sparse_problem(friction_rows(G, mu), np.arange(8), 1.0, c) is None


@pytest.mark.parametrize(
    ("residual", "changes", "factor"),
    [
        (0.5, 0, 0.1),  # the right states: nearly Newton
        (0.05, 0, 0.3),  # already fast
        (0.5, 2, 0.3),
        (1.005, 2, 0.3),
        (1.05, 2, 1.0),
        (0.5, 3, 1.0),
        (1.4, 0, 1.0),
        (1.6, 0, 2.0),
        (np.nan, 0, 2.0),
    ],
)
def test_a_guess_that_fails_is_damped_more_and_one_that_works_less(
    residual, changes, factor
):
    """Natural maps over those of the guess before."""
    assert next_weight(1e-4, residual, 1.0, changes) == pytest.approx(1e-4 * factor)
    assert LEAST_WEIGHT <= next_weight(2e-8, residual, 1.0, changes)
    assert next_weight(0.09, residual, 1.0, changes) <= LARGEST_WEIGHT


@pytest.mark.parametrize("restitution", [0.0, 1.0])
def test_free_velocities_are_those_of_the_dense_problem(restitution):
    """With what impacts return, speeds of surfaces and room, along both directions."""
    G, _, mu = random_problem(5)
    rows, n, draws = friction_rows(G, mu), mu.size, np.random.default_rng(5)
    rows.par_N[:, 0], rows.g_N_dot[:] = 0.4, draws.normal(size=n)
    rows.par_T[:, 2], rows.g_T_dot[:, 0] = 0.3, draws.normal(size=n)
    rows.w_N[:], rows.w_T[:, 0], rows.room[:] = draws.normal(size=(3, n))
    u, listed = draws.normal(size=G.shape[0]), np.arange(n)
    sparse, _ = sparse_problem(rows, listed, restitution, u)
    dense = PlanarProblem(
        np.zeros((2 * n, 2 * n)), np.zeros(2 * n), np.zeros(n, dtype=np.int64),
        np.zeros(n), np.zeros(n),
    )  # fmt: skip
    fill_planar_laws(rows, listed, restitution, u, dense)
    assert sparse.c.ravel() == pytest.approx(dense.c)
    assert sparse.mu == pytest.approx(dense.mu)
    assert np.abs(dense.c).min() > 0.0
