"""Regularised and Stribeck friction."""

import pytest

from catena.laws.regularised_friction import Regularised
from catena.laws.stribeck import Stribeck

from .evaluated import ratio


def test_regularised_friction_is_coulomb_far_from_rest():
    assert 1.0 * ratio(Regularised(0.3, 1e-3), 1.0) == pytest.approx(0.3, rel=1e-6)


def test_regularised_friction_is_viscous_at_rest():
    assert ratio(Regularised(0.3, 1e-3), 0.0) == pytest.approx(300.0)


def test_share_at_the_transition_speed():
    v = 1e-3
    assert v * ratio(Regularised(0.3, v), v) == pytest.approx(0.3 / 2**0.5)


def test_stribeck_runs_from_static_to_kinetic():
    slow = 1e-3 * ratio(Stribeck(0.4, 0.2, 0.1, 1e-6), 1e-3)
    fast = 1.0 * ratio(Stribeck(0.4, 0.2, 0.1, 1e-6), 1.0)
    assert slow == pytest.approx(0.4, rel=1e-3)
    assert fast == pytest.approx(0.2, rel=1e-6)


def test_stribeck_with_equal_coefficients_is_regularised_coulomb():
    for v in (0.0, 1e-4, 0.3):
        both = ratio(Stribeck(0.3, 0.3, 0.1, 1e-3), v), ratio(Regularised(0.3, 1e-3), v)
        assert both[0] == pytest.approx(both[1], rel=1e-14)
