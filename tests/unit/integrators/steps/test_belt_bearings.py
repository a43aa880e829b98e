"""Pulleys of pushbelts in elastic bearings: closed forms, gradients, energy."""

from functools import cache

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import at_rest, copies, drive, running
from tests.unit.integrators.steps.test_belt_forces import slope

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.start.initialisation import equilibrium
from catena.drives.pushbelt_cvt.start.other_run import arrays_in_state, planar_state
from catena.drives.pushbelt_cvt.start.shafts import at_distance, bearing_pull
from catena.drives.pushbelt_cvt.start.state import centres
from catena.errors import CatenaError, GeometryError, InputError
from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_samples import Element, Total, empty_samples
from catena.integrators.steps.pushbelt_tables import LOSSES, Trouble, work_for
from catena.solvers.patches.belt_friction import Sweeps

STIFFNESS = (1e8, 5e7)
SOFT = {
    name: {"bearing": {"stiffness": k, "damping": 1e4, "mass": 6.0}}
    for name, k in zip(("primary", "secondary"), STIFFNESS, strict=True)
}


@cache
def elastic():
    return build(spec_from(drive(**SOFT)))


@cache
def run_in():
    """A belt after 8 ms, and samples of the next 12 ms."""
    system, state, work = running(job=elastic(), steps=4000)
    samples = empty_samples(600, 60, system)
    assert advance(system, state, work, 2e-6, 10, samples)[0] == Trouble.NONE
    return system, state, samples


def test_a_run_starts_where_both_strands_draw_the_shafts():
    made = elastic()
    data = made.placed.data
    spec = at_distance(made.spec, data.shafts)
    state = equilibrium(spec).state
    pull = bearing_pull(state)
    assert data.shafts == pytest.approx((pull / STIFFNESS[0], -pull / STIFFNESS[1]))
    assert data.rest_distance == pytest.approx(made.spec.variator.centre_distance)
    # L - m* v0 v in each strand: what flows in and out carries momentum
    lean = (state.geometry.radius_o - state.geometry.radius_i) / data.centre_distance
    flux, whole = state.band.mass_per_length * state.belt_speed**2, 0.0
    for L in (state.tension_push, state.tension_loose):
        whole += L - flux * (1.0 + L / state.band.axial_stiffness)
    assert pull == pytest.approx(whole * np.sqrt(1.0 - lean**2))
    found = centres(made.system, made.start)
    wanted = [[0.0, data.centre_distance], [0.0, 0.0]]
    assert found == pytest.approx(np.array(wanted), abs=1e-15)


def test_shafts_give_way_by_the_force_of_the_strands_over_the_stiffness():
    made, (_, _, samples) = elastic(), run_in()
    pulley, data = samples.pulley, made.placed.data
    force = pulley[:, [Pulley.FORCE_X, Pulley.FORCE_Y]].mean(axis=0)
    ways = pulley[:, [Pulley.SHAFT_X, Pulley.SHAFT_Y]].mean(axis=0)
    assert ways == pytest.approx(force / STIFFNESS, rel=0.01, abs=1e-7)
    # net tension of both strands, less the momentum of the belt that passes
    element = samples.element
    x, y = element[:, Element.X], element[:, Element.Y]
    push = (
        element[:, Element.ROCK] + element[:, Element.TOP] + element[:, Element.BOTTOM]
    )
    net = element[:, Element.TENSION] - push
    middle = np.abs(x - 0.5 * data.centre_distance) < 0.2 * data.centre_distance
    strands = sum(net[middle & (side * y > 0.0)].mean() for side in (1.0, -1.0))
    e, ring = data.element, data.ring
    per_length = e.mass / e.thickness + ring.mass_per_length
    v = samples.total[:, Total.BELT_SPEED].mean()
    start = made.placed.start
    lean = (start.radius_secondary - start.radius_primary) / data.centre_distance
    wanted = (strands - 2.0 * per_length * v**2) * np.sqrt(1.0 - lean**2)
    assert force[0] == pytest.approx([wanted, -wanted], rel=0.03)


def test_forces_on_shafts_are_gradients_of_the_energy():
    system, state, _ = run_in()
    state, first = at_rest(state), system.M.size - 6
    found = forces(system, copies(state)[0], work_for(system))
    for place in range(first, first + 4):
        wanted = -slope(system, state, place)
        assert found[place] == pytest.approx(wanted, abs=1.0), place


def test_the_ledger_closes_with_the_bearings_in_it():
    _, _, samples = run_in()
    work = samples.pulley[:, [Pulley.WORK, Pulley.WORK_Z]]
    lost = samples.loss[-1] - samples.loss[0]
    stored = samples.total[-1, Total.STORED] - samples.total[0, Total.STORED]
    change = (work[-1] - work[0]).sum()
    assert lost.min() >= 0.0
    assert lost[[name for name, _, _ in LOSSES].index("bearing damping")] > 0.0
    assert abs(change - lost.sum() - stored) < 1e-3 * np.ptp(work, axis=0).max()


@pytest.mark.parametrize("spans", [55, 60])
def test_another_load_goes_on_with_the_belt_where_it_lies_on_its_shafts(spans):
    """Frames begin at the drawn primary shaft, which differs with the load."""
    system, state, _ = run_in()
    hard = {"boundary": {"secondary_force": "20 kN"}, "ring": {"span_count": spans}}
    placed = layout_of(spec_from(drive(**SOFT, **hard)))
    other = system_of(placed.data, Sweeps(0.1, 100))
    found = planar_state(placed.data, elastic().spec, arrays_in_state(state))
    assert placed.data.shafts[0] > 1.3 * elastic().placed.data.shafts[0]
    n = system.elements
    before, after = (q[:n] - centres(own, own_state)[0, 0] for own, own_state, q in (
        (system, state, state.q), (other, found, found.q)))  # fmt: skip
    assert after == pytest.approx(before, abs=1e-12 if spans == 55 else 2e-5)
    assert found.q[-6:] == pytest.approx(state.q[-6:], abs=1e-15)
    rigid = belt_data(spec_from(drive(**hard)))
    with pytest.raises(InputError, match=r"run with elastic bearings .* here they are"):
        planar_state(rigid, elastic().spec, arrays_in_state(state))


def test_shafts_lighter_than_the_belt_and_rims_that_meet_are_refused():
    light = {"primary": {"bearing": {"stiffness": 1e8, "mass": 0.1}}}
    with pytest.raises(CatenaError, match=r"bearing.mass: found 0.1 kg; expected at"):
        spec_from(drive(**light))
    weak = {"secondary": {"bearing": {"stiffness": 2e5, "mass": 6.0}}}
    with pytest.raises(GeometryError, match=r"draw the shafts together by .* collide"):
        build(spec_from(drive(**weak)))
    with pytest.raises(CatenaError, match="expected none in space"):
        spec_from({**drive(**SOFT), "fidelity": "spatial"})
