"""Elastic forces are gradients of the stored energy, and balance each other."""

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import (
    at_rest,
    copies,
    elements,
    place_energy,
    pulleys,
    ring,
    running,
)

from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_tables import work_for

NUDGE = 2e-9


def energy(system, state):
    """Stored energy of a place; forces are evaluated to find the contacts."""
    work = work_for(system)
    fresh = copies(state)[0]
    forces(system, fresh, work)
    return place_energy(system, fresh, work)


def slope(system, state, place):
    """Derivative of the stored energy by one coordinate."""
    found = []
    for way in (NUDGE, -NUDGE):
        other = copies(state)[0]
        other.q[place] += way
        found.append(energy(system, other))
    return (found[0] - found[1]) / (2.0 * NUDGE)


@pytest.mark.parametrize("sheaves", ["rigid", "tilting", "coupled"])
def test_forces_are_gradients_of_the_energy(sheaves):
    system, state, _work = running(sheaves)
    state = at_rest(state)
    n, m = system.elements, system.spans
    found = forces(system, copies(state)[0], work_for(system))
    size = np.abs(found[: 2 * n]).max()
    places = [(row * n + k, 5e-3 if row == 2 else 1.0)
              for row in range(3) for k in range(0, n, 9)]  # fmt: skip
    first = 3 * n + 8
    places += [(first + row * m + i, 1.0) for row in range(2) for i in range(0, m, 11)]
    for place, lever in places:
        wanted = -slope(system, state, place)
        assert found[place] == pytest.approx(wanted, abs=2e-4 * size * lever), place


def test_asking_for_forces_moves_nothing():
    """Though it is a step that finds them, one of no time."""
    system, state, _ = running("coupled")
    asked = copies(state)[0]
    found = forces(system, asked, work_for(system))
    assert np.abs(found).max() > 0.0
    for name in ("q", "u", "t"):
        assert getattr(asked, name).tobytes() == getattr(state, name).tobytes(), name
    for one, other in zip(asked.ledger, state.ledger, strict=True):
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("sheaves", ["tilting", "coupled"])
def test_axial_forces_and_tilting_moments_are_gradients(sheaves):
    system, state, _ = running(sheaves)
    state, first = at_rest(state), 3 * system.elements
    found = pulleys(system, forces(system, copies(state)[0], work_for(system)))
    found[1, 1] += 2.0 * 10520.0  # the clamping force is no gradient
    for row in (1, 2, 3) if sheaves == "tilting" else (1,):
        lever = 1.0 if row == 1 else 0.05
        for p in range(2):
            wanted = -slope(system, state, first + 2 * row + p)
            assert found[row, p] == pytest.approx(wanted, abs=5e-5 * 2e4 * lever)


def test_forces_between_elements_and_ring_balance():
    system, state, work = running("rigid")
    state = at_rest(state)
    pulleys(system, state.q)[1] += 1.0  # sheaves far away: only inner forces are left
    found = forces(system, state, work)
    (h_x, h_y, h_m), (f_x, f_y) = elements(system, found), ring(system, found)
    (x, y, _), (r_x, r_y) = elements(system, state.q), ring(system, state.q)
    size = np.abs(h_x).max()
    assert abs(h_x.sum() + f_x.sum()) < 1e-9 * size
    assert abs(h_y.sum() + f_y.sum()) < 1e-9 * size
    moment = h_m.sum() + (x * h_y - y * h_x).sum() + (r_x * f_y - r_y * f_x).sum()
    assert abs(moment) < 1e-9 * size
