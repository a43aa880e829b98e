"""Friction of one direction: it sticks, slides against the slip, or is a damper."""

import math

import pytest
from tests.plain import plain

from catena.codes import FrictionLaw
from catena.laws.boxed_friction import boxed_impulse

pytestmark = plain
COULOMB, SOFTENED = int(FrictionLaw.COULOMB_DISC), int(FrictionLaw.REGULARISED)


@pytest.mark.parametrize("old", [-0.2, 0.0, 0.3])
def test_within_the_bound_the_slip_stops(old):
    s, hold = 0.7, 0.4
    P = boxed_impulse(COULOMB, 1.0, 0.0, old, hold, s)
    assert s + (P - old) / hold == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize("s", [-5.0, 5.0])
def test_beyond_it_slides_against_the_slip(s):
    P = boxed_impulse(COULOMB, 0.25, 0.0, 0.1, 0.4, s)
    assert P == -math.copysign(0.25, s)
    assert (s + (P - 0.1) / 0.4) * P < 0.0


def test_the_softened_law_holds_at_the_end():
    slip, old, hold, s = 0.3, 0.1, 0.4, 2.0
    P = boxed_impulse(SOFTENED, 0.25, slip, old, hold, s)
    assert -slip * (s + (P - old) / hold) == pytest.approx(P, rel=1e-14)


def test_another_law_has_no_answer():
    law = int(FrictionLaw.STRIBECK)
    assert math.isnan(boxed_impulse(law, 0.25, 0.3, 0.1, 0.4, 2.0))
