"""Every verb does its work, answers in JSON, and ends with the right code."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from catena.cli import many, running, upkeep, views  # noqa: F401  (the verbs)
from catena.cli.app import app
from catena.drives import DRIVES


def catena(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert result.exit_code == code, result.output + str(result.exception)
    return result.stdout if "--json" in arguments else result.output


@pytest.fixture
def mathieu(tmp_path: Path) -> Path:
    path = tmp_path / "mathieu.toml"
    path.write_text(DRIVES["periodic"].template())
    return path


def test_new_lists_and_prints() -> None:
    for drive in DRIVES:
        assert drive in catena("new")
        assert f'drive = "{drive}"' in catena("new", drive)
    assert "did you mean" in catena("new", "gear_pear", code=2)


def test_new_lists_examples_and_takes_them() -> None:
    names = json.loads(catena("new", "--list", "--json"))["examples"]
    assert "roller_chain_motorcycle" in names
    for name, title in names.items():
        assert f'title = "{title}"' in catena("new", name)
    assert "did you mean" in catena("new", "roller_chain_motorcicle", code=2)


def test_new_does_not_overwrite(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    catena("new", "periodic", "--out", path)
    path.write_text("mine")
    assert "already there" in catena("new", "periodic", "--out", path, code=2)
    assert path.read_text() == "mine"


def test_run_to_report_plot_and_tables(mathieu: Path, tmp_path: Path) -> None:
    out = tmp_path / "m.run"
    facts = json.loads(catena("run", mathieu, "--out", out, "--json"))
    assert facts["ok"]
    assert facts["status"] == "complete"
    numbers = {n["name"]: n["value"] for n in facts["outcome"]["key_numbers"]}
    assert numbers["largest_multiplier"] == pytest.approx(1.36305000625133, abs=1e-8)
    assert "Unstable" in catena("info", out)
    assert json.loads(catena("info", out, "--json"))["drive"] == "periodic"
    refused = catena("run", mathieu, "--out", out, code=2)
    assert "--overwrite" in refused
    assert "overwrite=True" in refused
    catena("run", mathieu, "--out", out, "--overwrite")
    page = json.loads(catena("report", out, "--json"))["report"]
    assert "Damped Mathieu" in Path(page).read_text()
    plots = json.loads(catena("plot", out, "--figure", "x", "--json"))["plots"]
    assert [Path(p).stat().st_size > 1000 for p in plots] == [True]
    assert "did you mean 'x" in catena("plot", out, "--figure", "xx", code=2)
    for format in ("csv", "parquet"):
        folder = tmp_path / format
        told = catena("export", out, "--format", format, "--out", folder, "--json")
        assert all(Path(f).is_file() for f in json.loads(told)["files"])


def test_bad_file_lists_problems_and_ends_with_2(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    text = DRIVES["periodic"].template().replace("period = 3.14", "period = -3.14")
    path.write_text(text.replace("[mass]", "[masss]"))
    told = catena("check", path, code=2)
    assert "period" in told
    assert "did you mean 'mass'" in told
    facts = json.loads(catena("check", path, "--json", code=2))
    assert not facts["ok"]
    assert {p["path"] for p in facts["problems"]} == {"period", "masss", "mass"}


def test_singular_mass_is_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "singular.toml"
    text = DRIVES["periodic"].template()
    path.write_text(text.replace("mean = [[1.0]]", "mean = [[0.0]]", 1))  # the mass
    assert "singular" in catena("check", path, code=2)


def test_failed_solution_ends_with_3_and_keeps_the_file(tmp_path: Path) -> None:
    text = DRIVES["periodic"].template().replace("[[0.1]]", "[[0.0]]")
    text = text.replace("[[-0.6]]", "[[0.0]]").replace(
        "mean = [[1.0]]", "mean = [[4.0]]"
    )
    text = text.replace("mean = [[4.0]]", "mean = [[1.0]]", 1)
    path, out = tmp_path / "resonance.toml", tmp_path / "r.run"
    path.write_text(text)  # undamped, driven exactly at its natural frequency
    told = catena("run", path, "--out", out, code=3)
    assert "singular" in told
    assert f"results  {out / 'run.nc.part'}" in told
    again = ("run", path, "--out", out, "--overwrite", "--json")
    assert json.loads(catena(*again, code=3))["results"] == str(out / "run.nc.part")
    facts = json.loads(catena("info", out, "--json", code=3))
    assert (facts["ok"], facts["trust"], facts["status"]) == (False, "failed", "failed")
    assert "verdict  failed: " in catena("info", out, code=3)


def test_study_runs_a_grid_and_skips_what_is_done(
    mathieu: Path, tmp_path: Path
) -> None:
    arguments = ["study", mathieu, "--vary", "damping.mean[0][0]=0.1,0.9"]
    arguments += ["--out", tmp_path / "m.study", "--workers", "1", "--json"]
    for found in (0, 2):
        told = json.loads(catena(*arguments))
        assert (told["runs"]["trusted"], told["found"]) == (2, found)
    made = tmp_path / "m.study"
    assert json.loads(catena("info", made, "--json"))["runs"] == told["runs"]
    assert "largest_multiplier" in catena("info", made)
    plots = json.loads(catena("plot", made, "--format", "svg", "--json"))["plots"]
    assert all(Path(plot).stat().st_size > 1000 for plot in plots)
    table = json.loads(catena("export", made, "--json"))["files"][0]
    assert len(Path(table).read_text().splitlines()) == 3
    assert "is a study, not a run" in catena("animate", made, code=2)


def test_study_tells_where_and_why_points_failed(mathieu: Path, tmp_path: Path) -> None:
    arguments = ["study", mathieu, "--vary", "mass.mean[0][0]=-1,1"]
    told = catena(*arguments, "--out", tmp_path / "m.study", "--workers", "1", code=3)
    assert "verdict  failed: 2 runs: 1 trusted, 1 failed" in told
    assert "failed: 1 run, " in told
    assert "expected a positive inertia" in told
    assert "(at mass.mean[0][0] = -1)" in told
    assert "warning: 1 run, the system is unstable" in told
    arguments += ["--out", tmp_path / "m.study", "--report", "--allow-failures"]
    again = json.loads(catena(*arguments, "--json"))
    assert (again["ok"], again["trust"]) == (False, "failed")
    assert [trouble["count"] for trouble in again["troubles"]] == [1, 1]
    page = Path(again["report"]).read_text()
    assert "warning: 1 run, the system is unstable" in page
    assert "digest of the source" in page.lower()
    assert "interpolation = &quot;spline&quot;" in page  # the file, not its JSON


def test_upkeep_verbs() -> None:
    assert json.loads(catena("doctor", "--json"))["ok"]
    schema = json.loads(catena("schema"))
    assert len(schema["oneOf"]) == len(DRIVES)
    assert json.loads(catena("schema", "gear_pair"))["title"] == "gear_pair"


def test_demo_writes_a_report(tmp_path: Path) -> None:
    facts = json.loads(catena("demo", "--out", tmp_path / "demo", "--json"))
    assert Path(facts["report"]).is_file()


def test_ctrl_c_ends_with_4_and_a_valid_file(tmp_path: Path) -> None:
    path, out = tmp_path / "long.toml", tmp_path / "long.run"
    text = DRIVES["periodic"].template()
    sweep = 'sweep = { start = "1 rad/s", stop = "4 rad/s", count = 5000 }\n'
    path.write_text(text + sweep)
    process = subprocess.Popen(
        [sys.executable, "-m", "catena", "run", str(path), "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    deadline = time.monotonic() + 60.0
    while not (out / "run.nc.part").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 4, told
    facts = json.loads(catena("info", out, "--json", code=4))
    assert facts["trust"] == facts["status"] == "interrupted"
