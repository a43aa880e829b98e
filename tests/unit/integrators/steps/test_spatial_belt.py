"""The belt in space: gradients, the planar belt in it, mirror images, energy."""

from copy import deepcopy

import numpy as np
import pytest
from tests.unit.integrators.steps.spatial_belts import (
    ELEMENTS,
    PULLEYS,
    SPANS,
    advanced,
    energy,
    job,
    moved,
    shaken,
    spatial_drive,
)

from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_samples import Total, empty_samples
from catena.integrators.steps.pushbelt_tables import work_for
from catena.integrators.steps.spatial_pushbelt import advance_spatial_belt
from catena.integrators.steps.spatial_pushbelt_limit import spatial_forces
from catena.integrators.steps.spatial_pushbelt_samples import (
    Sheave,
    SpatialElement,
    SpatialTotal,
    empty_spatial_samples,
)
from catena.integrators.steps.spatial_pushbelt_tables import spatial_work_for
from catena.solvers.patches.belt_friction import Effort

LOOSE = ("loose and fixed", "0.4 mm")
TWISTED = ("loose and fixed", "0.4 mm", "line contact")
AXIAL = (2, 3, 8, 9)
"""Places of the sheaves in the block of the pulleys; slopes are the others."""


def of_elements(flat):
    return flat[: 6 * ELEMENTS].reshape(ELEMENTS, 6)


def of_rings(flat):
    return flat[PULLEYS.stop : PULLEYS.stop + 6 * SPANS].reshape(3, 2, SPANS)


@pytest.mark.parametrize("kind", [("symmetric", "0 mm"), LOOSE, TWISTED])
def test_forces_are_gradients_of_the_energy(kind):
    made = job(*kind)
    system = made.systems[1]
    state, work = shaken(system, made.starts[1]), spatial_work_for(system)
    found = spatial_forces(system, deepcopy(state), work)
    for load in system.imposed.loads:  # no gradients
        found[load.dof] -= work.imposed[load.account]
    size = np.abs(of_elements(found)[:, :3]).max()
    places = [(6 * k + c, 1.0 if c < 3 else 5e-3)
              for k in range(0, ELEMENTS, 13) for c in range(6)]  # fmt: skip
    places += [(PULLEYS.start + i, 1.0 if i in AXIAL else 0.05) for i in range(2, 14)]
    places += [(PULLEYS.stop + i, 1.0) for i in range(0, 6 * SPANS, 47)]
    places += [(i, 5e-3) for i in range(PULLEYS.stop + 6 * SPANS, found.size, 11)]
    for place, lever in places:
        way = np.zeros(state.u.size)
        way[place] = 2e-9 / lever
        slope = energy(system, state, way) - energy(system, state, -way)
        wanted = -slope / (2.0 * way[place])
        near = 2e-6 * max(size * lever, abs(wanted))
        assert found[place] == pytest.approx(wanted, abs=near), place


@pytest.mark.parametrize("kind", [("symmetric", "0 mm"), LOOSE])
def test_the_planar_belt_is_lifted_without_changing_a_force(kind):
    made = job(*kind)
    plane, system = made.systems
    flat = forces(plane, deepcopy(made.starts[0]), work_for(plane))
    found = spatial_forces(system, deepcopy(made.starts[1]), spatial_work_for(system))
    x, y, pitch = flat[: 3 * ELEMENTS].reshape(3, ELEMENTS)
    body, size = of_elements(found), np.abs(x).max()
    # lines of contact lift at one end where sheaves tilt; slopes take 1e-5 of a strand
    near = 5e-3
    assert np.abs(body[:, 0] - x).max() < near * size
    assert np.abs(body[:, 1] - y).max() < near * size
    assert np.abs(body[:, 5] - pitch).max() < near * np.abs(pitch).max()
    ring = flat[3 * ELEMENTS + 8 :].reshape(2, SPANS)
    assert np.abs(of_rings(found)[:2].sum(axis=1) - ring).max() < near * size
    groove = flat[3 * ELEMENTS : 3 * ELEMENTS + 8].reshape(4, 2)
    pulley = found[PULLEYS].reshape(7, 2)
    whole = pulley[1, 0] if kind[0] == "symmetric" else pulley[[1, 4], 0].sum()
    assert whole == pytest.approx(groove[1, 0], rel=near)
    if kind[0] != "symmetric":  # both sheaves carry the same
        assert pulley[1, 0] == pytest.approx(pulley[4, 0], rel=0.06)


