"""Hertz: force, energy, stiffness of spheres."""

import pytest

from catena.laws.dispatch import normal_force
from catena.laws.hertz import Hertz, contact_modulus

from .evaluated import energy, force, group_of

POINT = Hertz(1e9, 1.5)


def test_force_is_the_slope_of_the_energy():
    g, h = -1e-5, 1e-10
    slope = (energy(POINT, g + h) - energy(POINT, g - h)) / (2.0 * h)
    assert -slope == pytest.approx(force(POINT, g), rel=1e-8)


def test_open_contact_has_neither_force_nor_energy():
    assert force(POINT, 0.0) == 0.0
    assert energy(POINT, 1e-6) == 0.0


def test_modulus_of_two_equal_steels():
    E_star = contact_modulus(2.07e11, 0.3, 2.07e11, 0.3)
    assert E_star == pytest.approx(1.1374e11, rel=5e-5)


def test_contact_time_of_a_bouncing_sphere():
    """T = 2.9432 (m^2/(K^2 v))^(1/5) 1.25^(2/5): the classical elastic impact."""
    m, K, v = 0.1, 1e9, 1.0
    depth = (1.25 * m * v**2 / K) ** 0.4
    expected = 2.943275 * depth / v
    x, u, t, dt = 0.0, -v, 0.0, 1e-8
    groups = group_of(POINT)
    while x <= 0.0 and t < 1e-2:
        u += dt * normal_force(groups, 0, x, u, 0.0) / m
        x += dt * u
        t += dt
    assert t == pytest.approx(expected, rel=2e-3)
