"""Classic linear complementarity problems with exact solutions."""

import numba
import numpy as np
import pytest
import scipy.sparse

from catena.codes import Status
from catena.errors import InputError
from catena.solvers.complementarity.lemke import (
    gather_basic,
    lemke_work,
    solve_lemke,
)
from catena.solvers.problems import lcp

compiled_only = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)


def murty(n: int) -> np.ndarray:
    """Upper triangular, 1 on and 2 above the diagonal."""
    return np.eye(n) + np.triu(2.0 * np.ones((n, n)), 1)


def fathi(n: int) -> np.ndarray:
    """L L' with the lower triangular Murty matrix."""
    return murty(n).T @ murty(n)


def unit(n: int, i: int) -> np.ndarray:
    return np.eye(n)[i]


PANG = np.array([[0.0, -1.0, -1.0], [1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]])
ANY_MATRIX = {
    "kostreva-1": (
        np.array([[1.0, 2, 0], [0, 1, 2], [2, 0, 1]]),
        -np.ones(3),
        np.ones(3) / 3,
    ),
    "ortiz": (
        np.array([[3.0, 1, 0, -1], [-1, 2, 1, 1], [0, 1, 3, -1], [0, 0, 1, 2]]),
        np.array([-2.0, 1, -1, 1]),
        np.array([2 / 3, 0, 1 / 3, 0]),
    ),
    "trivial": (np.eye(9), -1 / np.arange(1, 10), 1 / np.arange(1, 10)),
    "murty-6": (murty(6), -np.ones(6), unit(6, -1)),
    "murty-50": (murty(50), -np.ones(50), unit(50, -1)),
    "murty-200": (murty(200), -np.ones(200), unit(200, -1)),
    "fathi-10": (fathi(10), -np.ones(10), unit(10, 0)),
    "fathi-100": (fathi(100), -np.ones(100), unit(100, 0)),
}
DEGENERATE = {
    "CPS-2": (
        np.array([[0.0, -1, 2], [2, 0, -2], [-1, 1, 0]]),
        np.array([-3.0, 6, -1]),
        np.array([0.0, 1, 3]),
    ),
    "CPS-4": (
        np.array([[11.0, 0, 10, -1], [0, 11, 10, -1], [10, 10, 21, -1], [1, 1, 1, 0]]),
        np.array([50.0, 50, 10, -6]),
        np.array([2.0, 2, 2, 92]),
    ),
    "Pang": (PANG, np.array([0.0, -1, 1]), np.array([1.0, 0, 0])),
}
UNSOLVABLE = {
    "kostreva-2": (np.array([[1.0, -1, 3], [2, -1, 3], [-1, -2, 0]]), -np.ones(3)),
    "Pang perturbed": (PANG, np.array([-1e-4, -1, 1])),
}


@pytest.mark.parametrize("method", ["lemke", "active_set"])
@pytest.mark.parametrize("name", list(ANY_MATRIX))
def test_known_solutions_by_two_methods(name, method):
    M, q, expected = ANY_MATRIX[name]
    found = lcp(M, q, method)
    assert found.status is Status.OK
    np.testing.assert_allclose(found.x, expected, atol=1e-12)
    assert found.residual <= 1e-12


