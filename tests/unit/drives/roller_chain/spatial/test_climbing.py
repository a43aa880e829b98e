"""Chains in space that climb: events with link, sprocket and time, and no trust."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import catena as ct
from catena.cli import running  # noqa: F401  (the verbs)
from catena.cli.app import app
from catena.drives.loading import load, spec_from
from catena.drives.roller_chain.engines.climbing import ClimbWatch
from catena.drives.roller_chain.spatial.build import build_spatial
from catena.drives.roller_chain.spatial.detection import (
    heights_on_teeth,
    lateral_excess,
)
from catena.drives.roller_chain.spatial.simulation import SpatialSimulation
from catena.drives.running import resume
from catena.errors import Interrupted
from catena.integrators.spatial_implicit import advance_spatial
from catena.results.trust import Trust
from catena.run import clock
from catena.tables.spatial import ContactKind

EXAMPLE = Path("examples/roller_chain_bicycle_in_space.toml")


def bicycle(offset=0.03, wear=0.0, duration=0.04):
    """The example as data, for a short while."""
    data = tomllib.loads(EXAMPLE.read_text())
    data["sprocket"][0]["offset"] = offset
    data["chain"]["variation"] = {"wear": wear}
    data["solve"] |= {"duration": duration, "settle": 0.25 * duration}
    return data


def check_of(run, name):
    """One check of the outcome."""
    return next(check for check in run.outcome.checks if check.name == name)


@pytest.fixture(scope="module")
def climbing():
    """50 mm offset and the mirrored one."""
    return [ct.simulate(spec_from(bicycle(sign * 0.05))) for sign in (1.0, -1.0)]


def test_plates_on_tips_are_told_with_link_sprocket_and_time(climbing):
    run, _ = climbing
    events = run.events.of("climb")
    first = events[0]
    assert first.pair == "plates of link 55 on tips of tension wheel"
    assert 0.0 < first.time < 0.03
    told = f"first plates of link 55 on tips of 'tension wheel' at {first.time:.4g} s"
    often = "once" if len(events) == 1 else f"{len(events)} times in all"
    assert check_of(run, "climbing").note == f"{told}, {often}"
    assert run.events.counts["climb"] == len(events)
    assert not check_of(run, "climbing").ok
    assert run.outcome.trust is Trust.NOT_TRUSTWORTHY
    assert f"the chain climbs its teeth ({told}" in run.outcome.headline
    assert any("plates ride on tooth tips" in line for line in run.outcome.warnings)


def test_mirrored_offset_climbs_at_the_same_place(climbing):
    one, other = (run.events.of("climb")[0] for run in climbing)
    assert one == other


def test_thirty_millimetres_climb_nowhere():
    run = ct.simulate(spec_from(bicycle(duration=0.02)))
    assert run.events.counts["climb"] == 0
    assert check_of(run, "climbing").value == 0.0
    assert check_of(run, "climbing").note == ""
    rollers = check_of(run, "climbing_rollers")
    assert rollers.ok
    assert 0.0 < rollers.value < 0.1
    assert rollers.note.startswith("roller ")
    assert "climb" not in run.outcome.headline
    assert run.outcome.trust is Trust.TRUSTED


def test_rollers_of_a_worn_chain_climb(tmp_path):
    """3 % wear: the circle of 48 teeth grows by 2.9 mm, as far as tips stand above it.

    The command ends with the code of a run that cannot be trusted, and says so in JSON.
    """
    text = EXAMPLE.read_text().replace("[chain]", "[chain]\nvariation.wear = 0.03")
    text = text.replace('duration = "1 s"', "duration = 0.01")
    text = text.replace('settle = "0.5 s"', "settle = 0.002")
    (tmp_path / "worn.toml").write_text(text)
    told = CliRunner().invoke(
        app,
        ["run", str(tmp_path / "worn.toml"), "--json", "--out", str(tmp_path / "o")],
    )
    assert told.exit_code == Trust.NOT_TRUSTWORTHY.exit_code
    facts = json.loads(told.stdout)
    assert facts["events"]["climb"] > 0
    checks = {check["name"]: check for check in facts["outcome"]["checks"]}
    assert not checks["climbing_rollers"]["ok"]
    assert "high on 'chainring' at " in checks["climbing_rollers"]["note"]
    assert "high on 'chainring' at " in facts["outcome"]["verdict"]
    assert any("rollers climb" in line for line in facts["outcome"]["warnings"])


def test_no_step_on_a_tip_is_missed():
    """Plates on tips since the last record, counted step by step from the contacts."""
    spec = spec_from(bicycle(0.05))
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    run.scheme.advance(run.state, run.work, job.pace.step, 700)
    run.work.ridden[:] = 0.0
    counted = np.zeros_like(run.work.ridden)
    for _ in range(200):
        advance_spatial(job.system, run.state, run.work, job.pace.step, 1, 0.0)
        rows = run.work.contact[: int(run.work.found[0])]
        for row in rows[(rows.kind == ContactKind.TIP) & (rows.P > 0.0)]:
            counted[row.link, row.wheel - 6] += 1.0
    assert counted.sum() > 10.0
    assert np.array_equal(run.work.ridden, counted)


def test_height_is_that_of_a_lifted_roller():
    """A seated roller that is lifted by 1 mm, on a sprocket out of square too."""
    spec = load("examples/roller_chain_out_of_line.toml").with_values(
        {"sprocket[0].skew": [0.004, -0.003]}
    )
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    state, work = run.state, run.work
    n = len(job.system.roller)  # as if teeth pressed on every roller
    rows = work.contact[:n]
    work.found[0], rows.kind, rows.P = n, ContactKind.TOOTH, 1.0
    rows.roller, rows.wheel = np.arange(n), 6
    before = heights_on_teeth(job.system, state, work)[:, 0]
    away = np.linalg.norm(state.link_q[:, :2], axis=1)
    link = int(np.argmin(away[::2])) * 2  # a bush link on the driver
    roller = int(np.flatnonzero(job.system.roller.link == link)[0])
    state.roller_q[roller, 1] += 1e-3  # across its link: in or out
    after = heights_on_teeth(job.system, state, work)[:, 0]
    moved = np.abs(after - before)
    assert moved[roller] == pytest.approx(1e-3, rel=0.02)  # links lean by pi/z
    assert np.delete(moved, roller).max() == 0.0
    rows.P[roller - 1] = 0.0  # now it is at the end of a wrap
    assert np.isnan(heights_on_teeth(job.system, state, work)[roller, 0])


def test_each_climb_counts_once_and_the_largest_is_kept():
    """The watch sees the same plates at two records, then away, then again."""
    spec = spec_from(bicycle())
    job = build_spatial(spec)
    run = SpatialSimulation(spec, job.placed, job.system, job.pace, job.recording)
    watch = ClimbWatch(job.system, job.recording.sprockets)
    begun = []
    for on_tip in (True, True, False, True):
        run.state.t[0] += 1e-3
        run.work.ridden[7, 2] = 3.0 * on_tip
        begun.append(len(watch.seen(run.state, run.work).rows))
    assert begun == [1, 0, 0, 1]
    words = watch.began(0)
    assert words == (
        "first plates of link 8 on tips of 'guide wheel' at 0.001 s, 2 times in all"
    )
    assert watch.where_aside() == "" or watch.where_aside().startswith("link ")
    assert lateral_excess(job.system, run.state, run.work)[0] >= 0.0


def test_climbs_go_on_after_a_stop(tmp_path, monkeypatch):
    """A run that is stopped while plates ride tells the same as one in a piece."""
    spec = spec_from(bicycle(0.05, duration=0.02))
    whole = ct.simulate(spec)
    for seconds in ("FLUSH_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(clock, seconds, 0.0)
    monkeypatch.setattr(clock, "CHUNK_SECONDS", 1e-3)

    def stop(fraction, note=""):
        if 0.8 <= fraction < 1.0:
            raise Interrupted("stopped by the test")

    with pytest.raises(Interrupted, match="at t = "):
        ct.simulate(spec, tmp_path / "run", progress=stop)
    again = resume(tmp_path / "run")
    assert whole.events.counts["climb"] > 0
    assert list(again.events) == list(whole.events)
    assert again.outcome.headline == whole.outcome.headline
