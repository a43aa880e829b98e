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
from catena.laws.hertz import Hertz
from catena.laws.johnson import Johnson
from catena.laws.regularised_friction import Regularised
from catena.laws.spring_damper import SpringDamper
from catena.laws.stribeck import Stribeck
from catena.numerics.records import table
from catena.tables.groups import GROUP

from .evaluated import energy, force, group_of, ratio

LAWS_PAGE = Path(__file__).parents[3] / "docs" / "theory" / "laws.md"
DAMPED = {
    "spring_damper": (SpringDamper(1e6, 10.0), 10.0 * 0.01, 0.0),
    "hertz": (Hertz(1e6), 0.0, 0.0),
    "hunt_crossley": (Hertz(1e6, 1.5, 0.5), 0.0, 0.75 * 0.5),
    "lankarani_nikravesh": (
        Hertz(1e6, 1.5, 0.5, NormalLaw.LANKARANI_NIKRAVESH), 0.0, 0.5625 * 0.5,
    ),
    "flores": (Hertz(1e6, 1.5, 0.5, NormalLaw.FLORES), 0.0, 1.6 * 0.5),
    "johnson": (Johnson(1e11, 50e-6, 0.01, 10.0), 10.0 * 0.01, 0.0),
}  # fmt: skip
"""Elastic laws; force of their damper, and what hysteresis adds as a share of the
spring's at half the approach speed."""


@pytest.mark.parametrize("law", [*NormalLaw, *FrictionLaw])
def test_every_law_is_documented(law):
    assert law.name in LAWS_PAGE.read_text()


def test_every_law_has_a_code_and_words_of_its_own():
    codes = [law.CODE for law in dispatch.ELASTIC_LAWS]
    assert len(set(codes)) == len(codes)
    assert all(dispatch.is_single_valued(code) for code in codes)
    words = [law.word for law in (*dispatch.NORMAL_WORDS, *dispatch.FRICTION_WORDS)]
    assert len(set(words)) == len(words) == 9


@pytest.mark.parametrize("law", NormalLaw)
def test_every_normal_law_is_of_exactly_one_kind(law):
    elsewhere = law in (NormalLaw.NONE, NormalLaw.GIVEN, NormalLaw.MAXWELL)
    set_valued = dispatch.unknown_kind(law) != 0
    assert set_valued == (law in SET_VALUED_NORMAL_LAWS)
    assert set_valued + dispatch.is_single_valued(law) + elsewhere == 1


@pytest.mark.parametrize("name", DAMPED)
def test_elastic_laws_push_when_pressed_and_are_zero_when_open(name):
    law = DAMPED[name][0]
    assert force(law, -1e-6, -0.01, 0.01) > 0.0
    assert force(law, 1e-6, -0.01, 0.01) == 0.0
    assert energy(law, -1e-6) > 0.0
    assert energy(law, 1e-6) == 0.0


@pytest.mark.parametrize("name", DAMPED)
def test_force_is_the_slope_of_the_energy_plus_the_law_s_own_damping(name):
    law, drag, share = DAMPED[name]
    g, h = -2e-6, 1e-10
    spring = force(law, g, 0.0, 0.02)
    slope = (energy(law, g - h) - energy(law, g + h)) / (2.0 * h)
    assert spring == pytest.approx(slope, rel=1e-6)
    closing = force(law, g, -0.01, 0.02)
    assert closing == pytest.approx(spring * (1.0 + share) + drag, rel=1e-12)


def test_damping_grows_over_its_onset():
    groups = group_of(SpringDamper(1e6, 10.0))
    groups.onset = 4e-6
    drag = dispatch.normal_force(groups, 0, -1e-6, -0.01, 0.0) - 1.0
    assert drag == pytest.approx(0.25 * 10.0 * 0.01)


def test_every_elastic_law_is_compared():
    stated = {type(law) for law, _, _ in DAMPED.values()}
    assert {law.code for law in stated} == set(dispatch.ELASTIC_CODES)


def test_smooth_friction_has_its_own_numbers():
    found = ratio(Regularised(0.2, 1e-3), 1e-3)
    assert found == pytest.approx(0.2 / math.hypot(1e-3, 1e-3))
    found = ratio(Stribeck(0.3, 0.2, 0.1, 1e-3), 0.1)
    mu = 0.2 + 0.1 * math.exp(-1.0)
    assert found == pytest.approx(mu / math.hypot(0.1, 1e-3))


@pytest.mark.parametrize("law", FrictionLaw)
def test_friction_laws_are_known_and_resist(law):
    set_valued = dispatch.has_set_valued_friction(law)
    assert set_valued == (dispatch.unknown_tangents(law) > 0)
    numbers = {"mu": 0.2, "soft": 1e-3, "mu_rest": 0.3, "fall": 0.1}
    found = dispatch.friction_ratio(
        table(GROUP, 1, friction=int(law), **numbers), 0, 1.0
    )
    assert found == 0.0 if set_valued or law == FrictionLaw.NONE else found > 0.1


def test_unknown_codes_give_no_number():
    unknown = table(GROUP, 1, law=99, friction=99)
    assert np.isnan(dispatch.normal_force(unknown, 0, -1.0, 0.0, 0.0))
    assert np.isnan(dispatch.elastic_energy(unknown, 0, 1.0))
    assert np.isnan(dispatch.friction_ratio(unknown, 0, 1.0))


def test_every_status_has_words():
    assert set(STATUS_TEXT) == set(Status)


def test_every_law_file_states_source_and_limits():
    for module in (*dispatch.NORMAL_LAWS, *dispatch.FRICTION_LAWS):
        assert "Source:" in module.__doc__, module.__name__
        assert "Limits:" in module.__doc__, module.__name__


def test_every_file_with_words_stands_in_a_list():
    listed = {law.__name__ for law in (*dispatch.NORMAL_LAWS, *dispatch.FRICTION_LAWS)}
    for found in pkgutil.iter_modules(catena.laws.__path__):
        module = importlib.import_module(f"catena.laws.{found.name}")
        own = [
            part
            for part in vars(module).values()
            if isinstance(part, type)
            and part.__module__ == module.__name__
            and hasattr(part, "word")
        ]
        assert not own or module.__name__ in listed, found.name
