"""Contract of the laws: every code is known, documented and does something."""

import importlib
import math
import pkgutil
from pathlib import Path

import numpy as np
import pytest

import catena.laws
from catena.codes import (
    SET_VALUED_NORMAL_LAWS,
    STATUS_TEXT,
    FrictionLaw,
    NormalLaw,
    Status,
)
from catena.laws import dispatch
from catena.tables.contacts import PARAMETER_COUNT

LAWS_PAGE = Path(__file__).parents[3] / "docs" / "theory" / "laws.md"
COMMON = {
    "stiffness": 1e6,
    "damping": 10.0,
    "exponent": 1.5,
    "restitution": 0.5,
    "contact_modulus": 1e11,
    "clearance": 50e-6,
    "length": 0.01,
    "coefficient": 0.2,
    "transition_speed": 1e-3,
    "static_coefficient": 0.3,
    "kinetic_coefficient": 0.2,
    "stribeck_speed": 0.1,
}


def parameters(names: tuple[str, ...]) -> np.ndarray:
    row = np.zeros((1, PARAMETER_COUNT))
    row[0, : len(names)] = [COMMON[name] for name in names]
    return row


@pytest.mark.parametrize("law", NormalLaw)
def test_every_normal_law_is_registered_and_documented(law):
    assert len(dispatch.NORMAL_PARAMETERS[law]) <= PARAMETER_COUNT
    assert law.name in LAWS_PAGE.read_text()


@pytest.mark.parametrize("law", FrictionLaw)
def test_every_friction_law_is_registered_and_documented(law):
    assert len(dispatch.FRICTION_PARAMETERS[law]) <= PARAMETER_COUNT
    assert law.name in LAWS_PAGE.read_text()


@pytest.mark.parametrize("law", NormalLaw)
def test_every_normal_law_is_of_exactly_one_kind(law):
    elsewhere = law in (NormalLaw.NONE, NormalLaw.GIVEN, NormalLaw.MAXWELL)
    set_valued = dispatch.unknown_kind(law) != 0
    assert set_valued == (law in SET_VALUED_NORMAL_LAWS)
    assert set_valued + dispatch.is_single_valued(law) + elsewhere == 1


@pytest.mark.parametrize("law", NormalLaw)
def test_single_valued_laws_push_when_pressed_and_are_zero_when_open(law):
    if not dispatch.is_single_valued(law):
        return
    p = parameters(dispatch.NORMAL_PARAMETERS[law])
    assert dispatch.normal_force(law, -1e-6, -0.01, 0.01, p, 0) > 0.0
    assert dispatch.normal_force(law, 1e-6, -0.01, 0.01, p, 0) == 0.0
    assert dispatch.normal_energy(law, -1e-6, p[0]) > 0.0


DAMPED = {
    NormalLaw.SPRING_DAMPER: 10.0 * 0.01,
    NormalLaw.HERTZ: 0.0,
    NormalLaw.HUNT_CROSSLEY: 0.75 * 0.5,
    NormalLaw.LANKARANI_NIKRAVESH: 0.5625 * 0.5,
    NormalLaw.FLORES: 1.6 * 0.5,
    NormalLaw.JOHNSON: 10.0 * 0.01,
}
"""Of the laws with the numbers above: force of the damper, or its share of the spring's
for hysteresis at half the approach speed."""


@pytest.mark.parametrize("law", DAMPED)
def test_force_is_the_slope_of_the_energy_plus_the_law_s_own_damping(law):
    p, g, h = parameters(dispatch.NORMAL_PARAMETERS[law]), -2e-6, 1e-10
    up, down = (dispatch.normal_energy(law, g + s, p[0]) for s in (h, -h))
    spring = dispatch.normal_force(law, g, 0.0, 0.02, p, 0)
    assert spring == pytest.approx((down - up) / (2.0 * h), rel=1e-6)
    closing = dispatch.normal_force(law, g, -0.01, 0.02, p, 0)
    hysteresis = "restitution" in dispatch.NORMAL_PARAMETERS[law]
    damping = DAMPED[law] * (spring if hysteresis else 1.0)
    assert closing == pytest.approx(spring + damping, rel=1e-12)


def test_every_single_valued_law_is_compared():
    single = {law for law in NormalLaw if dispatch.is_single_valued(law)}
    assert single == set(DAMPED)


def test_smooth_friction_has_its_own_numbers():
    p = parameters(dispatch.FRICTION_PARAMETERS[FrictionLaw.REGULARISED])
    ratio = dispatch.friction_ratio(FrictionLaw.REGULARISED, 1e-3, p, 0)
    assert ratio == pytest.approx(0.2 / math.hypot(1e-3, 1e-3))
    p = parameters(dispatch.FRICTION_PARAMETERS[FrictionLaw.STRIBECK])
    ratio = dispatch.friction_ratio(FrictionLaw.STRIBECK, 0.1, p, 0)
    mu = 0.2 + 0.1 * math.exp(-1.0)
    assert ratio == pytest.approx(mu / math.hypot(0.1, 1e-3))


@pytest.mark.parametrize("law", FrictionLaw)
def test_friction_laws_are_known_and_resist(law):
    set_valued = dispatch.has_set_valued_friction(law)
    assert set_valued == (dispatch.unknown_tangents(law) > 0)
    p = np.zeros((1, PARAMETER_COUNT))
    if not set_valued:
        p = parameters(dispatch.FRICTION_PARAMETERS[law])
    ratio = dispatch.friction_ratio(law, 1.0, p, 0)
    assert ratio == 0.0 if set_valued or law == FrictionLaw.NONE else ratio > 0.1


def test_unknown_codes_give_no_number():
    p = np.zeros((1, PARAMETER_COUNT))
    assert np.isnan(dispatch.normal_force(99, -1.0, 0.0, 0.0, p, 0))
    assert np.isnan(dispatch.friction_ratio(99, 1.0, p, 0))


def test_every_status_has_words():
    assert set(STATUS_TEXT) == set(Status)


def test_every_law_file_states_source_and_limits():
    for found in pkgutil.iter_modules(catena.laws.__path__):
        module = importlib.import_module(f"catena.laws.{found.name}")
        if hasattr(module, "PARAMETERS"):
            assert "Source:" in module.__doc__, found.name
            assert "Limits:" in module.__doc__, found.name
