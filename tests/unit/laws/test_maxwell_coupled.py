"""Influence matrices of the coupled law."""

import numpy as np

from catena.laws.maxwell_coupled import cantilever_influence


def test_cantilever_influence_is_reciprocal_and_known():
    C = cantilever_influence(np.array([0.5, 1.0]), 1.0)
    assert np.max(np.abs(C - C.T)) <= 1e-14 * np.max(C)
    np.testing.assert_allclose(C, [[1 / 24, 5 / 48], [5 / 48, 1 / 3]], rtol=1e-14)
