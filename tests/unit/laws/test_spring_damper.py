"""Kelvin-Voigt contact against its closed-form half wave."""

import math

import pytest

from catena.laws.spring_damper import SpringDamper, damping_ratio

from .evaluated import energy, force


def test_open_contact_has_no_force_even_when_closing_fast():
    assert force(SpringDamper(1e6, 1e3), 1e-9, -10.0) == 0.0


def test_force_is_spring_plus_damper():
    assert force(SpringDamper(1e6, 100.0), -1e-3, -0.5) == pytest.approx(1050.0)


def test_an_open_spring_stores_nothing():
    assert energy(SpringDamper(1e6), 1e-3) == 0.0
    assert energy(SpringDamper(1e6), -1e-3) == pytest.approx(0.5)


def test_fast_opening_never_pulls():
    assert force(SpringDamper(1e6, 100.0), -1e-3, 20.0) == 0.0


def test_force_is_the_slope_of_the_energy():
    g, law, h = -2e-3, SpringDamper(3e5), 1e-7
    slope = (energy(law, g + h) - energy(law, g - h)) / (2.0 * h)
    assert -slope == pytest.approx(force(law, g), rel=1e-9)


@pytest.mark.parametrize(("e", "zeta"), [(0.75, 0.0912), (0.30, 0.358)])
def test_damping_ratio_of_a_restitution(e, zeta):
    assert damping_ratio(e) == pytest.approx(zeta, abs=5e-4)


def test_damping_ratio_reproduces_the_restitution_of_a_half_wave():
    zeta = damping_ratio(0.6)
    omega_d = math.sqrt(1.0 - zeta**2)
    rebound = math.exp(-zeta * math.pi / omega_d)  # velocity after half a period
    assert rebound == pytest.approx(0.6, rel=1e-12)
