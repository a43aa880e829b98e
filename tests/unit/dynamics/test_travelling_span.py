"""Travelling spans against closed forms."""

import numpy as np
import pytest

import catena as ct
from catena.errors import SpecError


def test_travelling_string_has_the_frequencies_of_sack() -> None:
    c, v = np.sqrt(100.0 / 0.5), 9.0
    found = ct.modes(ct.travelling_span(1.0, 100.0, 0.5, v), 2)
    exact = np.pi * c * (1.0 - (v / c) ** 2) * np.array([1.0, 2.0])
    np.testing.assert_allclose(found.angular_frequencies, exact, rtol=2e-4)
    np.testing.assert_allclose(found.damping_ratios, 0.0, atol=1e-9)


def test_beyond_its_wave_speed_a_string_runs_away() -> None:
    found = ct.modes(ct.travelling_span(1.0, 100.0, 0.5, 14.9, 0.8), 2)
    assert found.unstable.any()


def test_span_without_tension_is_refused() -> None:
    with pytest.raises(SpecError, match="tension"):
        ct.travelling_span(1.0, 0.0, 0.5, 1.0)