@pytest.mark.parametrize("method", ["lemke", "enumeration"])
@pytest.mark.parametrize("name", list(DEGENERATE))
def test_known_solutions_of_degenerate_matrices(name, method):
    M, q, expected = DEGENERATE[name]
    found = lcp(M, q, method)
    assert found.status is Status.OK
    np.testing.assert_allclose(found.x, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", list(DEGENERATE))
def test_active_set_says_when_a_matrix_is_beyond_it(name):
    M, q, _ = DEGENERATE[name]
    assert lcp(M, q, "active_set", 1000).status is not Status.OK


@pytest.mark.parametrize("name", list(UNSOLVABLE))
def test_no_solution_is_said_explicitly(name):
    M, q = UNSOLVABLE[name]
    assert lcp(M, q, "lemke").status is Status.NOT_CONVERGED
    proof = lcp(M, q, "enumeration")
    assert (proof.status, proof.iterations) == (Status.NO_SOLUTION, 8)
    assert lcp(M, q, "active_set", 1000).status is not Status.OK


def test_non_unique_solution_of_a_semidefinite_matrix():
    M, q = np.ones((2, 2)), -np.ones(2)
    for method in ("lemke", "sweeps", "enumeration"):
        found = lcp(M, q, method)
        assert found.status is Status.OK
        assert np.sum(found.x) == pytest.approx(1.0, abs=1e-12)
        assert np.all(found.x >= 0.0)


def murty_exponential(n: int) -> tuple[np.ndarray, np.ndarray]:
    i = np.arange(1, n + 1)
    return murty(n), -(2.0 ** (n + 1) - 2.0**i)


@pytest.mark.parametrize("n", [6, 10])
@pytest.mark.parametrize("method", ["lemke", "active_set"])
def test_exponential_murty_problem(n, method):
    M, q = murty_exponential(n)
    found = lcp(M, q, method)
    assert found.status is Status.OK
    np.testing.assert_allclose(found.x, 2.0**n * unit(n, -1), rtol=1e-12)
    if method == "lemke":
        assert found.iterations == 2**n - 1


@compiled_only
def test_exponential_murty_problem_does_not_hang():
    M, q = murty_exponential(16)
    for method, most in (("lemke", 2**16 - 1), ("active_set", 100)):
        found = lcp(M, q, method)
        assert found.status is Status.OK
        assert found.iterations <= most
        np.testing.assert_allclose(found.x[-1], 2.0**16, rtol=1e-12)


def test_iteration_caps_are_a_status():
    M, q = murty_exponential(10)
    assert lcp(M, q, "lemke", 50).status is Status.NOT_CONVERGED
    assert lcp(fathi(100), -np.ones(100), "active_set", 3).status is (
        Status.NOT_CONVERGED
    )
    stiff = np.eye(30) + 10.0 * np.ones((30, 30))
    assert lcp(stiff, -np.arange(1.0, 31.0), "sweeps", 3).status is (
        Status.NOT_CONVERGED
    )


@compiled_only
def test_sparse_tridiagonal_problem_of_ten_thousand():
    n = 10_000
    M = scipy.sparse.diags_array(
        [-np.ones(n - 1), 4.0 * np.ones(n), -np.ones(n - 1)], offsets=[-1, 0, 1]
    ).tocsc()
    found = lcp(M, -np.ones(n), "sweeps")
    assert found.status is Status.OK
    assert found.iterations < 50
    assert found.residual <= 1e-12
    exact = scipy.sparse.linalg.spsolve(M, np.ones(n))
    np.testing.assert_allclose(found.x, exact, rtol=1e-11)


def test_enumeration_agrees_with_pivoting_on_matrices_of_any_kind():
    """Where pivoting ends on a ray there may be a solution, never the other way."""
    rng = np.random.default_rng(11)
    solved = 0
    for _ in range(60):
        M, q = rng.integers(-2, 3, (4, 4)).astype(float), rng.integers(-3, 4, 4) * 1.0
        lemke, every = lcp(M, q, "lemke"), lcp(M, q, "enumeration")
        assert every.status in (Status.OK, Status.NO_SOLUTION)
        for found in (lemke, every):
            assert found.status is not Status.OK or found.residual < 1e-12
        if lemke.status is Status.OK:
            assert every.status is Status.OK
            solved += 1
    assert 10 < solved < 50


def test_enumeration_takes_few_unknowns_and_keeps_its_cap():
    with pytest.raises(InputError, match="15 unknowns; expected at most 14"):
        lcp(np.eye(15), -np.ones(15), "enumeration")
    found = lcp(np.eye(3), -np.ones(3), "enumeration", 7)
    assert (found.status, found.iterations) == (Status.NOT_CONVERGED, 7)


def test_lemke_survives_compliances_of_nanometres():
    """Unscaled data of this size end on a false ray."""
    rng = np.random.default_rng(5)
    A = rng.normal(size=(40, 60))
    M, q = 1e-10 * A @ A.T, 1e-5 * rng.normal(size=40)
    lemke, active = lcp(M, q, "lemke"), lcp(M, q, "active_set")
    assert lemke.status is active.status is Status.OK
    np.testing.assert_allclose(lemke.x, active.x, rtol=1e-7, atol=1e-3)


def test_mismatched_sizes_are_refused():
    with pytest.raises(InputError, match="3 x 3"):
        lcp(np.eye(3), np.ones(2))


@pytest.mark.parametrize(
    ("M", "q", "method", "words"),
    [
        ([[np.nan]], [-1.0], "lemke", "the matrix holds a number that is not finite"),
        (np.eye(2), [np.inf, 1.0], "sweeps", "the vector holds a number"),
        (
            np.eye(2),
            [-1.0, 1.0],
            "magic",
            "method: found 'magic'; expected one of auto",
        ),
        ([1.0], [1.0], "lemke", "the matrix is 1 and the vector"),
    ],
)
def test_problems_that_are_none_are_refused(M, q, method, words):
    with pytest.raises(InputError, match=words):
        lcp(M, q, method)


@pytest.mark.parametrize("method", ["lemke", "active_set", "sweeps"])
def test_lists_and_sparse_matrices_are_taken(method):
    for M in ([[2.0, 0.0], [0.0, 4.0]], scipy.sparse.diags_array([2.0, 4.0])):
        found = lcp(M, [-2.0, 1.0], method)
        assert found.status is Status.OK
        np.testing.assert_allclose(found.x, [1.0, 0.0])


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("method", ["lemke", "active_set", "sweeps"])
@pytest.mark.parametrize("rest", [[], [-1.0]])
def test_numbers_that_overflow_are_no_solution(method, rest):
    q = np.array([-1e300, *rest])
    M = np.diag([1e-300, *np.ones(len(rest))])
    assert lcp(M, q, method).status is Status.NOT_FINITE


def test_active_sets_are_capped_where_stated():
    M, q = 2.0 * np.eye(2), np.array([-2.0, 2.0])  # all closed, then one open
    for cap, ended in ((2, Status.OK), (1, Status.NOT_CONVERGED)):
        found = lcp(M, q, "active_set", cap)
        assert (found.status, found.iterations) == (ended, cap)


def test_lemke_does_not_call_a_nan_a_solution():
    M, q, z = np.array([[np.nan]]), np.array([-1.0]), np.zeros(1)
    status, _ = solve_lemke(M, q, z, lemke_work(1), 10)
    assert status != Status.OK


def test_the_last_solve_is_that_of_the_variables_that_are_not_zero() -> None:
    work = lemke_work(5)
    work.basis[:] = 0, 6, 10, 9, 2  # w_0, z_1, z_0 of Lemke, z_4, w_2
    assert gather_basic(work, 5) == 2
    assert work.basis[:2].tolist() == [1, 4]
