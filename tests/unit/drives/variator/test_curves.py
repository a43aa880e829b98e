"""Curves of signals: moving means keep their width at both ends."""

import numpy as np
import pytest

from catena.drives.variator.curves import smoothed


def test_a_moving_mean_over_a_period_is_flat_to_both_ends() -> None:
    time = np.linspace(0.0, 1.0, 2001)
    found = smoothed(time, 5.0 + np.sin(2.0 * np.pi * time / 0.05), 0.05)
    assert found == pytest.approx(np.full(2001, 5.0), abs=2e-3)


def test_a_width_beyond_the_run_gives_its_mean() -> None:
    time = np.linspace(0.0, 1.0, 11)
    assert smoothed(time, time, 7.0) == pytest.approx(np.full(11, 0.5))
