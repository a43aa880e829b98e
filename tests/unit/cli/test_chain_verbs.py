"""Verbs of the chain drives: the kinematic model, films and stills."""

import json
import re
from pathlib import Path

import numba
import pytest
from typer.testing import CliRunner

from catena.cli import chains, engines, orbits, running, views  # noqa: F401  (the verbs)
from catena.cli.app import app
from catena.drives import DRIVES


def catena(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert result.exit_code == code, result.output + str(result.exception)
    return result.stdout if "--json" in arguments else result.output


def test_kinematics_gives_the_exact_polygonal_action(tmp_path: Path) -> None:
    told = catena(
        *("kinematics", "--chain", "ANSI 40", "--teeth", 24, 24, "--tangent", 19.5),
        *("--torque", "9 N m", "--out", tmp_path / "plots", "--json"),
    )
    facts = json.loads(told)
    numbers = {name: entry["value"] for name, entry in facts["numbers"].items()}
    # four-bar numbers of Chen and Freudenstein's problem, 24/24 teeth, 19.5 pitches
    assert numbers["ratio_min"] == pytest.approx(0.991444861461, abs=1e-9)
    assert numbers["ratio_max"] == pytest.approx(1.008628960554, abs=1e-9)
    assert numbers["speed_ripple"] == pytest.approx(0.008555139, abs=1e-9)
    assert all(Path(plot).is_file() for plot in facts["plots"])


def test_kinematics_says_what_is_missing_or_unknown() -> None:
    assert "--teeth" in catena("kinematics", "--chain", "ANSI 40", code=2)
    told = catena(
        *("kinematics", "--chain", "ANSI 41x", "--teeth", 24, 24, "--tangent", 19.5),
        code=2,
    )
    assert "nearest is ANSI 41" in told
    assert "--chain: found 'ANSI 41x'" in told
    assert "chain.designation" not in told


@pytest.mark.parametrize(
    ("option", "value"),
    [("--centre", "99.7 mmm"), ("--centre", "9.7 mm"), ("--torque", "9 kg")],
)
def test_kinematics_names_the_option_that_was_typed(option, value) -> None:
    stated = {"--chain": "ISO 05B", "--centre": "99.683 mm", option: value}
    words = [word for pair in stated.items() for word in pair]
    told = catena("kinematics", *words, "--teeth", 9, 11, code=2)
    assert f"  {option}: " in told
    assert "span." not in told
    assert "load." not in told


def test_kinematics_takes_the_designations_of_drive_files() -> None:
    rest = ("--teeth", 9, 11, "--centre", "99.683 mm", "--json")
    long, short = (
        json.loads(catena("kinematics", "--chain", name, *rest))["numbers"]
        for name in ("ISO 606 05B-1", "ISO 05B")
    )
    assert long == short


def test_help_shows_two_numbers_of_teeth() -> None:
    told = " ".join(catena("kinematics", "--help").split())
    assert "--teeth <int> <int> " in told


def test_kinematics_knows_as_few_teeth_as_drives() -> None:
    stated = ("kinematics", "--chain", "ISO 08B-1", "--tangent", 20, "--teeth")
    assert "--teeth (driver): found 5;" in catena(*stated, 5, 38, code=2)
    told = catena(*stated, 7, 38)
    assert told.count("warning: sprocket 'driver': 7 teeth") == 1
    assert "width = 0.5" in told and "'driven'" not in told
    facts = json.loads(catena(*stated, 38, 8, "--json"))
    assert len(facts["warnings"]) == 1 and "'driven': 8 teeth" in facts["warnings"][0]
    assert "warning" not in catena(*stated, 9, 38)


def test_periodic_drives_have_no_picture(tmp_path: Path) -> None:
    catena("new", "periodic", "--out", tmp_path / "m.toml")
    catena("run", tmp_path / "m.toml", "--out", tmp_path / "m.run")
    assert "no moving picture" in catena("animate", tmp_path / "m.run", code=2)


def test_a_still_has_the_title_of_its_drive(tmp_path: Path, monkeypatch) -> None:
    from catena.view.pictures import animate

    titles = []
    monkeypatch.setattr(animate, "write_still", lambda s, *_, **__: titles.append(s))
    text = DRIVES["system"].template()
    file = tmp_path / "s.toml"
    file.write_text(re.sub(r"^title.*$", 'title = "Mine"', text, flags=re.M))
    catena("run", file, "--out", tmp_path / "s.run")
    catena("animate", tmp_path / "s.run", "--out", tmp_path / "s.png")
    assert [scene.title for scene in titles] == ["Mine"]


CHAIN = """
drive = "roller_chain"
chain = { standard = "ANSI 40", link_count = 64, stiffness = 1e7, damping = 60 }
contact = { tooth = { stiffness = 5e6, friction = 0.1 } }
solve = { duration = 0.05, step = 1e-5 }
[[sprocket]]
name = "driver"
tooth_count = 24
centre = [0.0, 0.0]
boundary = { kind = "speed", speed = "300 rpm" }
[[sprocket]]
name = "driven"
tooth_count = 24
centre = [0.254, 0.0]
inertia = 0.01
boundary = { kind = "load", torque = 9.0 }
"""


def test_contact_engines_of_a_chain_are_compared(tmp_path: Path) -> None:
    file = tmp_path / "chain.toml"
    file.write_text(CHAIN)
    wanted = ("--engines", "spring-damper,hertz", "--halvings", 1, "--tolerance", 0.05)
    facts = json.loads(catena("compare-engines", file, *wanted, "--json"))
    assert [line["engine"] for line in facts["lines"]] == [
        "spring-damper", "hertz", "spring-damper",
        "spring-damper, other friction law", "spring-damper, other start",
    ]  # fmt: skip
    assert abs(facts["lines"][1]["differences"]["tension_1"]) < 0.05
    told = catena("compare-engines", file, *wanted)
    assert "tension_1" in told
    assert "reference: spring-damper" in told
    strict = catena("compare-engines", file, *wanted[:-1], 1e-4, code=5)
    assert "other start at 1e-05 s differs" in strict
    unknown = catena("compare-engines", file, "--engines", "hurtz", code=2)
    assert "hertz" in unknown


STEADY = """
drive = "roller_chain"
chain = {{ standard = "ANSI 40", link_count = 64, uniform = true, stiffness = 1e7, \
damping = 200.0, joint = {{ friction = 0.0, damping = 5e-3 }} }}
contact.tooth = {{ stiffness = 5e6, damping = 400.0, friction = 0.0 }}
solve.step = 5e-6

[[sprocket]]
name = "driver"
tooth_count = 24
centre = [0.0, 0.0]
boundary = {{ kind = "speed", speed = "1500 rpm"{more} }}

[[sprocket]]
name = "driven"
tooth_count = 24
centre = [0.254, 0.0]
inertia = 0.01
boundary = {{ kind = "load", torque = 9.0 }}
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_a_second_start_is_told_behind_the_run(tmp_path: Path) -> None:
    file, text = tmp_path / "c.toml", DRIVES["roller_chain"].template()
    file.write_text(re.sub(r"duration = .*", 'duration = "0.22 s"', text))
    command = ["run", file, "--out", tmp_path / "c.run", "--second-start"]
    facts = json.loads(catena(*command, "--json"))
    other = facts["second_start"]
    assert facts["trust"] == "trusted"
    assert other["another"] is False
    assert other["moments"] == 2  # later ones would not fade in time
    for label, tension in other["first"].items():
        assert tension == pytest.approx(other["second"][label], rel=0.02, abs=5.0)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_steady_finds_even_running_or_says_why_not(tmp_path: Path) -> None:
    file = tmp_path / "even.toml"
    file.write_text(STEADY.format(more=""))
    out = tmp_path / "even.steady"
    facts = json.loads(catena("steady", file, "--out", out, "--json"))
    assert facts["trust"] == "trusted"
    checks = {check["name"]: check["value"] for check in facts["outcome"]["checks"]}
    assert checks["repeats"] <= 1e-4
    assert "Even running" in catena("info", out)
    told = catena("steady", file, "--out", tmp_path / "b", "--most", 3, code=3)
    assert "no even running was found from 0.1 s of ordinary running" in told
    assert "3 periods, residual" in told


def test_steady_says_which_drives_have_even_running(tmp_path: Path) -> None:
    file = tmp_path / "belt.toml"
    file.write_text(DRIVES["pushbelt_cvt"].template())
    told = catena("steady", file, code=2)
    assert "pushbelt is chaotic" in told
    assert "roller_chain, chain_cvt" in told


def test_span_frequencies_of_stated_links() -> None:
    words = ["--links", "21", "--pitch", "12.7 mm", "--link-mass", "2.5 g"]
    answer = CliRunner().invoke(
        app, ["span-frequencies", *words, "--tension", "400 N", "--json"]
    )
    (strand,) = json.loads(answer.output)["strands"]
    string = 0.5 / (21 * 0.0127) * (400.0 * 0.0127 / 2.5e-3) ** 0.5
    assert strand["string"] == pytest.approx(string)
    assert strand["frequencies"][0] == pytest.approx(string, rel=2e-3)
    assert len(strand["frequencies"]) == 3


def test_span_frequencies_name_what_is_missing() -> None:
    answer = CliRunner().invoke(
        app, ["span-frequencies", "--links", "21", "--tension", "400 N"]
    )
    assert answer.exit_code == 2
    assert "pitch: is required" in answer.output
