"""Half the step as a check, and steps of ours that are halved after a stop."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import catena as ct
from catena.cli import running as verbs  # noqa: F401  (the verb)
from catena.cli.app import app
from catena.drives import DRIVES
from catena.drives.finer_steps import step_is_ours
from catena.drives.loading import spec_from
from catena.drives.running import resume
from catena.drives.step_check import StepCheck, changes_of
from catena.errors import Interrupted
from catena.results.health import KeyNumber, Outcome
from catena.spec.parts import DriveSpec
from catena.spec.writing import resolved_toml
from catena.study.plan import spec_json
from catena.study.runner import study

TEMPLATE = DRIVES["roller_chain"].template()
SYSTEM = """
drive = "system"
gravity = [0.0, -9.81]
[[body]]
name = "ball"
mass = 1.0
inertia = 0.01
position = [0.0, 1.0]
[solve]
step = "1 ms"
duration = "0.1 s"
"""


def outcome(**values: float) -> Outcome:
    units = {"tension_1": "N", "tension_2": "N", "efficiency": "1", "steps": "1"}
    numbers = [
        KeyNumber(k, k, v, units.get(k, ""), spread=0.5) for k, v in values.items()
    ]
    return Outcome("x", key_numbers=tuple(numbers))


def test_changes_are_compared_with_the_size_of_the_quantity() -> None:
    whole = outcome(tension_1=50.0, tension_2=500.0, efficiency=0.98, steps=100.0)
    half = outcome(tension_1=51.0, tension_2=500.0, efficiency=0.98, steps=200.0)
    changes = changes_of(whole, half)
    assert changes[0].number.name == "tension_1"
    assert changes[0].share == pytest.approx(1.0 / 500.0)
    assert {change.number.name for change in changes} == {
        "tension_1", "tension_2", "efficiency",
    }  # fmt: skip
    words = str(StepCheck(1e-6, changes))
    assert (
        "change by at most 0.20%: tension_1 50 to 51 N, more than its spread" in words
    )


def test_a_drive_says_how_far_its_numbers_hang_on_the_step(tmp_path: Path) -> None:
    file = tmp_path / "ball.toml"
    file.write_text(SYSTEM)
    out = str(tmp_path / "ball.run")
    wanted = ["run", str(file), "--out", out, "--step-check", "--json"]
    answer = CliRunner().invoke(app, wanted)
    facts = json.loads(answer.stdout)["step_check"]
    assert facts["step"] == pytest.approx(5e-4)
    assert 0.0 <= facts["largest_change"] < 0.1
    assert "kinetic_energy" in facts["half_step"]


def without_step(kind: str) -> str:
    """The template of a kind of drive, its step left to the program."""
    lines = DRIVES[kind].template().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("step ="))


@pytest.mark.parametrize("kind", ["roller_chain", "pushbelt_cvt", "chain_cvt"])
def test_only_a_step_the_user_stated_is_kept(kind: str) -> None:
    """Whatever else was changed, and however the specification travelled."""
    spec = ct.loads(without_step(kind))
    assert step_is_ours(spec)
    assert step_is_ours(spec.checked())
    assert step_is_ours(spec.with_values({"title": "another"}))
    assert step_is_ours(spec_from(json.loads(spec_json(spec))))  # as studies send it
    assert step_is_ours(ct.loads(resolved_toml(spec)))  # as runs keep it
    assert not step_is_ours(spec.with_values({"solve.step": "0.5 us"}))
    assert not step_is_ours(SimpleNamespace())  # type: ignore[arg-type]


@pytest.fixture
def repeats(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the step of each run was up to the program, in place of repetitions."""
    seen: list[bool] = []

    def no_need(spec: object, job: object, run: object, ours: bool) -> None:
        seen.append(ours)

    monkeypatch.setattr("catena.drives.running.finer", no_need)
    return seen


def test_a_step_that_a_study_varies_is_kept(
    repeats: list[bool], tmp_path: Path
) -> None:
    """The file of the user states none, but the study does."""
    text = re.sub(r"duration = .*", 'duration = "2 ms"', without_step("roller_chain"))
    spec = ct.loads(text)
    vary, other = ["solve.step=2 us,3 us"], ["solve.load_ramp=1 ms,2 ms"]
    study(spec, vary, out=tmp_path / "a", user_text=text)
    assert repeats == [False, False]
    study(spec, other, out=tmp_path / "b")  # by Python: no text
    assert repeats[2:] == [True, True]


def stop(fraction: float, note: str = "") -> None:
    raise Interrupted("stopped by the test")


@pytest.mark.parametrize("stated", [False, True])
def test_a_continued_run_knows_whose_step_it_has(
    stated: bool, repeats: list[bool], tmp_path: Path
) -> None:
    """By Python, without the text of a file."""
    text = re.sub(r"duration = .*", 'duration = "4 ms"', without_step("roller_chain"))
    values = {"solve.step": "2 us"} if stated else {}
    with pytest.raises(Interrupted):
        made = ct.loads(text).with_values(values)
        ct.simulate(made, tmp_path / "a", progress=stop)
    resume(tmp_path / "a").close()
    assert repeats == [not stated]


def test_a_repetition_that_is_continued_says_that_it_is_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = re.sub(r"duration = .*", 'duration = "4 ms"', without_step("roller_chain"))
    again: list[DriveSpec] = []

    def once(spec: DriveSpec, *_: object) -> tuple[DriveSpec, str] | None:
        if again:
            return None
        again.append(spec.with_values({"solve.step": "1 us"}))
        return again[0], "made again because of something"

    def stop_the_second(fraction: float, note: str = "") -> None:
        if again and fraction > 0.0:
            raise Interrupted("stopped by the test")

    monkeypatch.setattr("catena.drives.running.finer", once)
    with pytest.raises(Interrupted):
        ct.simulate(ct.loads(text), tmp_path / "a", progress=stop_the_second)
    with resume(tmp_path / "a") as run:
        assert "made again because of something" in run.outcome.warnings
        assert run.attributes["own_step"] == 1
