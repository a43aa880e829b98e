"""Vectors of three numbers, and fields of records that hold one."""

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics.records import VECTOR, record, table
from catena.numerics.space import crossed, dot, vector

pytestmark = plain


def test_products_are_those_of_numpy():
    a, b = (0.3, -1.2, 2.5), (1.1, 0.4, -0.7)
    assert dot(a, b) == pytest.approx(np.dot(a, b), rel=1e-15)
    assert crossed(a, b) == pytest.approx(np.cross(a, b), rel=1e-15)


def test_a_field_of_three_numbers_is_written_in_its_row():
    rows = table(record(at=int, force=VECTOR, bound=float), 2, bound=7.0)
    for axis in range(3):
        rows[1].force[axis] = 10.0 + axis
    assert vector(rows[1].force) == (10.0, 11.0, 12.0)
    assert vector(rows[0].force) == (0.0, 0.0, 0.0)
    assert rows.force.shape == (2, 3)
    assert list(rows.bound) == [7.0, 7.0]
