"""A short run is read, drawn and shown."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner
from variators import spec_with

from catena.cli import maps as verbs  # noqa: F401  (the verb)
from catena.cli.app import app
from catena.drives.pushbelt_cvt.figures.element import SIX
from catena.drives.pushbelt_cvt.figures.finished_run import drive_of, observe
from catena.drives.pushbelt_cvt.figures.revolution import SECTION_WORDS
from catena.drives.pushbelt_cvt.outputs import figures, scene
from catena.drives.running import simulate
from catena.drives.variator.along_belt import bins_of
from catena.drives.variator.sections import section_of
from catena.run.verdict import LARGEST_DEPTH
from catena.view.pictures.still import still_svg

ELEMENTS = 60


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    spec = spec_with(
        belt__element_count=ELEMENTS,
        ring__span_count=40,
        boundary__primary_speed="5000 rpm",
        solve__step=4e-6,
        solve__revolutions=2.2,
        solve__discard=1.0,
        solve__frame_count=30,
    )
    folder = tmp_path_factory.mktemp("cvt") / "c.run"
    with simulate(spec, folder) as made:
        yield made


@pytest.fixture(scope="module")
def seen(run):
    return observe(run, drive_of(run)[1])


def test_speeds_and_torques_are_among_the_ten_numbers_on_top(run):
    top = {number.name: number for number in run.outcome.key_numbers[:10]}
    assert {"torque_primary", "torque_secondary", "torque_ratio"} < set(top)
    primary, secondary = top["speed_primary"], top["speed_secondary"]
    assert primary.value == pytest.approx(5000.0 * np.pi / 30.0, rel=1e-6)
    ratio = run.outcome.key_number("speed_ratio").value
    assert secondary.value == pytest.approx(primary.value / ratio)
    assert not any("primary speed drifts" in words for words in run.outcome.warnings)


def test_speeds_of_a_belt_that_rise_are_the_first_drift():
    """A torque above the load drives a belt faster and faster."""
    run = simulate(
        spec_with(
            belt__element_count=ELEMENTS,
            ring__span_count=40,
            primary__inertia=1e-3,
            secondary__inertia=1e-3,
            boundary__primary_speed=None,
            boundary__primary_torque="90 N m",
            start__primary_speed="5000 rpm",
            solve__step=4e-6,
            solve__revolutions=2.2,
            solve__discard=0.2,
        )
    )
    drifts = [w for w in run.outcome.warnings if w.startswith("not settled")]
    assert drifts[0].startswith("not settled: mean primary speed drifts from ")
    assert drifts[1].startswith("not settled: mean secondary speed drifts from ")


def test_the_last_round_is_whole(seen):
    assert seen.revolutions.count == 2
    lasted = seen.revolutions.ends[-1] - seen.revolutions.ends[-2]
    assert np.ptp(seen.round.time) == pytest.approx(lasted, rel=0.02)
    seen = bins_of(seen.geometry, width=0.02).mean(seen.place, seen.round.push)
    assert np.isfinite(seen).all()


def test_forces_act_where_they_can(seen):
    """Sheaves touch in the pulleys, and the ring lies there too; strands are free."""
    section = section_of(seen.geometry, seen.place)
    flank = seen.round.flank_normal
    assert flank[np.isin(section, (0, 2))].mean() > 50.0 * flank[section == 1].mean()
    push = seen.round.push  # so few thick elements leave the loose strand no play
    assert push[section == 1].mean() > 1.5 * push[section == 3].mean()


def test_belt_and_ring_carry_the_torque(seen):
    """M_O = dT r_ring + dP r_rocking between the strands, as in the notes."""
    section = section_of(seen.geometry, seen.place)
    pull, push = (
        float(values[section == 3].mean() - values[section == 1].mean())
        for values in (seen.round.tension, seen.round.push)
    )
    radius = seen.geometry.radius_o
    torque = float(seen.means.torque_out[-1])
    carried = pull * radius - push * (radius - 2.1e-3)
    assert carried == pytest.approx(torque, rel=0.06)


def test_penetration_is_judged_over_the_size_of_an_element(run):
    (depth,) = [check for check in run.outcome.checks if check.name == "penetration"]
    assert depth.ok and depth.limit == LARGEST_DEPTH
    when = run.read("time")[run.read("push_force").argmax()]
    assert depth.note.startswith(f"an element into the next near {when:.4g} s: ")


def test_figures_and_key_numbers_tell_the_same(run, seen):
    """One revolution is kept, so the key numbers are those of the last one."""
    said = {number.name: number.value for number in run.outcome.key_numbers}
    means = seen.means
    assert said["thrust_ratio"] == pytest.approx(means.thrust_ratio[-1], rel=1e-9)
    assert said["slip"] == pytest.approx(means.slip[-1], rel=1e-9)
    causes = ("friction_loss", "viscous_loss", "contact_loss")
    kept = 1.0 - sum(said[name] for name in causes) / said["flowing_power"]
    assert kept == pytest.approx(means.efficiency[-1], rel=1e-9)
    assert said["bearing_primary"] == pytest.approx(means.bearing[-1, 0], rel=1e-9)
    lasted = seen.revolutions.ends[-1] - seen.revolutions.ends[-2]
    assert said["element_frequency"] == pytest.approx(ELEMENTS / lasted, rel=1e-4)


def test_every_figure_is_drawn_once(run):
    names = [figure.name for figure in figures(run)]
    assert len(set(names)) == len(names)
    assert {"push", "belt_forces", "spiral_primary", "thrust_ratio", "losses",
            "settling", "bearing_spectrum"} <= set(names)  # fmt: skip


def test_any_element_is_drawn_and_tabulated(run, seen, tmp_path):
    command = ["cvt-elements", str(run.folder), "-e", "7", "-e", "41"]
    told = CliRunner().invoke(app, [*command, "--out", str(tmp_path), "--json"])
    assert told.exit_code == 0, told.output
    facts = json.loads(told.stdout)
    assert [Path(path).name for path in facts["plots"]] == [
        f"{force.name}_7_41.png" for force in SIX
    ]
    table = np.genfromtxt(facts["tables"][1], delimiter=",", names=True)
    order = np.argsort(seen.place[:, 40], kind="stable")
    np.testing.assert_allclose(table["push_N"], seen.round.push[order, 40], rtol=1e-5)
    lines = Path(facts["tables"][0]).read_text().splitlines()
    assert set(SECTION_WORDS) < {line.split(",")[1] for line in lines}
    told = CliRunner().invoke(app, ["cvt-elements", str(run.folder), "-e", "61"])
    assert told.exit_code == 2
    assert "elements 1 to 60" in told.stderr


def test_the_picture_moves(run):
    shown = scene(run)
    assert shown is not None
    families = {family.name: family for family in shown.families}
    assert set(families) == {"elements", "ring", "primary", "secondary"}
    assert len(families["elements"].labels) == ELEMENTS
    assert len(shown.time) == 30
    turn = families["primary"].poses[:, 0, 2]
    speed = np.diff(turn) / np.diff(shown.time)
    np.testing.assert_allclose(speed, -5000.0 * np.pi / 30.0, rtol=1e-3)
    assert shown.channel_range("tension")[1] > 1000.0
    assert [curve.channel for curve in families["elements"].curves] == ["push", "flank"]
    assert still_svg(shown, 0, "push").startswith("<svg")
