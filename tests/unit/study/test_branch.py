"""Even running over a value: points that continue each other, table, words."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

import catena as ct
from catena.drives.loading import loads
from catena.drives.orbits.search import Effort
from catena.drives.orbits.steady import Place
from catena.errors import InputError, Interrupted, ResultError, SpecError
from catena.jobs import RunText, run_job
from catena.reporting import figures_of, report
from catena.results.health import Outcome
from catena.run.checkpoint import END_NAME
from catena.run.pace import Pace
from catena.run.protocols import silent
from catena.run.verdict import energy_check
from catena.spec.parts import DriveSpec
from catena.study.branches import branch as branches
from catena.study.branches.branch import POINTS, Question, branch
from catena.study.branches.table import FALLING, RISING, BranchJob, Point
from catena.study.variation import parse_vary

DRIVE = """
drive = "roller_chain"
[chain]
standard = "ANSI 40"
link_count = 64
stiffness = 1e7
damping = 200.0
uniform = true
joint = { friction = 0.0, damping = 5e-3 }
[[sprocket]]
name = "driver"
tooth_count = 24
centre = [0.0, 0.0]
boundary = { kind = "speed", speed = "1500 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 24
centre = [0.254, 0.0]
inertia = 0.01
boundary = { kind = "load", torque = 9.0 }
[contact.tooth]
stiffness = 5e6
damping = 400.0
friction = 0.0
[solve]
duration = 0.2
step = 5e-6
friction = "regularised"
"""
LOAD = "sprocket[1].boundary.torque"


def drive() -> DriveSpec:
    return loads(DRIVE)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_a_branch_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Two loads; stopped within the second, then asked again: nothing is lost."""

    def stop(fraction: float, note: str = "") -> None:
        if fraction > 0.5:
            raise Interrupted("stopped")

    over = f"{LOAD}=9 N m:10 N m:2"
    with pytest.raises(Interrupted):
        branch(drive(), over, tmp_path / "b", both=False, progress=stop)
    lines = (tmp_path / "b" / POINTS).read_text().splitlines()
    assert [json.loads(line)["place"] for line in lines] == [0]
    with (tmp_path / "b" / POINTS).open("a") as torn:
        torn.write('{"way": "ris')  # as a kill leaves it
    run = branch(drive(), over, tmp_path / "b", both=False)
    assert (tmp_path / "b" / POINTS).read_text().splitlines()[0] == lines[0]
    assert run.outcome.healthy
    tight = run.read("tension_2")[0]
    radius = 0.5 * 0.0127 / np.sin(np.pi / 24.0)
    assert np.diff(tight)[0] == pytest.approx(1.0 / radius, rel=0.1)
    assert np.all(run.read("decay")[0] < 1.0)
    assert {f.name for f in figures_of(run)} >= {"branch_tensions", "branch_decay"}
    told = f"catena steady drive.toml --over &#x27;{LOAD}="
    assert told in report(run).read_text()
    with pytest.raises(ResultError, match="holds other results"):
        branch(drive(), f"{LOAD}=9 N m:11 N m:2", tmp_path / "b")
    first = tmp_path / "b" / "points" / "rising_001"
    again = ct.steady(drive(), start=first)
    assert again.outcome.key_number("orbit_maps").value <= 3.0


def test_a_start_that_was_made_again_is_another_question(tmp_path: Path) -> None:
    def asked(start: Path | None) -> str:
        over = parse_vary(f"{LOAD}=9 N m:10 N m:2")
        return Question(drive(), over, True, Effort(), start and str(start)).text()

    (tmp_path / END_NAME).write_bytes(b"one state")
    first = asked(tmp_path)
    assert asked(tmp_path) == first != asked(None)
    (tmp_path / END_NAME).write_bytes(b"another one")
    assert asked(tmp_path) != first


@pytest.mark.parametrize("stated", [False, True])
def test_a_point_that_misses_its_ledger_is_made_again_with_a_smaller_step(
    stated: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Unless the user stated the step; with stand-ins for search and record."""
    tried: list[float | None] = []

    def met(spec: Any, begin: Any, *_: Any) -> tuple[Any, bool]:
        tried.append(spec.solve.step)
        orbit = SimpleNamespace(periods=1, recorded=lambda _: spec, job=stand_in)
        return SimpleNamespace(orbit=orbit, period=1.0, state="state"), False

    def stand_in(spec: Any, state: Any) -> Any:
        return SimpleNamespace(pace=Pace(spec.solve.step or 4e-6, 1000, 10))

    def record(job: Any, where: Place, *_: Any) -> Any:
        share = 2e-4 if len(tried) == 1 else 1e-5
        checks = (energy_check(share, 1.0),)
        outcome = Outcome(where.remark, checks=checks)
        return SimpleNamespace(outcome=outcome, close=lambda: None)

    monkeypatch.setattr(branches, "met", met)
    monkeypatch.setattr(branches, "record", record)
    spec = drive() if stated else loads(DRIVE.replace("step = 5e-6\n", ""))
    place = Place(tmp_path / "p")
    _, _, run = branches.recorded(spec, None, None, place, silent, 1)
    assert tried == ([5e-6] if stated else [None, 2e-6])
    assert run.outcome.healthy is not stated
    assert ("made again with a step" in run.outcome.verdict) is not stated


def points(falling: float) -> tuple[Point, ...]:
    words = {"tension_1": ["mean tension", "N"], "decay": ["factor", "1"]}

    def point(way: str, i: int, tension: float, decay: float = 0.9) -> Point:
        return Point(way, i, True, {"tension_1": tension, "decay": decay}, words, "")

    return (
        point(RISING, 0, 10.0),
        point(RISING, 1, 11.0, 1.1),
        point(RISING, 2, 12.0),
        point(FALLING, 1, falling),
        Point(FALLING, 0, False, {}, {}, "no even running was found"),
    )


def test_two_branches_are_said(tmp_path: Path) -> None:
    job = BranchJob(parse_vary("speed=600 rpm:700 rpm:3"), "rpm", points(20.0))
    told = job.outcome()
    assert not told.healthy
    assert "4 of 5 points" in told.verdict
    assert "1 unstable" in told.verdict
    assert "at 650 rpm the mean tension differs by 45%" in told.verdict
    assert told.warnings == ("falling, 600 rpm: no even running was found",)
    assert job.table("tension_1")[1] == pytest.approx([np.nan, 20.0, 12.0], nan_ok=True)


def test_points_that_are_not_trustworthy_are_named_and_ringed(tmp_path: Path) -> None:
    deep = ("deepest penetration over the reach of the smaller body: 0.4 (limit 0.02)",)
    each = [
        p._replace(missed=deep) if p.name == "rising_003" else p for p in points(11.01)
    ]
    job = BranchJob(parse_vary("speed=600 rpm:700 rpm:3"), "rpm", tuple(each))
    told = job.outcome()
    assert told.trust == "not trustworthy"
    (check,) = [c for c in told.checks if c.name == "trusted"]
    assert (check.value, check.ok) == (1.0, False)
    assert told.warnings[-1] == f"rising, 700 rpm: not trustworthy, {deep[0]}"
    text = RunText("branch", "b", "", {}, "")
    run = run_job(job, text, tmp_path / "b")
    (tensions,) = [f for f in figures_of(run) if f.name == "branch_tension_1"]
    rings = tensions.traces[-1]
    assert rings.hollow and rings.label == "not trustworthy"
    assert list(rings.y) == [12.0]


def test_one_branch_is_no_news() -> None:
    job = BranchJob(parse_vary("speed=600 rpm:700 rpm:3"), "rpm", points(11.01))
    assert "two branches" not in job.outcome().verdict


def test_wrong_questions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="unknown key"):
        branch(drive(), "sprocket[1].boundary.torqe=1:2:3", tmp_path / "b")
    with pytest.raises(InputError, match="two or more numbers"):
        branch(drive(), f"{LOAD}=9 N m", tmp_path / "b")
    with pytest.raises(SpecError, match=r"solve\.step"):
        branch(drive(), "solve.step=-1 s:1 s:3", tmp_path / "b")
    assert not (tmp_path / "b").exists()
