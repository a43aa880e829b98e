"""Slip limits of pulleys, also of one that nothing clamps."""

import numpy as np
import pytest

from catena.drives.variator.curves import over
from catena.drives.variator.slip_limit import NEAR_LIMIT, slip_warnings
from catena.drives.variator.verdict import torque_ratio

PULLEYS = ("primary", "secondary")
STILL = np.zeros(2)


@pytest.mark.parametrize(
    ("torque", "said"),
    [
        ([0.0, 50.0], []),
        ([1e-3, 50.0], ["primary"]),  # nothing clamps it
        ([0.0, 1.01 * NEAR_LIMIT * 100.0], ["secondary"]),
        ([0.0, -1.01 * NEAR_LIMIT * 100.0], ["secondary"]),
        ([0.0, 0.99 * NEAR_LIMIT * 100.0], []),
    ],
)
def test_a_pulley_slips_near_its_limit(torque: list[float], said: list[str]) -> None:
    found = slip_warnings("belt", STILL, np.array(torque), np.array([0.0, 100.0]))
    assert [words.split()[1] for words in found] == said


def test_a_pulley_that_is_not_clamped_has_no_share_of_its_limit() -> None:
    torque, limits = np.array([0.0, 50.0]), np.array([0.0, 100.0])
    number = torque_ratio(over(torque, limits), PULLEYS)
    assert number.value == pytest.approx(0.5)
    assert "secondary pulley, which is nearer" in number.label
    none = torque_ratio(over(torque, np.zeros(2)), PULLEYS)
    assert np.isnan(none.value)
