"""Closed forms of belts against published numbers."""

import math

import pytest

from catena.drives.belt_drive.theory import creep, span_frequency


def test_creep_of_an_extensible_belt() -> None:
    found = creep(10.0, 500.0, 120.0, 0.08125, (8e4, 0.1036, 1.2))
    assert found.tight == pytest.approx(561.545932952, rel=1e-10)
    assert found.slack == pytest.approx(438.454067048, rel=1e-10)
    assert found.driven_speed == pytest.approx(119.816649200, rel=1e-10)
    assert found.slip_arc == pytest.approx(0.210326745, rel=1e-8)
    assert found.loss == pytest.approx(1.833508, rel=1e-6)


def test_frequency_of_a_travelling_string() -> None:
    """f = (c^2 - v^2) / (2 L c), c^2 = T / rho A."""
    c, v = math.sqrt(400.0 / 0.1), 20.0
    expected = (c**2 - v**2) / (2.0 * 0.5 * c)
    assert span_frequency(0.5, 400.0, v, 0.1, 0.0) == pytest.approx(expected)
    assert span_frequency(0.5, 39.9, v, 0.1, 0.0) == 0.0