@pytest.mark.parametrize("sheaves", ["rigid", "coupled"])
def test_between_upright_sheaves_no_force_changes_at_all(sheaves):
    """At rest: in motion the slopes of bent discs count for damping in space."""
    made = build(spec_from(spatial_drive(sheaves=sheaves)))
    plane, system = made.systems
    start, lifted = (deepcopy(one) for one in made.starts)
    start.u[:], lifted.u[:] = 0.0, 0.0
    flat = forces(plane, start, work_for(plane))
    found = spatial_forces(system, lifted, spatial_work_for(system))
    wanted = flat[: 3 * ELEMENTS].reshape(3, ELEMENTS).T
    assert of_elements(found)[:, [0, 1, 5]] == pytest.approx(wanted, abs=1e-7)
    assert np.abs(of_elements(found)[:, 2:5]).max() < 1e-9
    ring = flat[3 * ELEMENTS + 8 :].reshape(2, SPANS)
    assert of_rings(found)[:2].sum(axis=1) == pytest.approx(ring, abs=1e-7)


def test_elastic_discs_of_all_sheaves_have_one_energy():
    """Forces are its gradients, with hubs that tilt and discs that differ."""
    space = {"sheaves": "loose and fixed", "misalignment": "0 mm"}
    data = spatial_drive(space, sheaves="tilting and coupled")
    made = build(spec_from(data))
    system = made.systems[1]
    stiffer = system.discs.root.copy()
    stiffer[1] *= 0.5
    system = system._replace(discs=system.discs._replace(root=stiffer))
    state, work = deepcopy(made.starts[1]), spatial_work_for(system)
    state.u[:] = 0.0
    found = spatial_forces(system, deepcopy(state), work)
    for load in system.imposed.loads:  # no gradients
        found[load.dof] -= work.imposed[load.account]
    k = int(work.flanks[np.argmax(work.flanks.force)].a)
    places = [(6 * k + c, 1.0 if c < 3 else 5e-3) for c in (0, 1, 2, 4, 5)]
    places += [(PULLEYS.start + i, 1.0 if i in AXIAL else 0.05) for i in (2, 3, 9, 10)]
    assert work.flanks.bend.max() > 1e-6
    size = np.abs(found[PULLEYS][list(AXIAL)]).max()
    for place, lever in places:
        way = np.zeros(state.u.size)
        way[place] = 2e-9 / lever
        slope = energy(system, state, way) - energy(system, state, -way)
        wanted = -slope / (2.0 * way[place])
        assert found[place] == pytest.approx(wanted, abs=1e-4 * size * lever), place


GRIPS = {
    "one for all": {},
    "by direction": {"coefficient": 0.1, "radial_coefficient": 0.05},
    "softened": {"coefficient": 0.1, "softening_speed": 5e-3},
    "falling": {"coefficient": 0.08, "static_coefficient": 0.12, "fading_speed": 0.02},
}


@pytest.mark.parametrize(
    ("sheaves", "grip"),
    [*(("tilting", name) for name in GRIPS), ("coupled", "one for all")],
)
def test_symmetric_data_run_as_the_planar_belt_does(sheaves, grip):
    data = spatial_drive(sheaves=sheaves)
    if GRIPS[grip]:
        both = {"primary": GRIPS[grip], "secondary": GRIPS[grip]}
        data["friction"] = data.get("friction", {}) | both
    made = build(spec_from(data))
    plane = made.systems[0]
    flat, samples = deepcopy(made.starts[0]), empty_samples(100, 1, plane)
    advance(plane, flat, work_for(plane), made.pace.step, 10, samples)
    state, _, seen = advanced(made, 1000)
    for name in ("AXIAL", "SPEED"):
        wanted = samples.pulley[:, Pulley[name]].mean(axis=0)
        found = seen.pulley[:, Pulley[name]].mean(axis=0)
        assert found == pytest.approx(wanted, rel=2e-4 if name == "SPEED" else 5e-3)
    push = seen.total[:, Total.PUSH].mean()
    assert push == pytest.approx(samples.total[:, Total.PUSH].mean(), rel=0.01)
    z = state.q[: 7 * ELEMENTS].reshape(ELEMENTS, 7)[:, 2]
    assert np.abs(z).max() < 1e-6
    left, right = seen.sheave[:, Sheave.AXIAL, 0], seen.sheave[:, Sheave.AXIAL, 1]
    assert left.mean() == pytest.approx(right.mean(), rel=2e-3)


def test_a_misaligned_belt_has_a_mirror_image():
    right, left = (advanced(job("symmetric", d), 300) for d in ("0.4 mm", "-0.4 mm"))
    swapped = right[2].sheave[:, Sheave.AXIAL][:, [1, 0, 3, 2]]
    found = left[2].sheave[:, Sheave.AXIAL]
    assert found.mean(axis=0) == pytest.approx(swapped.mean(axis=0), rel=1e-3)
    z = [one[0].q[: 7 * ELEMENTS].reshape(ELEMENTS, 7)[:, 2] for one in (right, left)]
    assert z[0] == pytest.approx(-z[1], abs=1e-6)
    assert z[0].max() > 0.39e-3


