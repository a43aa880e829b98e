"""Exit code, first word and JSON of a command say the same about a run."""

import json
from dataclasses import replace
from pathlib import Path

from typer.testing import CliRunner

from catena.cli import engines, many, running, views  # noqa: F401  (the verbs)
from catena.cli.app import app
from catena.drives import DRIVES
from catena.drives.roller_chain.engines.comparison import Agreement, EngineLine
from catena.results.trust import EXIT_CODES, Trust
from catena.run.model.comparison import Comparison, Line

DRIVE_FILES = Path(__file__).parent / "drives"


def catena(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert result.exit_code == code, result.output + str(result.exception)
    return result.stdout if "--json" in arguments else result.output


def test_every_word_has_its_code() -> None:
    assert EXIT_CODES == {
        Trust.TRUSTED: 0,
        Trust.FAILED: 3,
        Trust.INTERRUPTED: 4,
        Trust.NOT_TRUSTWORTHY: 5,
    }


def test_a_missed_check_is_told_everywhere(tmp_path: Path) -> None:
    """Eight steps per period are far too few; the run ends, and says so."""
    file, out = tmp_path / "m.toml", tmp_path / "m.run"
    text = DRIVES["periodic"].template()
    file.write_text(
        text.replace('method = "gauss"', 'method = "newmark"\nsteps = 8', 1)
    )
    told = json.loads(catena("run", file, "--out", out, "--json", code=5))
    assert (told["ok"], told["trust"]) == (False, "not trustworthy")
    missed = [c["name"] for c in told["outcome"]["checks"] if not c["ok"]]
    assert missed == ["error"]
    words = "verdict  not trustworthy (error of the solution 0.118): "
    assert words in catena("info", out, code=5)
    again = json.loads(catena("info", out, "--json", code=5))
    assert again["outcome"] == told["outcome"]
    catena("resume", out, code=5)
    page = json.loads(catena("report", out, "--json"))["report"]
    assert '<p class="words">Not trustworthy (' in Path(page).read_text()


def test_a_jumped_tooth_is_never_trusted(tmp_path: Path) -> None:
    """The chain tears, or a check says that it jumped."""
    file = DRIVE_FILES / "chain_jumped_tooth.toml"
    command = ["run", str(file), "--out", str(tmp_path / "j.run"), "--json"]
    result = CliRunner().invoke(app, command)
    told = json.loads(result.stdout)
    assert told["ok"] is False
    assert (told["trust"], result.exit_code) in {("failed", 3), ("not trustworthy", 5)}
    assert "tears" in result.stdout or "tooth_jump" in result.stdout


def test_a_sound_run_is_trusted(tmp_path: Path) -> None:
    file, out = tmp_path / "m.toml", tmp_path / "m.run"
    file.write_text(DRIVES["periodic"].template())
    told = json.loads(catena("run", file, "--out", out, "--json"))
    assert (told["ok"], told["trust"]) == (True, "trusted")
    assert "verdict  trusted: " in catena("info", out)


def test_points_without_a_value_make_a_chart_untrustworthy(tmp_path: Path) -> None:
    file = tmp_path / "m.toml"
    file.write_text(DRIVES["periodic"].template())
    command = ["chart", file, "--x", "mass.mean[0][0]=-1:1:3"]
    command += ["--y", "damping.mean[0][0]=0.1:0.9:2", "--workers", "1"]
    told = catena(*command, "--out", tmp_path / "a.chart", code=5)
    assert "not trustworthy (points without a value 4)" in told
    assert "4 of 6 points have no value (within mass.mean[0][0]" in told
    catena(*command, "--out", tmp_path / "b.chart", "--allow-failures")


def test_engines_that_differ_do_not_agree() -> None:
    def line(engine: str, step: float, difference: float) -> Line:
        return Line(engine, step, difference, 1.0, 0.0, 0.0)

    lines = line("moreau", 1e-3, 0.5), line("moreau", 1e-4, 0.001)
    made = Comparison("events", "events", 0.01, 1.0, lines, {})
    assert made.agree  # the finest run decides
    lines = *lines, line("runge_kutta", 1e-4, 0.02)
    assert not Comparison("events", "events", 0.01, 1.0, lines, {}).agree


def test_chain_engines_that_differ_or_fail_do_not_agree() -> None:
    def line(tension: float, failure: str = "") -> EngineLine:
        apart = {} if failure else {"tension_1": tension, "joint_force": 9.0}
        return EngineLine("smooth", 1e-6, apart, apart, 0.0, 0.0, failure)

    assert Agreement(0.01, (line(0.0), line(-0.009)), {}).agree
    assert not Agreement(0.01, (line(0.0), line(-0.011)), {}).agree
    assert not Agreement(0.01, (line(0.0), line(0.0, "diverged")), {}).agree


def test_engines_that_agree_on_what_is_wrong_are_not_trusted() -> None:
    same = {"tension_1": 1.0}
    sound = EngineLine("smooth", 1e-6, same, {"tension_1": 0.0}, 0.0, 0.0)
    jumped = replace(sound, engine="hertz", missed=("drift: 1.2 (limit 0.5)",))
    assert Agreement(0.01, (sound, sound), {}).trust == "trusted"
    made = Agreement(0.01, (sound, jumped), {})
    assert made.agree and made.trust == "not trustworthy"
    told = "hertz at 1e-06 s is not trustworthy: drift: 1.2 (limit 0.5)"
    assert told in made.findings()
    assert made.as_dict()["lines"][1]["missed"] == ("drift: 1.2 (limit 0.5)",)
