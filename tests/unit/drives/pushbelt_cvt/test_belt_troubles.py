"""What ends a run is found and named."""

import re

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import _job, elements, ring, running

from catena.drives.pushbelt_cvt.troubles import WORDS, SlipWatch, trouble_text
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_samples import (
    K_X,
    K_Y,
    P_AXIAL,
    P_SPEED,
    P_TORQUE,
    empty_samples,
)
from catena.integrators.steps.pushbelt_tables import Trouble

STEP = 2e-6


def ended(system, state, work):
    return advance(system, state, work, STEP, 5, empty_samples(2, 1, system))[0]


def test_elements_that_pass_each_other_are_found():
    system, state, work = running("rigid", steps=0)
    q = elements(system, state.q)
    q[:2, 20] = q[:2, 22]
    assert ended(system, state, work) == Trouble.ELEMENT_ORDER


def test_a_belt_outside_the_sheaves_is_found():
    system, state, work = running("rigid", steps=100)
    rim = float(system.sheaves.outer[1])
    system.sheaves.outer[1] = 0.04
    found = ended(system, state, work)
    system.sheaves.outer[1] = rim
    assert found == Trouble.LEFT_PULLEY


def test_numbers_that_are_not_finite_are_found():
    system, state, work = running("rigid", steps=0)
    elements(system, state.u)[0, 3] = np.nan
    assert ended(system, state, work) == Trouble.NOT_FINITE


@pytest.mark.parametrize("place", [np.nan, -0.5, 55.0, 1e12])
def test_an_element_without_place_on_the_ring_is_found_before_it_acts(place):
    system, state, work = running("rigid", steps=0)
    state.memory.place[7] = place
    assert ended(system, state, work) == Trouble.NOT_FINITE
    assert np.isfinite(ring(system, state.u)).all()


@pytest.fixture
def looked():
    """A watch, and samples of a belt at ratio 1.2 whose pulleys turn as stated."""
    placed = _job("rigid").placed
    samples = empty_samples(4, 1, _job("rigid").system)
    way = np.linspace(0.0, placed.fibre.length, samples.ring.shape[2], endpoint=False)
    samples.ring[:, [K_X, K_Y]] = placed.fibre.point(way)
    samples.pulley[:, P_TORQUE, 1], samples.pulley[:, P_AXIAL, 1] = 96.0, 10520.0
    return SlipWatch(placed), samples


@pytest.mark.parametrize(("secondary", "word"), [(100.0, "slower"), (300.0, "faster")])
def test_gross_slip_names_slip_torque_and_force(looked, secondary, word):
    watch, samples = looked
    samples.pulley[:, P_SPEED] = [209.0, secondary]
    words = watch.look(samples, 2e-3)
    assert re.search(rf"gross slip.*{word}.*96 N m.*10520 N", words)


def test_a_belt_that_follows_or_winds_up_does_not_slip(looked):
    watch, samples = looked
    samples.pulley[:, P_SPEED] = [209.0, 209.0 / 1.2]
    assert not watch.look(samples, 1.0)
    for _ in range(3):  # a run-up: the secondary pulley starts later, then follows
        samples.pulley[:, P_SPEED] = [60.0, 0.0]
        assert not watch.look(samples, 1e-3)
        samples.pulley[:, P_SPEED] = [60.0, 50.0]
        assert not watch.look(samples, 1e-3)


def test_gross_slip_is_what_lasts(looked):
    watch, samples = looked
    samples.pulley[:, P_SPEED] = [0.0, -20.0]  # dragged backwards by its load
    for _ in range(5):
        assert not watch.look(samples, 0.99e-3)
    assert "gross slip" in watch.look(samples, 0.99e-3)


@pytest.mark.parametrize("trouble", list(WORDS))
def test_every_trouble_has_words(trouble):
    assert "0.5 s" in trouble_text(trouble, 0.5, STEP)