@pytest.mark.parametrize("kind", [("symmetric", "0.4 mm"), LOOSE, TWISTED])
def test_the_ledger_closes(kind):
    made = job(*kind)
    begin, _, first = advanced(made, 1500)
    end, _, last = advanced(made, 1000, begin)
    gained = last.total[-1, Total.STORED] - first.total[-1, Total.STORED]
    put_in = end.ledger.input_work.sum() - begin.ledger.input_work.sum()
    lost = end.ledger.loss.sum() - begin.ledger.loss.sum()
    assert lost > 0.1
    assert put_in - lost == pytest.approx(gained, abs=0.005 * lost)


def test_an_element_between_sheaves_resists_rolling():
    """Line contact is more than what the normals of both flanks take away."""
    made = job()
    system = made.systems[1]
    state = deepcopy(made.starts[1])
    k = int(np.argmin(state.q[: 7 * ELEMENTS : 7]))  # in the middle of a wrap
    state.u[:] = 0.0
    stiff = []
    for height in (0.0, system.flank.height):
        belt = system._replace(flank=system.flank._replace(height=height + 1e-9))
        moments = []
        for way in (1e-5, -1e-5):
            turn = np.zeros(state.u.size)
            turn[6 * k + 3] = way
            found = moved(belt, state, turn)
            work = spatial_work_for(belt)
            spatial_forces(belt, found, work)
            rows = work.flanks[work.begin[k] : work.begin[k + 1]]
            side = np.where(rows.b % 2 == 1, 1.0, -1.0)
            moments.append(float(np.sum(-side * rows.moment)))
        stiff.append(-(moments[0] - moments[1]) / 2e-5)
    k_n = 2 * 2 * system.flank.law.k  # both places of both flanks
    wanted = k_n * system.flank.height**2 / 12.0
    assert stiff[0] == pytest.approx(0.0, abs=1e-6 * wanted)
    assert stiff[1] == pytest.approx(wanted, rel=1e-3)
    work = spatial_work_for(system)
    spatial_forces(system, deepcopy(state), work)
    largest = work.flanks.force.max()
    width, cos = system.flank.plane.half_width, system.sheaves[0].cos
    assert wanted > 2.0 * 2.0 * width * largest * cos  # what would roll it over


def test_twisted_rings_lie_on_their_saddles_where_pressed():
    """Their twist is the roll of the elements below, within what a line can turn."""
    made = job(*TWISTED)
    state, work, samples = advanced(made, 2500)
    phi, saddle = state.q[-2 * SPANS :], made.systems[1].saddle
    assert samples.total[-1, SpatialTotal.TWIST] == np.abs(phi).max() > 1e-4
    rows, place = work.saddles, state.memory.place
    span = place.astype(int)
    first, part = SPANS * (np.arange(place.size) % 2), place - span
    twist = (1.0 - part) * phi[first + span] + part * phi[first + (span + 1) % SPANS]
    leaning = np.abs(twist - work.R[rows.a, 7])
    pressed = rows.force > 0.5 * rows.force.max()
    full = rows.force / (saddle.plane.k * 0.5 * saddle.width)  # where an end lifts
    assert np.mean(leaning[pressed] < full[pressed]) > 0.9
    none = advanced(job(*LOOSE), 2500)[2]
    assert np.all(none.total[:, SpatialTotal.TWIST] == 0.0)
    ratio = [one.pulley[-100:, Pulley.AXIAL].mean(axis=0) for one in (samples, none)]
    assert ratio[0] == pytest.approx(ratio[1], rel=0.02)


def test_crowned_saddles_steer_the_rings_back():
    """Rings off their middle come back on crowned saddles, not on flat ones."""
    left = {}
    for crown in (None, "0.1 m"):
        space = {"tracking": "none", "crown_radius": crown}
        made = build(spec_from(spatial_drive(space)))
        state = deepcopy(made.starts[1])
        of_rings_q = state.q[7 * ELEMENTS + 14 :].reshape(3, 2, SPANS)
        of_rings_q[2] += 1e-4
        _, _, samples = advanced(made, 12000, state)
        offset = samples.element[
            -1, [SpatialElement.OFFSET_LEFT, SpatialElement.OFFSET_RIGHT]
        ]
        left[crown] = float(np.mean(offset))
    assert left[None] > 0.8e-4
    assert left["0.1 m"] < 0.9 * left[None]


def test_stubborn_elements_do_not_use_up_the_sweeps_of_all():
    """Two places of a flank that both stick need hundreds of sweeps, few visits."""
    made = job(*LOOSE)
    system, state = made.systems[1], deepcopy(made.starts[1])
    work, samples = spatial_work_for(system), empty_spatial_samples(600, 1, system)
    advance_spatial_belt(system, state, work, made.pace.step, 1, samples)
    assert samples.total[:, Total.SWEEP_COUNT].max() > 1.5 * system.sweeps.limit
    assert state.memory.effort[Effort.CAPPED] == 0
    assert state.memory.effort[Effort.VISITS] < 20 * 600 * ELEMENTS
