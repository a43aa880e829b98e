"""Elastic forces are gradients of the stored energy, and balance each other."""

import numpy as np
import pytest
from tests.unit.pushbelt.belts import at_rest, copies, running

from catena.pushbelt.ledger import stored_energy
from catena.pushbelt.scratch import work_for
from catena.pushbelt.stability import _forces
from catena.pushbelt.tables import TX, TY, C, S, X, Y, Z

NUDGE = 2e-9


def energy(system, state):
    """Stored energy of a place; forces are evaluated to find the contacts."""
    work = work_for(system, state)
    fresh = copies(state)[0]
    _forces(system, fresh, work)
    return stored_energy(system, fresh, work)


def moved(state, coordinate, way):
    """The state with one coordinate moved."""
    other = copies(state)[0]
    table, row, column = coordinate
    if table == "angle":
        angle = np.arctan2(other.element[S, column], other.element[C, column]) + way
        other.element[C, column], other.element[S, column] = (
            np.cos(angle),
            np.sin(angle),
        )
    else:
        getattr(other, table)[row, column] += way
    return other


@pytest.mark.parametrize("sheaves", ["rigid", "tilting", "coupled"])
def test_forces_are_gradients_of_the_energy(sheaves):
    system, state, _work = running(sheaves)
    state = at_rest(state)
    n, m = state.element.shape[1], state.ring.shape[1]
    found = _forces(system, copies(state)[0], work_for(system, state))
    chosen = range(0, n, 9)
    places = [(("element", X, k), k) for k in chosen]
    places += [(("element", Y, k), n + k) for k in chosen]
    places += [(("angle", 0, k), 2 * n + k) for k in chosen]
    places += [(("ring", 0, i), 3 * n + i) for i in range(0, m, 11)]
    places += [(("ring", 1, i), 3 * n + m + i) for i in range(0, m, 11)]
    size = np.abs(found[: 2 * n]).max()
    for coordinate, place in places:
        ahead = energy(system, moved(state, coordinate, NUDGE))
        behind = energy(system, moved(state, coordinate, -NUDGE))
        slope = (ahead - behind) / (2.0 * NUDGE)
        scale = size * (5e-3 if coordinate[0] == "angle" else 1.0)
        assert found[place] == pytest.approx(-slope, abs=2e-4 * scale), coordinate


@pytest.mark.parametrize("sheaves", ["tilting", "coupled"])
def test_axial_forces_and_tilting_moments_are_gradients(sheaves):
    system, state, _ = running(sheaves)
    state = at_rest(state)
    start = 3 * state.element.shape[1] + 2 * state.ring.shape[1]
    found = _forces(system, copies(state)[0], work_for(system, state))
    clamp = np.array([0.0, 2.0 * 10520.0])
    rows = [(Z, 0, 1.0)] + ([(TX, 2, 0.05), (TY, 4, 0.05)] * (sheaves == "tilting"))
    for row, offset, lever in rows:
        for p in range(2):
            ahead = energy(system, moved(state, ("pulley", row, p), NUDGE))
            behind = energy(system, moved(state, ("pulley", row, p), -NUDGE))
            slope = (ahead - behind) / (2.0 * NUDGE)
            force = found[start + offset + p] + (clamp[p] if row == Z else 0.0)
            assert force == pytest.approx(-slope, abs=5e-5 * 2e4 * lever)


def test_forces_between_elements_and_ring_balance():
    system, state, work = running("rigid")
    state = at_rest(state)
    state.pulley[Z] += 1.0  # sheaves far away: only inner forces are left
    forces = _forces(system, state, work)
    n, m = state.element.shape[1], state.ring.shape[1]
    parts = np.split(forces, np.cumsum([n, n, n, m, m]))
    x, y = state.element[X], state.element[Y]
    size = np.abs(parts[0]).max()
    assert abs(parts[0].sum() + parts[3].sum()) < 1e-9 * size
    assert abs(parts[1].sum() + parts[4].sum()) < 1e-9 * size
    moment = parts[2].sum() + (x * parts[1] - y * parts[0]).sum()
    moment += (state.ring[0] * parts[4] - state.ring[1] * parts[3]).sum()
    assert abs(moment) < 1e-9 * size
