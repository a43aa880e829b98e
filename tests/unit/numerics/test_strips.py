"""Strips: columns of tables that stand one behind the other, their sums and worst."""

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics import strips

pytestmark = plain

TABLE = np.arange(27.0).reshape(9, 3).T


def test_columns_are_contiguous_views():
    table = strips.strips(5, 3)
    assert table.shape == (5, 3)
    assert not table.any()
    for k, column in enumerate(table.T):
        column[:] = k
        assert column.flags.c_contiguous
    assert table[2].tolist() == [0.0, 1.0, 2.0]


@pytest.mark.parametrize(
    "kind, count",
    [(strips.two_strips, 2), (strips.three_strips, 3), (strips.four_strips, 4),
     (strips.six_strips, 6)],
)  # fmt: skip
def test_strips_are_the_columns_from_the_first_on(kind, count):
    found = kind(TABLE, 1)
    assert len(found) == count
    for k, column in enumerate(found):
        assert column.tolist() == TABLE[:, 1 + k].tolist()


def test_whole_tables_are_all_their_columns():
    for kind, count in ((strips.five_strips, 5), (strips.nine_strips, 9)):
        found = kind(TABLE)
        assert [c.tolist() for c in found] == TABLE.T[:count].tolist()


@pytest.mark.parametrize("size", range(12))
def test_sums_and_worst_count_every_number_once(size):
    values = np.random.default_rng(size).normal(size=size)
    assert strips.total(values) == pytest.approx(values.sum(), abs=1e-15)
    assert strips.worst(values) == max([0.0, *values])
    for k in range(size):
        broken = values.copy()
        broken[k] = np.nan
        assert np.isnan(strips.worst(broken))
