"""Variator maps: loads as torques or as shares of the slip limit; resumed; drawn."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from tests.unit.drives.pushbelt_cvt.variators import MED, spec_with
from tests.unit.study.local_scheduler import local_scheduler, when_workers_are_there
from typer.testing import CliRunner

from catena.cli import maps as verb  # noqa: F401  (the verb)
from catena.cli.app import app
from catena.drives.loading import loads
from catena.drives.pushbelt_cvt.maps import limit_at as slip_limit
from catena.drives.pushbelt_cvt.maps import maps, with_sparse_snapshots
from catena.drives.variator.maps import RATIO, TORQUE
from catena.errors import InputError
from catena.reporting import figures_of_study, report
from catena.study.folder import open_study
from catena.study.map_figures import grid_of, limit_marks, map_figures, map_of
from catena.study.maps import chosen_axes, make_map, points

WORDS = ("torque", "load")
QUICK = {
    "belt__element_count": 60,
    "ring__span_count": 40,
    "solve__step": 2e-6,
    "solve__duration": 4e-4,
    "solve__discard": 0.0,
}


def limit_at(spec, ratio: float) -> float:
    return slip_limit(spec, {RATIO: ratio})


def cvt_map(spec, ratio: str, **options):
    """A map over ratios, and over torques or loads if they are given."""
    over = [f"{word}={options.pop(word)}" for word in WORDS if word in options]
    return make_map(spec, [f"ratio={ratio}", *over], **options)


def test_the_slip_limit_is_friction_times_clamping_at_the_flanks() -> None:
    """2 mu F rho / cos(delta_0), rho = 50.14 mm in the study at ratio 1."""
    spec = spec_with()
    rho = limit_at(spec, 1.0) * math.cos(math.radians(11.0)) / (2 * 0.09 * 10520.0)
    assert rho == pytest.approx(50.17e-3, abs=0.1e-3)
    # above ratio 1 the primary pulley slips first
    assert limit_at(spec, 2.0) < 2 * 0.09 * 10520.0 * 66e-3 / math.cos(0.192)


def test_loads_are_shares_of_each_ratio_s_limit() -> None:
    spec = spec_with()
    chosen = chosen_axes(maps(spec), ["ratio=0.8,1.5", "load=0.2,0.6"])
    (ratios, torques), design = points(spec, chosen)
    assert design == "zip"
    assert ratios.values == (0.8, 0.8, 1.5, 1.5)
    assert torques.key == TORQUE
    expected = [s * limit_at(spec, r) for r in (0.8, 1.5) for s in (0.2, 0.6)]
    np.testing.assert_allclose(torques.values, expected)


def test_runs_of_a_map_keep_few_snapshots() -> None:
    spec = spec_with()
    assert with_sparse_snapshots(spec).solve.snapshot_interval == 5e-3
    rare = spec_with(solve__snapshot_interval=2e-2)
    assert with_sparse_snapshots(rare).solve.snapshot_interval == 2e-2


@pytest.mark.parametrize(
    ("changes", "options", "words"),
    [
        ({}, {"torque": "1 N m,2 N m", "load": "0.1,0.2"}, "one of torque and load"),
        ({}, {"load": "much,more"}, "expected shares"),
        (
            {"boundary__secondary_torque": None, "boundary__secondary_speed": 209.0,
             "start__ratio": None},
            {"torque": "1 N m,2 N m"},
            "end stop",
        ),
        (
            {"boundary__primary_speed": None, "boundary__primary_torque": 70.0,
             "start__primary_speed": 209.0},
            {"torque": "1 N m,2 N m"},
            "needs a boundary.primary_speed",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_mapped_is_refused(changes, options, words, tmp_path) -> None:
    with pytest.raises(InputError, match=words):
        cvt_map(spec_with(**changes), "1,2", out=tmp_path / "map", **options)


def test_other_drives_are_refused(tmp_path) -> None:
    from catena.drives import DRIVES

    chain = loads(DRIVES["gear_pair"].template())
    with pytest.raises(InputError, match=r"a gear_pair cannot; kinds that can: .*cvt"):
        cvt_map(chain, "1,2", out=tmp_path / "map", torque="1 N m,2 N m")


@pytest.mark.parametrize(
    ("over", "words"),
    [
        ([], "state what to map over: ratio, torque, load"),
        (["ration=1,2"], "no axis 'ration'; expected ratio, torque, load"),
        (["ratio"], "expected key=values"),
        (["ratio=1,2", "ratio=3"], "state one of ratio and ratio"),
    ],
)
def test_axes_no_drive_has_are_refused(over, words, tmp_path) -> None:
    with pytest.raises(InputError, match=words):
        make_map(spec_with(), over, out=tmp_path / "map")


def test_the_old_verb_says_its_new_name() -> None:
    told = CliRunner().invoke(app, ["cvt-map", "v.toml", "--ratio", "1,2"])
    assert told.exit_code == 2
    assert "is now catena map" in told.output


@pytest.fixture(scope="module")
def mapped(tmp_path_factory):
    folder = tmp_path_factory.mktemp("map") / "m.map"
    spec = spec_with(**QUICK)
    return cvt_map(spec, "0.9,1.0,1.1", out=folder, load="0.2,0.5,1.2")


def counts(trusted: int = 0, untrusted: int = 0, failed: int = 0) -> dict[str, int]:
    """How runs of a map ended; none is left out."""
    return {
        "trusted": trusted,
        "not trustworthy": untrusted,
        "failed": failed,
        "not run": 0,
    }


def ended(study) -> int:
    """Runs that came to their end; those of 0.4 ms may miss a check of their own."""
    return study.counts["trusted"] + study.counts["not trustworthy"]


def test_points_above_the_limit_fail_and_the_others_run(mapped) -> None:
    assert (ended(mapped), mapped.counts["failed"]) == (6, 3)
    assert all("slip limit exceeded" in failed.message for failed in mapped.failures)
    thrust = mapped.table["thrust_ratio"].values.reshape(3, 3)
    assert np.isfinite(thrust[:, :2]).all()
    assert np.isnan(thrust[:, 2]).all()


def test_the_grid_of_a_map_is_found_again(mapped) -> None:
    declared = map_of(mapped)
    assert declared is not None
    grid = grid_of(mapped, declared)
    np.testing.assert_allclose(grid.rows, [0.9, 1.0, 1.1])
    np.testing.assert_allclose(grid.columns, [[0.2, 0.5, 1.2]] * 3, rtol=1e-9)
    names = {figure.name: figure for figure in map_figures(mapped, declared)}
    thrust = mapped.table["thrust_ratio"].values.reshape(3, 3)
    np.testing.assert_array_equal(names["thrust_ratio_map"].map.z, thrust)
    np.testing.assert_array_equal(names["thrust_ratio_curves"].traces[1].y, thrust[1])
    assert names["thrust_ratio_curves"].traces[1].marked
    shown = [figure.name for figure in figures_of_study(mapped)]
    assert shown == list(names) and len(shown) <= 14  # a page of few figures


def test_the_slip_limit_is_drawn(mapped) -> None:
    declared = map_of(mapped)
    assert declared is not None
    names = {figure.name: figure for figure in map_figures(mapped, declared)}
    line = names["thrust_ratio_map"].traces[0]
    assert line.label == "slip limit" and list(line.x) == [1.0, 1.0, 1.0]
    curves = names["thrust_ratio_curves"]
    assert [(mark.value, mark.label) for mark in curves.marks] == [(1.0, "slip limit")]
    low, high = curves.x.limits
    assert low < 0.2 and high > 1.0
    grid = grid_of(mapped, declared)
    torque = grid._replace(
        limits=np.array([60.0, 80.0, 500.0]), columns=grid.columns * 80
    )
    assert [mark.value for mark in limit_marks(torque)] == [60.0, 80.0]
    assert "ratio 0.9" in limit_marks(torque)[0].label


def test_tiles_that_are_not_trustworthy_are_ringed(mapped) -> None:
    """The second load of the first ratio, whichever runs it was asked among."""
    made = open_study(mapped.folder)
    made.trusts = ["trusted", "not trustworthy", *["trusted"] * 6, "not trustworthy"]
    declared = map_of(made)
    assert declared is not None
    names = {figure.name: figure for figure in map_figures(made, declared)}
    rings = names["thrust_ratio_map"].traces[-1]
    assert rings.hollow and rings.label == "not trustworthy"
    assert list(rings.x) == [0.5] and list(rings.y) == [0.9]  # the last has no value


def test_a_map_is_continued(mapped) -> None:
    seen = []
    spec = spec_with(**QUICK)
    again = cvt_map(
        spec, "0.9,1.0,1.1", out=mapped.folder, load="0.2,0.5,1.2",
        progress=lambda advance: seen.append(advance),
    )  # fmt: skip
    assert again.counts == mapped.counts
    assert not seen or seen[-1].skipped == 9


def test_runs_that_do_not_meet_their_checks_are_named(tmp_path) -> None:
    """One sweep does not settle friction: every step is at the cap."""
    spec = spec_with(**QUICK, solve__sweep_limit=1)
    made = cvt_map(spec, "1.0,0.9", out=tmp_path / "m.map", torque="40 N m")
    assert made.counts == counts(untrusted=2)
    first = figures_of_study(made)[0]
    assert [t.label for t in first.traces] == [
        "ratio 0.9",
        "ratio 1",
        "not trustworthy",
    ]
    assert first.traces[2].hollow and first.traces[2].x.size == 2
    missed = "share of steps that used all sweeps: 1 (limit 0.05)"
    assert all(missed in reasons for reasons in made.missed)
    text = report(made).read_text()
    assert "2 not trustworthy" in text
    assert "start.ratio = 0.9, boundary.secondary_torque = 40" in text
    assert missed in text
    assert "2 points are not trustworthy" in figures_of_study(made)[0].caption


def test_a_map_is_made_and_widened_on_an_existing_scheduler(tmp_path) -> None:
    pytest.importorskip("distributed")
    spec, seen = spec_with(**QUICK), []

    def mapped_on(address: str, ratios: str):
        return cvt_map(
            spec, ratios, out=tmp_path / "m.map", load="0.2", scheduler=address,
            progress=seen.append,
        )  # fmt: skip

    with local_scheduler() as address:
        first = when_workers_are_there(lambda: mapped_on(address, "0.9,1.0"))
        assert ended(first) == 2
        wider = mapped_on(address, "0.9,1.0,1.1")
    assert ended(wider) == 3
    assert seen[-1].skipped == 2
    here = cvt_map(spec, "0.9,1.0,1.1", out=tmp_path / "here.map", load="0.2")
    np.testing.assert_array_equal(
        here.table["thrust_ratio"].values, wider.table["thrust_ratio"].values
    )


def test_a_step_that_every_point_refuses_ends_the_verb_with_its_reason(
    tmp_path: Path,
) -> None:
    step = 'duration = "0.4 ms"\ndiscard = 0\nstep = "20 us"\n'
    extra = "[belt]\nelement_count = 60\n[ring]\nspan_count = 40\n[solve]\n"
    (tmp_path / "v.toml").write_text(MED + extra + step)
    axes = ["--over", "ratio=1.0,1.2", "--over", "load=0.3"]
    out = ["--workers", "1", "--out", str(tmp_path / "v.map")]
    command = ["map", str(tmp_path / "v.toml"), *axes, *out]
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 3, told.output
    assert "verdict  failed: 2 runs: 2 failed" in told.output
    assert "'20 us' is too large for these masses and stiffnesses" in told.output
    assert "(at start.ratio = 1, " in told.output
    again = CliRunner().invoke(app, [*command, "--allow-failures"])
    assert again.exit_code == 0, again.output


def test_the_verb_writes_table_and_report(tmp_path: Path) -> None:
    extra = "[belt]\nelement_count = 60\n[ring]\nspan_count = 40\n[solve]\n"
    extra += 'step = "2 us"\nduration = "0.4 ms"\ndiscard = 0\n'
    (tmp_path / "v.toml").write_text(MED + extra)
    told = CliRunner().invoke(
        app,
        ["map", str(tmp_path / "v.toml"), "--over", "ratio=1.0,1.2", "--over",
         "torque=10 N m,30 N m", "--complete", "--workers", "1", "--allow-failures",
         "--out", str(tmp_path / "v.map"), "--json"],
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    facts = json.loads(told.stdout)
    # a run of 0.4 ms may miss a check of its own
    assert facts["runs"]["trusted"] + facts["runs"]["not trustworthy"] == 4
    assert "Thrust ratio over the torque" in Path(facts["report"]).read_text()
    made = open_study(facts["study"])
    grid = grid_of(made, map_of(made))
    np.testing.assert_allclose(grid.columns, [[10.0, 30.0]] * 2)
    with made.run(0) as run:
        assert run.samples["snapshot"] == 2  # one every 0.2 ms
