"""A whole run: file, verdict, picture; stopped and continued it gives the same bits."""

from __future__ import annotations

from pathlib import Path

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of

from catena.drives.loading import spec_from
from catena.drives.roller_chain.key_numbers import power_numbers
from catena.drives.roller_chain.signals import loss_names
from catena.drives.running import resume, simulate
from catena.errors import CatenaError, Interrupted, SolverError
from catena.geometry.paths.span_probe import SpanProbe
from catena.reporting import figures_of, scene_of
from catena.results.trust import Trust
from catena.run.verdict import Flow, drag_numbers

pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
DATA = changed(solve__duration=0.12, solve__friction="set-valued")
GUIDED = changed(
    solve__duration=0.05,
    sprocket__1__centre=[0.2532, 0.0],
    guide=[
        {
            "name": "tension guide",
            "after": "driver",
            "rail": {"kind": "arc", "centre": [0.12, -0.4445], "radius": 0.4,
                     "towards": "90 deg", "opening": "20 deg"},
            "pivot": [0.06, -0.07],
            "inertia": 1e-3,
            "tensioner": {"kind": "spring", "lever": 0.1, "preload": 20.0,
                          "stiffness": 2000.0, "damping_in": 500.0},
        }
    ],
)  # fmt: skip


class StopAt:
    """Progress that stops a run at a share of it."""

    def __init__(self, share: float) -> None:
        self.share = share

    def __call__(self, fraction: float, note: str = "") -> None:
        if fraction >= self.share:
            raise Interrupted("stopped by the test")


def test_a_run_judges_itself_and_draws(tmp_path: Path) -> None:
    run = simulate(spec_from(DATA), tmp_path / "run")
    assert all(check.ok for check in run.outcome.checks)
    names = {figure.name for figure in figures_of(run)}
    assert {"one_link", "wrap_tension", "span_spectrum", "losses"} <= names
    late = run.read("time") > 0.06
    tension = np.nanmean(run.read("span_tension")[late], axis=0)
    assert (tension[1] - tension[0]) * 24 * 0.0127 / (2 * np.pi) == pytest.approx(
        9.0, rel=0.03
    )
    scene = scene_of(run)
    assert scene is not None
    assert "tension" in scene.channel_names
    pins = np.stack([run.read("frame_pin_x"), run.read("frame_pin_y")], axis=-1)
    length = np.hypot(*np.moveaxis(np.roll(pins, -1, axis=1) - pins, -1, 0))
    assert np.abs(length - 0.0127).max() < 5e-5


def test_a_stopped_run_continues_with_the_same_bits(tmp_path: Path) -> None:
    whole = simulate(spec_from(DATA), tmp_path / "whole")
    with pytest.raises(Interrupted):
        simulate(spec_from(DATA), tmp_path / "parts", progress=StopAt(0.3))
    parts = resume(tmp_path / "parts")
    for name in ("time", "link_tension", "sprocket_angle", "loss", "frame_tension"):
        assert np.array_equal(whole.read(name), parts.read(name)), name
    assert whole.outcome.key_numbers == parts.outcome.key_numbers


def test_a_tension_guide_takes_up_the_slack(tmp_path: Path) -> None:
    run = simulate(spec_from(GUIDED), tmp_path / "guided")
    assert all(check.ok for check in run.outcome.checks)
    assert np.all(run.read("tensioner_force")[-50:, 0] > 1.0)
    assert run.read("rail_force").max() > 1.0
    assert scene_of(run) is not None


def test_strands_are_told_apart() -> None:
    """Links of a slack strand beside a tight one do not mix."""
    long = changed(sprocket__1__tooth_count=12, sprocket__1__centre=[0.9, 0.0])
    del long["chain"]["link_count"]
    probe = SpanProbe.of(job_of(long).placed.path)
    pins = job_of(long).placed.placement.pins
    x, y = pins[None, :, 0], pins[None, :, 1]
    tension = np.where(np.roll(y, -1, axis=1) + y > 0.0, 100.0, 1.0)
    found, swing = probe.look(x, y, tension)
    assert sorted(found[0]) == [1.0, 100.0]
    assert np.abs(swing).max() < 0.1


