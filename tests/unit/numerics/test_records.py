"""Tables of records hold what they are given, by name, in kernels and in Python."""

import numpy as np
import pytest

from catena.jit import kernel
from catena.numerics.records import Rows, columns, record, table

PAIR = record(a=int, b=int, force=float)


@kernel
def _push(rows: Rows) -> float:
    total = 0.0
    for i in range(rows.size):
        rows[i].force = 2.0 * rows[i].force + rows[i].a
        total += rows[i].force
    return total


def test_kernels_read_and_write_fields() -> None:
    rows = table(PAIR, 3, a=[1, 2, 3], force=0.5)
    assert _push(rows) == 3 * 1.0 + 6
    assert np.array_equal(rows.force, [2.0, 3.0, 4.0])


def test_compiled_and_plain_agree() -> None:
    one, two = table(PAIR, 2, a=[4, 5]), table(PAIR, 2, a=[4, 5])
    assert _push(one) == getattr(_push, "py_func", _push)(two)
    assert np.array_equal(one, two)


def test_unknown_columns_are_refused() -> None:
    with pytest.raises(KeyError, match="mass"):
        table(PAIR, 1, mass=1.0)


def test_columns_are_those_of_the_table_itself() -> None:
    rows = table(PAIR, 2, a=[4, 5])
    columns(rows)["force"][1] = 3.0
    assert np.array_equal(columns(rows)["a"], rows.a)
    assert rows.force[1] == 3.0
