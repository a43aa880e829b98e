"""Belts that roll over and rings that come off are noticed and named with a place."""

import numpy as np
from tests.unit.integrators.steps.spatial_belts import job

from catena.drives.pushbelt_cvt.spatial.troubles import spatial_trouble_text
from catena.drives.pushbelt_cvt.troubles import trouble_text
from catena.integrators.steps.pushbelt_tables import Trouble
from catena.integrators.steps.spatial_pushbelt import watch
from catena.integrators.steps.spatial_pushbelt_limit import spatial_forces
from catena.integrators.steps.spatial_pushbelt_tables import (
    spatial_work_for,
)


def upright():
    """System, state and scratch of a belt at its start."""
    made = job()
    system, state = made.systems[1], made.starts[1]
    work = spatial_work_for(system)
    spatial_forces(system, state, work)
    return made, system, state, work


def words(found, made, system, state, work):
    placed = made.placed.plane
    return spatial_trouble_text(Trouble(found), placed, system, state, work, 2e-6)


def test_a_belt_that_starts_is_in_order():
    _, system, state, work = upright()
    assert watch(system, state, work) == Trouble.NONE


def test_an_element_on_its_side_is_named():
    made, system, state, work = upright()
    k = int(np.argmin(state.q[0 : 7 * system.elements : 7]))  # left of the primary
    work.R[k, 7] = np.sin(0.5)
    found = watch(system, state, work)
    assert found == Trouble.ROLLED_OVER
    text = words(found, made, system, state, work)
    assert f"element {k + 1} has rolled by 28.6 deg in the primary pulley" in text
    assert "at 0 s" in text


def test_a_ring_off_its_saddle_is_named():
    made, system, state, work = upright()
    k = int(np.argmax(state.q[0 : 7 * system.elements : 7]))
    work.saddles[2 * k + 1].offset = -0.7e-3
    found = watch(system, state, work)
    assert found == Trouble.RING_OFF
    text = words(found, made, system, state, work)
    assert f"right ring set has left the saddle of element {k + 1}" in text
    assert "in the secondary pulley, off by -0.7 mm with a play of 0.3 mm" in text


def test_troubles_of_the_plane_keep_their_words():
    made, system, state, work = upright()
    text = words(Trouble.COUPLED_LAW, made, system, state, work)
    assert text == trouble_text(Trouble.COUPLED_LAW, 0.0, 2e-6)
    text = words(Trouble.ELEMENT_ORDER, made, system, state, work)
    assert text == trouble_text(Trouble.ELEMENT_ORDER, 0.0, 2e-6)
