"""Runs of a belt in space: from a planar one, with results, stopped and resumed."""

from copy import deepcopy

import numpy as np
import pytest
from tests.unit.integrators.steps.spatial_belts import ELEMENTS, spatial_drive

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.maps import ACROSS
from catena.drives.pushbelt_cvt.outputs import figures, scene
from catena.drives.pushbelt_cvt.spatial.build import build_spatial
from catena.errors import Interrupted
from catena.integrators.steps.pushbelt import advance
from catena.integrators.steps.pushbelt_samples import empty_samples
from catena.integrators.steps.pushbelt_tables import work_for

DURATION = 4e-3


def drive(**spatial):
    space = {"planar_revolutions": 0.1, "misalignment": "0.4 mm", **spatial}
    solve = {"revolutions": None, "duration": DURATION, "discard": 0.0}
    return spec_from(spatial_drive(space, solve=solve))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return ct.simulate(drive(), tmp_path_factory.mktemp("belt") / "a.run")


def test_planar_names_are_kept_and_those_of_space_are_added(run):
    force, pulley = run.read("sheave_force"), run.read("axial_force")
    assert pulley == pytest.approx(force.reshape(-1, 2, 2).mean(axis=2))
    assert run.read("element_z").shape[1] == ELEMENTS
    numbers = {n.name: n.value for n in run.outcome.key_numbers}
    assert numbers["misalignment"] == pytest.approx(0.4e-3)
    assert numbers["thrust_ratio_left"] != numbers["thrust_ratio_right"]
    assert 0.0 < numbers["ring_offset"] < numbers["lateral_play"]
    assert numbers["ring_share_right"] == pytest.approx(0.5, abs=0.02)
    assert {quantity.name for quantity in ACROSS} <= set(numbers)  # of its maps
    units = {n.name: n.units for n in run.outcome.key_numbers}
    assert all(quantity.units == units[quantity.name] for quantity in ACROSS)
    checks = {check.name: check for check in run.outcome.checks}
    assert checks["energy"].ok
    assert "axial_balance" in checks
    assert 0.0 < checks["penetration"].value < checks["penetration"].limit


