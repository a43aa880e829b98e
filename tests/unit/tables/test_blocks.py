"""Views of one kind of bodies share the memory of the flat arrays."""

from __future__ import annotations

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.blocks import view


@kernel
def write_into_view(values: Floats) -> None:
    view(values, 1, 3, 2)[2, 1] = -1.0


def test_a_view_is_no_copy() -> None:
    values = np.arange(8.0)
    write_into_view(values)
    assert values[6] == -1.0
    assert np.count_nonzero(values != np.arange(8.0)) == 1
