"""The verbs resume, verify and compare-engines do their work and end as they should."""

import json
from pathlib import Path

import pytest
from timed_runs import short_template
from typer.testing import CliRunner

from catena import verification
from catena.cli import engines, running  # noqa: F401  (the verbs)
from catena.cli.app import app
from catena.drives.loading import load
from catena.spec.writing import resolved_toml
from catena.verification import Case, Figure

LADDER = Path(__file__).parents[3] / "examples" / "system_ladder.toml"


def catena(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert result.exit_code == code, result.output + str(result.exception)
    return result.stdout if "--json" in arguments else result.output


def test_a_limited_run_says_how_to_continue_and_does(tmp_path: Path) -> None:
    file, out = tmp_path / "x.toml", tmp_path / "x.run"
    file.write_text(resolved_toml(short_template(**{"solve.duration": 60.0})))
    told = catena("run", file, "--out", out, "--max-wall", 0.2, code=4)
    assert "wall time allowed" in told
    assert f"catena resume {out}" in told
    assert "verdict  interrupted: " in catena("info", out, code=4)
    more = catena("resume", out, "--max-wall", 0.2, code=4)
    assert "wall time allowed" in more
    assert "expected more than 0 s" in catena("resume", out, "--max-wall", 0, code=2)


def test_what_cannot_be_resumed_is_told(tmp_path: Path) -> None:
    assert "no such run folder" in catena("resume", tmp_path / "none", code=2)


def test_verify_makes_a_table() -> None:
    rows = json.loads(catena("verify", "--case", "A2.3", "--json"))["rows"]
    assert len(rows) == 11
    assert all(row["passed"] for row in rows)
    assert {"case", "expected", "got", "tolerance", "passed", "seconds"} <= set(rows[0])
    assert "A2.3" in catena("verify", "--case", "A2.3")
    assert "did you mean" in catena("verify", "--case", "B2.3", code=2)


def test_verify_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Case("A2.1", "a lie", lambda: [Figure("one", 1.0, 2.0, 0.5)])
    monkeypatch.setattr(verification, "CASES", (wrong,))
    assert "FAIL" in catena("verify", "--case", "A2.1", code=3)
    answer = json.loads(catena("verify", "--case", "A2.1", "--json", code=3))
    assert answer["ok"] is False


def test_engines_agree_and_the_error_shrinks_with_the_step(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    spec = load(LADDER).with_values({"solve.duration": 0.05})
    file.write_text(resolved_toml(spec))
    answer = json.loads(catena("compare-engines", file, "--halvings", 2, "--json"))
    lines = {(x["engine"], round(x["step"], 9)): x for x in answer["lines"]}
    assert answer["reference"] == "event_driven"
    errors = [lines["moreau", step]["difference"] for step in (1e-4, 5e-5, 2.5e-5)]
    assert errors[0] > 1.5 * errors[1] > 2.25 * errors[2]
    assert errors[0] < 1e-3
    assert "set-valued" in answer["refused"]["runge_kutta"]
    assert any("moreau: agrees within 0.01" in x for x in answer["findings"])


OSCILLATOR = """
drive = "system"
[[body]]
name = "mass"
mass = 1.0
position = [1.0, 0.0]
free = ["x"]
[[spring]]
name = "tie"
a = "mass"
b = "ground"
stiffness = 100.0
[solve]
step = "10 ms"
duration = "1 s"
control = { tolerance = 1e-4 }
"""


def test_step_control_is_left_to_the_engine_that_has_it(tmp_path: Path) -> None:
    """An oscillator: engines of fourth, second and first order stay what they are."""
    file = tmp_path / "oscillator.toml"
    file.write_text(OSCILLATOR)
    answer = json.loads(catena("compare-engines", file, "--json"))
    found = {x.split(":")[0]: float(x.split("order ")[1])
             for x in answer["findings"] if "order" in x}  # fmt: skip
    assert found["runge_kutta"] == pytest.approx(4.0, abs=0.1)
    assert found["moreau"] == pytest.approx(2.0, abs=0.1)
    assert found["semi_implicit"] == pytest.approx(1.0, abs=0.2)
    assert {x["where"] for x in answer["lines"][1:]} == {"mass.x"}


def test_an_engine_compared_with_itself_says_so(tmp_path: Path) -> None:
    """The order of smooth motion shows all the same."""
    file = tmp_path / "oscillator.toml"
    file.write_text(OSCILLATOR.replace("control", "# control"))
    wanted = "--engines", "moreau"
    told = catena("compare-engines", file, *wanted)
    assert "no second opinion: only moreau ran" in told
    assert "order 2" in told


def test_a_wrong_engine_is_told() -> None:
    told = catena("compare-engines", LADDER, "--engines", "moro", code=2)
    assert "did you mean 'moreau'?" in told