def test_a_run_up_gets_a_waterfall(tmp_path: Path) -> None:
    rising = {"kind": "speed", "speed": "100 rpm", "run_up": "600 rpm"}
    data = changed(sprocket__0__boundary=rising, solve__duration=0.6)
    run = simulate(spec_from(data), tmp_path / "rising")
    speed = run.read("sprocket_speed")[:, 0] * 30.0 / np.pi
    assert speed[0] == pytest.approx(100.0, rel=0.05)
    assert speed[-1] == pytest.approx(600.0, rel=0.01)
    found = {figure.name: figure for figure in figures_of(run)}
    waterfall = found["runup_tension"].map
    assert waterfall is not None and (np.diff(waterfall.y) > 0.0).all()
    assert np.ptp(found["transmission_error"].traces[0].x) <= 2 * 24


@pytest.mark.parametrize(
    "boundary",
    [
        {"kind": "speed", "speed": "600 rpm", "run_up": "200 rpm"},
        {"kind": "torque", "torque": 30.0, "speed": 0.0},
    ],
    ids=["down", "from rest"],
)
def test_every_change_of_speed_gets_a_waterfall(
    tmp_path: Path, boundary: dict[str, object]
) -> None:
    data = changed(sprocket__0__boundary=boundary, solve__duration=0.3)
    data["sprocket"][0]["inertia"] = 1e-3
    run = simulate(spec_from(data), tmp_path / "changing")
    found = {figure.name: figure.map for figure in figures_of(run)}
    speeds = found["runup_tension"].y
    assert (np.diff(speeds) > 0.0).all()
    assert speeds[-1] > 2.0 * speeds[0]


@pytest.mark.parametrize(
    ("put_in", "taken", "passed"), [(100.0, 98.0, 100.0), (100.0, 120.0, 122.0),
                                    (100.0, 10.0, 100.0)],
    ids=["even", "the flywheel gives 22 W", "the flywheel takes 88 W"],
)  # fmt: skip
def test_efficiency_is_what_is_not_lost(
    put_in: float, taken: float, passed: float
) -> None:
    flow = Flow(put_in, taken, 2.0, put_in - taken - 2.0)
    assert flow.unexplained == 0.0
    assert flow.efficiency == pytest.approx(1.0 - 2.0 / passed)


def test_a_drive_that_delivers_nothing_has_a_drag_torque() -> None:
    flow, loss = Flow(100.0, 0.5, 88.0, 11.5), np.zeros(len(loss_names()))
    assert "efficiency" not in {n.name for n in power_numbers(flow, loss)}
    (drag,) = drag_numbers(flow, 100.0, -44.0, "the driver")
    assert drag.value == pytest.approx(2.0)


def test_where_a_load_drives_too_there_is_no_drag_torque() -> None:
    """A belt that slips as a whole: the load turns its pulley backwards."""
    assert drag_numbers(Flow(100.0, 0.0, 100.0, 0.0), 45.0, 44.0, "the driver") == []


def test_a_broken_run_says_so(tmp_path: Path) -> None:
    """A torque that tears the chain apart ends in words, with what was computed."""
    torn = changed(sprocket__1__boundary={"kind": "load", "torque": 1e7})
    torn["solve"]["start"] = "path"
    with pytest.raises(SolverError, match="not a number at"):
        simulate(spec_from(torn), tmp_path / "torn")


def test_a_tooth_jump_is_noticed(tmp_path: Path) -> None:
    """Overload: rollers climb the teeth; it is refused or not trustworthy.

    Whether the relaxation ends near an equilibrium hangs on the last bits.
    """
    heavy = changed(sprocket__1__boundary={"kind": "load", "torque": 600.0})
    try:
        balanced = simulate(spec_from(heavy), tmp_path / "balanced")
    except CatenaError:
        pass
    else:
        assert balanced.outcome.trust is Trust.NOT_TRUSTWORTHY
    heavy["solve"]["start"] = "path"
    run = simulate(spec_from(heavy), tmp_path / "heavy")
    assert run.outcome.trust is Trust.NOT_TRUSTWORTHY
    checks = {check.name: check.ok for check in run.outcome.checks}
    assert any("breaking force" in warning for warning in run.outcome.warnings)
    assert any("rollers climb" in warning for warning in run.outcome.warnings)
    finer = any("a solve.step of" in line for line in run.outcome.warnings)
    assert finer != checks["energy"]


