"""Set-valued laws: their projections and what restitution adds."""

import math

import pytest

from catena.laws.coulomb import prox_disc, prox_interval
from catena.laws.unilateral import (
    moreau_offset,
    newton_offset,
    prox_unilateral,
)


def test_unilateral_projection_is_the_positive_part():
    assert prox_unilateral(-2.0) == 0.0
    assert prox_unilateral(3.0) == 3.0


def test_interval_and_disc_agree_along_a_line():
    for x in (-3.0, -0.4, 0.0, 0.4, 3.0):
        assert prox_disc(x, 0.0, 1.0) == (prox_interval(x, 1.0), 0.0)


def test_disc_projection_keeps_the_direction():
    x, y = prox_disc(3.0, 4.0, 1.0)
    assert math.hypot(x, y) == pytest.approx(1.0, rel=1e-15)
    assert y / x == pytest.approx(4.0 / 3.0, rel=1e-15)


def test_empty_disc_allows_no_friction():
    assert prox_disc(3.0, 4.0, 0.0) == (0.0, 0.0)


def test_newton_and_moreau_agree_on_approach_and_differ_on_separation():
    assert newton_offset(0.5, -2.0) == moreau_offset(0.5, -2.0) == -1.0
    assert newton_offset(0.5, 2.0) == 0.0
    assert moreau_offset(0.5, 2.0) == 1.0
