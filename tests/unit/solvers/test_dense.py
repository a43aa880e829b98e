"""In-place LU and Cholesky against numpy."""

import numpy as np
import pytest

from catena.numerics.dense import factor_cholesky, factor_lu, solve_cholesky, solve_lu


@pytest.mark.parametrize("n", [1, 2, 7, 30])
def test_factorisations_solve(n):
    rng = np.random.default_rng(n)
    A, b = rng.normal(size=(n, n)), rng.normal(size=n)
    S = A @ A.T + np.eye(n)
    pivot, work = np.zeros(n, dtype=np.int64), A.copy()
    x = b.copy()
    assert factor_lu(work, n, pivot)
    solve_lu(work, n, pivot, x)
    np.testing.assert_allclose(A @ x, b, atol=1e-9)
    x, work = b.copy(), S.copy()
    assert factor_cholesky(work, n)
    solve_cholesky(work, n, x)
    np.testing.assert_allclose(S @ x, b, atol=1e-10)


def test_only_the_leading_block_is_touched():
    A = np.full((4, 4), 9.0)
    A[:2, :2] = [[0.0, 2.0], [1.0, 0.0]]  # needs a row exchange
    b, pivot = np.array([2.0, 3.0, 7.0, 7.0]), np.zeros(4, dtype=np.int64)
    assert factor_lu(A, 2, pivot)
    solve_lu(A, 2, pivot, b)
    np.testing.assert_allclose(b, [3.0, 1.0, 7.0, 7.0])
    assert np.all(A[2:] == 9.0)


def test_singular_matrices_are_noticed():
    pivot = np.zeros(2, dtype=np.int64)
    assert not factor_lu(np.ones((2, 2)), 2, pivot)
    assert not factor_lu(np.zeros((2, 2)), 2, pivot)
    assert not factor_cholesky(np.ones((2, 2)), 2)
    assert not factor_cholesky(-np.eye(2), 2)