def test_rollers_that_graze_the_tips_at_the_ends_do_not_climb(tmp_path: Path) -> None:
    """A slack serpentine: swinging strands bring rollers onto the tips, lightly."""
    places = {
        "motor": (21, 0.0, 0.0, "inside", 0.0),
        "tensioner": (15, 0.11, -0.028, "outside", 0.0),
        "pump": (28, 0.22, 0.0, "inside", 4.0),
        "back": (17, 0.165, 0.11, "outside", 0.5),
        "fan": (19, 0.11, 0.22, "inside", 1.0),
    }
    wheels = [
        {"name": name, "tooth_count": z, "centre": [x, y], "side": side,
         "inertia": 2e-4, "boundary": {"kind": "load", "torque": torque}}
        for name, (z, x, y, side, torque) in places.items()
    ]  # fmt: skip
    wheels[0]["boundary"] = {"kind": "speed", "speed": "1200 rpm"}
    data = {
        "drive": "roller_chain",
        "chain": {"standard": "ISO 606 06B-1", "stiffness": 1e7},
        "sprocket": wheels,
        "solve": {"duration": 0.05},
    }
    run = simulate(spec_from(data), tmp_path / "serpentine")
    assert not any("rollers climb" in warning for warning in run.outcome.warnings)


def depth_told(run):
    (check,) = [c for c in run.outcome.checks if c.name == "penetration"]
    warnings = [w for w in run.outcome.warnings if "enter each other" in w]
    return check, warnings


def deepest_record(run):
    """First record of the largest depth, as the time in the note has it."""
    depth = run.read("penetration")
    row = int(np.argmax(depth == depth.max()))
    return row, f"near {run.read('time')[row]:.4g} s"


def test_a_soft_rail_is_named_with_its_link_and_time() -> None:
    soft = changed(GUIDED, contact__rail={"stiffness": 1e4, "damping": 2.0})
    run = simulate(spec_from(soft))
    check, (warning,) = depth_told(run)
    row, when = deepest_record(run)
    link = int(np.argmax(run.read("rail_force")[row])) + 1
    assert not check.ok
    where = f"plates at the rear joint of link {link} into guide 'tension guide' {when}"
    assert check.note.startswith(f"{where}: {1e3 * run.read('penetration')[-1]:.3g} mm")
    assert where in warning
    assert warning.endswith("or a rail that the chain meets smoothly")
    assert "contact.rail.stiffness" in warning


def test_soft_teeth_are_named_by_their_sprocket() -> None:
    """Rollers of the tight strand press hardest on the teeth they run onto or leave."""
    soft = changed(GUIDED, contact__tooth__stiffness=2e5, contact__tooth__damping=50.0)
    run = simulate(spec_from(soft))
    check, (warning,) = depth_told(run)
    row, when = deepest_record(run)
    force = run.read("roller_force")[row]
    link = int(np.argmax(force)) + 1
    assert not check.ok
    wheel = _wheel_of(run, row, link)
    where = f"roller of link {link} into the teeth of {wheel!r} {when}"
    assert check.note.startswith(where)
    assert "contact.tooth.stiffness" in warning


def _wheel_of(run, row: int, link: int) -> str:
    """The sprocket on which the roller lies in the nearest frame."""
    frame = int(np.argmin(np.abs(run.read("frame_time") - run.read("time")[row])))
    x = float(run.read("frame_pin_x")[frame, link - 1])
    return "driver" if x < 0.127 else "driven"


def test_what_is_shallow_names_nobody() -> None:
    check, warnings = depth_told(simulate(spec_from(GUIDED)))
    assert check.ok
    assert "near" not in check.note
    assert warnings == []
