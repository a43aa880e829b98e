"""Johnson's cylinder in cylinder: published check grid, inverse, limit, energy."""

import math

import numpy as np
import pytest
from scipy.special import lambertw

from catena.laws.johnson import (
    Johnson,
    is_usual,
    limit_force,
    limit_penetration,
    line_force,
    usual_force,
)

from .evaluated import energy, force

E_STAR = 2.07e11 / (2.0 * (1.0 - 0.3**2))
CHECK = {  # clearance: {force per length: penetration}, material data set p5
    25e-6: {1e4: 2.0098e-7, 1e5: 1.3654e-6, 5e5: 4.5747e-6},
    50e-6: {1e4: 2.2038e-7, 1e5: 1.5593e-6, 5e5: 5.5446e-6},
    100e-6: {1e4: 2.3978e-7, 1e5: 1.7533e-6, 5e5: 6.5146e-6},
}


def penetration(P: float, dR: float) -> float:
    """The printed law, [Omar2016] (16)."""
    return P / (math.pi * E_STAR) * (math.log(4 * math.pi * E_STAR * dR / P) - 1.0)


@pytest.mark.parametrize("dR", list(CHECK))
def test_check_grid(dR):
    for P, delta in CHECK[dR].items():
        assert penetration(P, dR) == pytest.approx(delta, rel=4e-5)  # printed digits
        assert line_force(delta, E_STAR, dR) == pytest.approx(P, rel=1e-4)


@pytest.mark.parametrize("dR", [12e-6, 25e-6, 150e-6])
def test_inverse_over_the_whole_valid_range(dR):
    limit = limit_force(E_STAR, dR, 1.0)
    for share in (1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.9, 0.99):
        P = share * limit
        assert line_force(penetration(P, dR), E_STAR, dR) == pytest.approx(P, rel=1e-9)


def test_force_is_lamberts_function_to_rounding():
    """From depths that hardly touch to half of the limit."""
    dR = 50e-6
    for share in np.geomspace(1e-60, 0.5, 400):
        delta = share * limit_penetration(dR)
        t = lambertw(-math.e * delta / (4.0 * dR), -1).real
        wanted = -math.pi * E_STAR * delta / t
        assert line_force(delta, E_STAR, dR) == pytest.approx(wanted, rel=2e-15)


@pytest.mark.parametrize("share", [1e-20, 1e-6, 0.01, 0.3, 0.67])
def test_the_usual_law_is_the_law(share):
    dR = 100e-6
    delta = share * limit_penetration(dR)
    assert is_usual(delta, dR)
    usual = usual_force(delta, E_STAR, dR)
    assert usual == pytest.approx(line_force(delta, E_STAR, dR), rel=1e-15)


@pytest.mark.parametrize("share", [-0.1, 0.0, 0.7, 1.1, math.nan])
def test_elsewhere_it_is_not_usual(share):
    assert not is_usual(share * limit_penetration(100e-6), 100e-6)


def test_limits_of_the_check_grid():
    for dR, P in ((25e-6, 4.836e6), (50e-6, 9.671e6), (100e-6, 1.934e7)):
        assert limit_force(E_STAR, dR, 1.0) == pytest.approx(P, rel=5e-4)
        assert penetration(limit_force(E_STAR, dR, 1.0), dR) == pytest.approx(
            limit_penetration(dR), rel=1e-12
        )


def test_beyond_the_limit_is_not_a_number():
    dR = 25e-6
    law = Johnson(E_STAR, dR, 1.0)
    assert math.isfinite(force(law, -0.999 * limit_penetration(dR)))
    assert math.isnan(force(law, -1.001 * limit_penetration(dR)))


def test_force_is_the_slope_of_the_energy():
    law = Johnson(E_STAR, 50e-6, 0.02)
    for g in -np.array([1e-8, 1e-6, 1e-5]):
        h = 1e-5 * abs(g)
        up = energy(law, g + h)
        down = energy(law, g - h)
        pressed = force(law, g)
        assert (down - up) / (2 * h) == pytest.approx(pressed, rel=1e-6)


def test_open_joint_and_damping():
    law = Johnson(E_STAR, 25e-6, 0.01, 100.0)
    assert force(law, 1e-6, -1.0) == 0.0
    still = force(law, -1e-6)
    assert force(law, -1e-6, -0.1) == pytest.approx(still + 10)
    assert force(law, -1e-6, 1e3) == 0.0
