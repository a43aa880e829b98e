"""Vectors of three numbers, and symmetric matrices of 3 x 3."""

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics.space import crossed, dot, symmetric_product, vector_at

pytestmark = plain


def test_products_are_those_of_numpy():
    a, b = (0.3, -1.2, 2.5), (1.1, 0.4, -0.7)
    assert dot(a, b) == pytest.approx(np.dot(a, b), rel=1e-15)
    assert crossed(a, b) == pytest.approx(np.cross(a, b), rel=1e-15)


def test_a_symmetric_matrix_is_given_by_its_upper_half():
    M = np.array([[2.0, 0.3, -0.4], [0.3, 1.5, 0.7], [-0.4, 0.7, 3.0]])
    f = (0.3, -1.2, 2.5)
    found = symmetric_product(tuple(M[np.triu_indices(3)]), f)
    assert found == pytest.approx(M @ f, rel=1e-15)
    assert vector_at(M, 1) == tuple(M[1])
