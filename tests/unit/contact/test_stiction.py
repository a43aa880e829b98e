"""Which rows hold with their static coefficient."""

import numpy as np
import pytest

from catena.contact.stiction import is_inside


@pytest.mark.parametrize("P_N", [2.0, -2.0])  # a joint may pull
@pytest.mark.parametrize(
    ("P_T", "held"),
    [((1.9, 0.0), True), ((1.2, -1.5), True), ((2.0, 0.0), False), ((1.5, 1.5), False)],
)
def test_a_row_holds_inside_its_bound(P_N, P_T, held):
    """Bound 0.5 |P_N| + 1 = 2, in any direction of the disc."""
    numbers = np.array([[0.5]]), np.array([P_N]), np.array([P_T]), np.ones(1)
    assert is_inside(*numbers, 0) is held
