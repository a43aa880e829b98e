"""Influence matrices of the coupled law."""

import numpy as np

from catena.laws.maxwell_coupled import (
    cantilever_influence,
    fill_coupled_gaps,
    fill_sheave_factor,
)


def test_cantilever_influence_is_reciprocal_and_known():
    C = cantilever_influence(np.array([0.5, 1.0]), 1.0)
    assert np.max(np.abs(C - C.T)) <= 1e-14 * np.max(C)
    np.testing.assert_allclose(C, [[1 / 24, 5 / 48], [5 / 48, 1 / 3]], rtol=1e-14)


def test_coupled_gaps_are_superposed():
    C = np.array([[2.0, 1.0], [1.0, 3.0]])
    g = np.zeros(2)
    fill_coupled_gaps(C, np.array([1.0, 2.0]), np.array([-1.0, 0.5]), g)
    np.testing.assert_allclose(g, [3.0, 7.5])


def test_sheave_factor_is_the_fourier_series():
    angle = np.linspace(0.1, 2.9, 7)
    radial = np.linspace(0.8, 1.3, 7)
    A = np.array([2e-9, 6e-9, 2e-9, 1e-9])
    U = np.zeros((7, 2 * (A.size - 1) + 1))
    fill_sheave_factor(angle, radial, A, 0.98, U)
    difference = angle[:, None] - angle[None, :]
    series = sum(A[k] * np.cos(k * difference) for k in range(A.size))
    expected = 0.98**2 * np.sqrt(np.outer(radial, radial)) * series
    np.testing.assert_allclose(U @ U.T, expected, atol=1e-22)
    assert np.max(np.abs(U @ U.T - (U @ U.T).T)) <= 1e-14 * np.max(np.abs(expected))