SETTINGS = {
    "cold": {"spatial.start": "cold"},
    "tapered elements": {"element.taper": 5e-6},
    "other counts": {"belt.element_count": 75, "ring.span_count": 52},
    "a run-up": {
        "boundary.primary_speed": {"time": [0.0, 0.1], "value": [20.0, 200.0]}
    },
    "a shift": {"boundary.stop_speed": 5e-3},
    "secondary held": {
        "boundary.stop": "secondary",
        "boundary.secondary_force": None,
        "boundary.primary_force": 13e3,
    },
    "both clamped": {"boundary.stop": "none", "boundary.primary_force": 12.6e3},
    "both held": {
        "boundary.stop": "both",
        "boundary.secondary_force": None,
        "start.clamping": 10e3,
    },
    "two speeds": {
        "boundary.secondary_torque": None,
        "boundary.secondary_speed": 172.0,
        "start.torque": 60.0,
        "start.ratio": None,
    },
    "a torque that drives": {
        "boundary.primary_speed": None,
        "boundary.primary_torque": 64.0,
        "start.primary_speed": 209.4,
    },
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_setting_of_the_plane_runs_in_space(setting):
    """The ledger closes, imposed values are met, and symmetry is kept.

    Steps of 1 us: over so short a time what the ledger misses is the error of a step at
    the last instant, around 5e-5 of the power (up to 1.6e-4 with steps of 2 us).
    """
    short = {"solve.duration": 1.2e-3, "solve.step": 1e-6}
    space = {"spatial.misalignment": None, **short}
    spec = drive().with_values(space | SETTINGS[setting])
    run, boundary = ct.simulate(spec), spec.boundary
    checks = {check.name: check for check in run.outcome.checks}
    assert checks["energy"].ok
    assert np.all(run.read("element_z") == 0.0)
    t, speed = run.read("time"), run.read("pulley_speed")
    force = run.read("axial_force").mean(axis=0)
    groove = run.read("groove")[-1] - run.read("groove")[0]
    for p, name in enumerate(("primary", "secondary")):
        asked = getattr(boundary, f"{name}_speed")
        if asked is not None:
            table = getattr(asked, "value", [asked, asked])
            expected = np.interp(t, getattr(asked, "time", [0.0, 1.0]), table)
            assert speed[:, p] == pytest.approx(expected, rel=1e-9)
        if boundary.stop in (name, "both"):
            way = boundary.stop_speed * (t[-1] - t[0])
            assert groove[p] == pytest.approx(-way, abs=1e-12)
        else:
            asked = getattr(boundary, f"{name}_force")
            assert force[p] == pytest.approx(asked, rel=0.25)


def test_the_planar_run_before_waits_for_time_zero():
    """Tables begin with the run in space: the planar one holds their first values."""
    made = build_spatial(
        drive().with_values({
            "boundary.primary_speed": {"time": [0.0, 0.1], "value": [20.0, 200.0]},
            "boundary.stop_speed": 5e-3,
        })
    )  # fmt: skip
    plane = made.systems[0]
    state = deepcopy(made.starts[0])
    before = state.u[3 * ELEMENTS : 3 * ELEMENTS + 8].reshape(4, 2).copy()
    seen = empty_samples(1, 1, plane)
    assert advance(plane, state, work_for(plane), made.pace.step, 500, seen)[0] == 0
    after = state.u[3 * ELEMENTS : 3 * ELEMENTS + 8].reshape(4, 2)
    assert before[0, 0] == after[0, 0] == 20.0
    assert after[1, 0] == 0.0


def test_the_belt_begins_loaded(run):
    """The planar run hands over settled forces: the torque is there at once."""
    torque = run.read("belt_torque")[:50, 1]
    assert 50.0 < torque.mean() < 100.0


def test_rings_that_stay_within_their_play_touch_nothing(run):
    assert run.read("ring_offset").max() < 0.3e-3
    assert np.all(run.read("pillar_force") == 0.0)
    assert np.all(np.isnan(run.read("edge_arc")))
    stress = run.read("lateral_stress")
    assert 1e6 < stress.max() < 300e6  # 0.4 mm over a strand of 0.16 m


def test_elements_run_in_their_grooves(run):
    x, z = run.read("element_x")[-1], run.read("element_z")[-1]
    primary, secondary = x < -0.02, x > 0.168 + 0.02
    assert z[primary] == pytest.approx(0.4e-3, abs=3e-5)
    assert z[secondary] == pytest.approx(0.0, abs=3e-5)


def test_figures_and_picture(run):
    names = {figure.name for figure in figures(run)}
    wanted = {"lateral_position", "roll", "yaw", "pitch", "ring_offset"}
    assert wanted | {"axial_exchange"} <= names
    pitch = next(figure for figure in figures(run) if figure.name == "pitch")
    assert np.nanmax(np.abs(pitch.traces[0].y)) < 0.1
    assert "belt_forces" in names
    shown = scene(run)
    assert [family.name for family in shown.families] == [
        "elements", "ring_left", "ring_right", "primary", "secondary",
    ]  # fmt: skip
    poses = shown.families[0].poses
    assert poses.shape[-1] == 7
    assert np.linalg.norm(poses[..., 3:], axis=-1) == pytest.approx(1.0)
    assert poses[-1, :, 2] == pytest.approx(run.read("element_z")[-1])


def test_a_stopped_run_continues_with_the_same_bits(run, tmp_path):
    folder = tmp_path / "b.run"

    def stopping(fraction, note=""):
        if fraction > 0.4:
            raise Interrupted("stopped by a test")

    with pytest.raises(Interrupted):
        ct.simulate(drive(), folder, progress=stopping)
    again = ct.resume(folder)
    for name in ("sheave_force", "element_z", "stored_energy", "loss"):
        assert np.array_equal(again.read(name), run.read(name)), name


def test_a_run_goes_on_from_the_end_of_another(run):
    """The state of the other run is taken over; no planar run comes before."""
    spec = drive().with_values({"start.from": str(run.path.parent)})
    again = ct.simulate(spec)
    end, begin = (one.read("element_x")[i] for one, i in ((run, -1), (again, 0)))
    gone = np.abs(begin - end).max()
    assert gone < 0.2e-3 * 20.0  # one snapshot at the speed of the belt
