"""Planar runs as starts: of the planar belt, of the belt in space, of other counts."""

import numpy as np
import pytest
from tests.unit.integrators.steps.belts import drive, running
from tests.unit.integrators.steps.spatial_belts import spatial_drive

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.build import build
from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.start.other_run import (
    arrays_in_state,
    pieces,
    planar_state,
)
from catena.errors import CatenaError
from catena.integrators.steps.pushbelt_limit import forces
from catena.integrators.steps.pushbelt_tables import work_for
from catena.solvers.patches.belt_friction import Sweeps

SHORT = {"revolutions": None, "duration": 1e-3, "discard": 0.0}
COUNTS = {"belt": {"element_count": 60}, "ring": {"span_count": 40}}
LOOSE = {"sheaves": "loose and fixed", "misalignment": "0 mm"}


@pytest.fixture(scope="module")
def settled(tmp_path_factory):
    """A planar run that has lost the shock of its start."""
    solve = SHORT | {"duration": 8e-3}
    folder = tmp_path_factory.mktemp("belt") / "planar.run"
    return ct.simulate(spec_from(drive(**COUNTS, solve=solve)), folder)


def spatial_from(run, spatial=None, **changes):
    changes = {"solve": SHORT, **changes}
    data = spatial_drive(spatial, **changes)
    for name in ("belt", "ring"):
        data[name] = {**data[name], **changes.get(name, {})}
    data["start"] = {**data["start"], "from": str(run.path.parent)}
    return spec_from(data)


def test_pieces_of_one_belt():
    assert pieces(4, 4) == pytest.approx([0.0, 1.0, 2.0, 3.0])
    assert pieces(2, 4) == pytest.approx([-0.25, 0.25, 0.75, 1.25])


def late_mean(run, name):
    values = run.read(name)
    return values[values.shape[0] // 2 :].mean(axis=0)


def test_a_belt_in_space_goes_on_where_the_planar_one_ended(settled):
    run = ct.simulate(spatial_from(settled))
    x, before = run.read("element_x")[0], settled.read("element_x")[-1]
    assert np.abs(x - before).max() < 20.0 * 2e-4  # one snapshot at belt speed
    force, last = run.read("axial_force"), settled.read("axial_force")[-1]
    assert force[0] == pytest.approx(last, rel=0.02)  # samples 20 us apart
    usual = late_mean(settled, "axial_force")
    assert force.mean(axis=0) == pytest.approx(usual, rel=0.06)


def test_other_counts_keep_speed_and_forces_of_the_sheaves(settled):
    """A cold start of this belt is 10 % off over the first eight milliseconds."""
    other = {"belt": {"element_count": 90}, "ring": {"span_count": 48}}
    run = ct.simulate(spatial_from(settled, **other))
    assert run.read("element_x").shape[1] == 90
    speed = settled.read("pulley_speed")[-1]
    assert run.read("pulley_speed")[0] == pytest.approx(speed, rel=2e-3)
    force = late_mean(settled, "axial_force")
    assert run.read("axial_force").mean(axis=0) == pytest.approx(force, rel=0.06)


def test_a_planar_belt_of_other_elements_keeps_the_tension(settled):
    data = drive(**COUNTS | {"belt": {"element_count": 80}}, solve=SHORT)
    data["start"] = {**data["start"], "from": str(settled.path.parent)}
    run = ct.simulate(spec_from(data))
    tension = settled.read("span_tension")[-1].mean()
    assert run.read("span_tension")[0].mean() == pytest.approx(tension, rel=0.05)
    force = late_mean(settled, "axial_force")
    assert run.read("axial_force").mean(axis=0) == pytest.approx(force, rel=0.06)


@pytest.mark.parametrize("spans", [32, 48, 52, 60])
def test_a_ring_of_other_spans_keeps_tension_and_forces(spans):
    """Spans of other length measure the same bends differently: 14 % of the tension."""
    spec = spec_from(drive(**COUNTS))
    before, state, old = running(job=build(spec), steps=2000)
    data = belt_data(spec_from(drive(**COUNTS | {"ring": {"span_count": spans}})))
    found = planar_state(data, spec, arrays_in_state(state))
    work = work_for(system := system_of(data, Sweeps(1.0, 1)))
    forces(before, state, old)
    forces(system, found, work)
    assert work.tension.mean() == pytest.approx(old.tension.mean(), rel=2e-3)
    press = old.saddles.force
    assert work.saddles.force.sum() == pytest.approx(press.sum(), rel=0.03)
    assert work.saddles.force.max() == pytest.approx(press.max(), rel=0.05)
    pushes = work.pairs.rock.max(), old.pairs.rock.max()
    assert pushes[0] == pytest.approx(pushes[1], rel=0.05)


@pytest.mark.parametrize(
    ("spatial", "changes", "words"),
    [
        (None, {"ring": {"length": "0.69 m"}}, "ring length is .* m there and"),
        (LOOSE, {}, r"expected a planar run with primary.tilt_stiffness of .* found"),
        (None, {"enhancements": {"sheaves": "rigid"}}, "are tilting there and rigid"),
    ],
)
def test_runs_that_do_not_fit_are_refused(settled, spatial, changes, words):
    with pytest.raises(CatenaError, match=words):
        ct.simulate(spatial_from(settled, spatial, **changes))


def test_a_run_of_a_version_that_kept_less_is_refused():
    spec = spec_from(drive(**COUNTS))
    _, state, _ = running(job=build(spec), steps=1)
    kept = dict(arrays_in_state(state))
    del kept["state.memory.P_edge"]
    with pytest.raises(CatenaError, match=r"its end state holds no P_edge"):
        planar_state(belt_data(spec), spec, kept)
