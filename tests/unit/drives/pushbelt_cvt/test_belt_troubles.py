"""What ends a run is found and named."""

import re

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import _job, elements, ring, running

from catena.drives.pushbelt_cvt.troubles import WORDS, BeltSlip, trouble_text
from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_samples import Knot, Total, empty_samples
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
    """A watch, and samples of a belt whose primary pulley rolls with 209 rad/s."""
    placed = _job("rigid").placed
    samples = empty_samples(4, 1, _job("rigid").system)
    way = np.linspace(0.0, placed.fibre.length, samples.ring.shape[2], endpoint=False)
    samples.ring[:, [Knot.X, Knot.Y]] = placed.fibre.point(way)
    samples.pulley[:, Pulley.TORQUE] = [-80.0, 96.0]
    samples.pulley[:, Pulley.AXIAL] = [12000.0, 10520.0]
    watch = BeltSlip(placed)
    pitch = watch.rolling.pitch_angle(np.array(placed.start.radius_primary))
    samples.total[:, Total.BELT_SPEED] = 209.0 / float(pitch) / watch.rolling.per_way
    return watch, samples


@pytest.mark.parametrize(
    ("speeds", "words"),
    [
        ((209.0, 100.0), "secondary pulley.*slower.*96 N m.*10520 N"),
        ((209.0, 300.0), "secondary pulley.*faster.*96 N m.*10520 N"),
        ((240.0, 209.0 / 1.2), "primary pulley.*13% faster.*80 N m.*12000 N"),
        ((150.0, 209.0 / 1.2), "primary pulley.*28% slower.*80 N m.*12000 N"),
    ],
)
def test_gross_slip_names_pulley_slip_torque_and_force(looked, speeds, words):
    watch, samples = looked
    samples.pulley[:, Pulley.SPEED] = speeds
    assert re.search(f"gross slip on the {words}", watch.look(samples, 2e-2))


def test_a_belt_that_follows_or_winds_up_does_not_slip(looked):
    watch, samples = looked
    samples.pulley[:, Pulley.SPEED] = [209.0, 209.0 / 1.2]
    assert not watch.look(samples, 1.0)
    for _ in range(3):  # a run-up: the secondary pulley starts later, then follows
        samples.pulley[:, Pulley.SPEED] = [209.0, 0.0]
        assert not watch.look(samples, 2e-3)
        samples.pulley[:, Pulley.SPEED] = [209.0, 180.0]
        assert not watch.look(samples, 2e-3)


def test_gross_slip_is_what_lasts(looked):
    watch, samples = looked
    samples.pulley[:, Pulley.SPEED] = [0.0, -20.0]  # dragged backwards by its load
    samples.total[:, Total.BELT_SPEED] = 0.0
    for _ in range(5):
        assert not watch.look(samples, 4.9e-3)
    assert "gross slip on the secondary" in watch.look(samples, 4.9e-3)


@pytest.mark.parametrize("trouble", list(WORDS))
def test_every_trouble_has_words(trouble):
    assert "0.5 s" in trouble_text(trouble, 0.5, STEP)
