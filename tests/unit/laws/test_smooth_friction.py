"""Regularised and Stribeck friction."""

import pytest

from catena.laws.regularised_friction import regularised_ratio
from catena.laws.stribeck import stribeck_ratio


def test_regularised_friction_is_coulomb_far_from_rest():
    assert 1.0 * regularised_ratio(1.0, 0.3, 1e-3) == pytest.approx(0.3, rel=1e-6)


def test_regularised_friction_is_viscous_at_rest():
    assert regularised_ratio(0.0, 0.3, 1e-3) == pytest.approx(300.0)


def test_share_at_the_transition_speed():
    v = 1e-3
    assert v * regularised_ratio(v, 0.3, v) == pytest.approx(0.3 / 2**0.5)


def test_stribeck_runs_from_static_to_kinetic():
    slow = 1e-3 * stribeck_ratio(1e-3, 0.4, 0.2, 0.1, 1e-6)
    fast = 1.0 * stribeck_ratio(1.0, 0.4, 0.2, 0.1, 1e-6)
    assert slow == pytest.approx(0.4, rel=1e-3)
    assert fast == pytest.approx(0.2, rel=1e-6)


def test_stribeck_with_equal_coefficients_is_regularised_coulomb():
    for v in (0.0, 1e-4, 0.3):
        both = stribeck_ratio(v, 0.3, 0.3, 0.1, 1e-3), regularised_ratio(v, 0.3, 1e-3)
        assert both[0] == pytest.approx(both[1], rel=1e-14)
