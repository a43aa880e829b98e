"""Half the step as a check, and steps of ours that are halved after a stop."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import catena as ct
from catena.cli import running as verbs  # noqa: F401  (the verb)
from catena.cli.app import app
from catena.drives import DRIVES
from catena.drives.finer_steps import repeat_remark, step_is_ours
from catena.drives.step_check import StepCheck, changes_of
from catena.results.health import KeyNumber, Outcome

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


def test_a_halved_step_is_known_as_ours_after_a_stop() -> None:
    spec = ct.loads(TEMPLATE)
    halved = spec.with_values({"solve.step": 2e-6})
    assert step_is_ours(spec, "")
    assert step_is_ours(halved, TEMPLATE)
    assert not step_is_ours(halved, "")
    given = TEMPLATE.replace("[solve]", '[solve]\nstep = "2 us"')
    assert not step_is_ours(halved, given)
    assert "made again with a step of 2e-06 s" in repeat_remark(halved, TEMPLATE)
    assert repeat_remark(halved, given) == ""
    assert not step_is_ours(SimpleNamespace(), "")


def test_a_step_by_default_is_ours_and_one_in_the_file_is_not() -> None:
    """Variators have a number as default; templates state one."""
    given = DRIVES["pushbelt_cvt"].template()
    left = given.replace('step = "2 us"', "")
    spec, whole = ct.loads(left), ct.loads(left).checked()
    assert given != left
    assert step_is_ours(spec, "")
    assert step_is_ours(whole, left)  # as it is stored with a run: every key is there
    assert not step_is_ours(ct.loads(given), given)
    assert repeat_remark(whole, left) == ""
    halved = spec.with_values({"solve.step": "0.5 us"})
    assert "made again with a step of 5e-07 s" in repeat_remark(halved, left)
