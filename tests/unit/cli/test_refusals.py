"""What the operating system refuses is said in one line, for every verb."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from catena.cli import (  # noqa: F401  (the verbs)
    chains,
    engines,
    many,
    maps,
    orbits,
    running,
    upkeep,
    views,
)
from catena.cli.app import app
from catena.cli.streams import mistake
from catena.drives import DRIVES
from catena.errors import SpecError
from catena.spec.loading import parse_toml


def catena(*arguments: object, code: int = 2) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert result.exit_code == code, result.output + str(result.exception)
    assert "Traceback" not in result.output
    return result.output


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    (folder / "m.toml").write_text(DRIVES["periodic"].template())
    catena("run", folder / "m.toml", "--out", folder / "m.run", code=0)
    (folder / "file").write_text("in the way")
    return folder


@pytest.mark.parametrize("verb", ["plot", "export"])
def test_places_that_cannot_be_written(made: Path, verb: str) -> None:
    told = catena(verb, made / "m.run", "--out", made / "file" / "x")
    assert "Not a directory" in told


def test_reports_into_a_folder_that_is_a_file(made: Path, tmp_path: Path) -> None:
    assert "No such file" in catena("new", "periodic", "--out", tmp_path / "no" / "x")
    (made / "m.run" / "report.html").mkdir()
    assert "report.html: cannot be written (it is a folder)" in catena(
        "report", made / "m.run"
    )


def test_starts_that_no_name_is_near_to_are_told_the_nearest(made: Path) -> None:
    told = " ".join(catena("new", "nonsens").split())
    assert "(nearest: " in told
    assert "all: catena new --list" in told
    assert "did you mean 'roller_chain'?" in catena("new", "roler_chain")


@pytest.mark.parametrize("name", ["", " "])
def test_the_empty_name_is_refused(made: Path, name: str) -> None:
    assert "expected a name" in catena("run", made / "m.toml", "--out", name)


def test_mistakes_of_ours_are_told_with_their_place(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("slip_torque")

    monkeypatch.setattr("catena.reporting.open_result", broken)
    told = catena("info", made / "m.run", code=3)
    assert "please report it: KeyError: 'slip_torque' in running.py line" in told


def test_a_mistake_names_its_last_place_in_the_program() -> None:
    try:
        parse_toml(3)  # type: ignore[arg-type]
    except TypeError as error:
        assert " in loading.py line " in mistake(error)


def test_control_characters_are_named_with_their_key() -> None:
    text = '[[body]]\nname = "a\\u0000b"'
    with pytest.raises(SpecError, match=r"body\[0\].name: .* without control"):
        parse_toml(text)
    with pytest.raises(SpecError, match="keys without control"):
        parse_toml('"a\\u0001" = 1')
    assert parse_toml('title = "two\\nlines\\tand a tab"')


def test_many_problems_are_counted_not_searched(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    keys = "\n".join(f"k{i} = 1" for i in range(2000))
    file.write_text(f"{keys}\n{DRIVES['periodic'].template()}")
    assert "has 1900 more problems like these" in catena("check", file)


def test_steady_needs_a_pitch(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text(DRIVES["roller_chain"].template())
    told = catena("steady", file, "--most", 0)
    assert "--most" in told and "greater than or equal to 1" in told


def test_runs_of_days_are_asked_for_twice(tmp_path: Path) -> None:
    file, text = tmp_path / "b.toml", DRIVES["pushbelt_cvt"].template()
    file.write_text(text.replace('step = "2 us"', "step = 1e-30"))
    for verb in ("check", "run"):
        told = catena(verb, file)
        assert "this run is large: 220 bodies x 1.92e+29 steps" in told
        assert "--large" in told
    told = catena("check", file, "--large", code=0)
    assert "cost: 220 bodies x 1.92e+29 steps" in told
    for verb in ("run", "study", "map", "compare-engines"):
        assert "--large" in catena(verb, "--help", code=0)
    file.write_text(text.replace('step = "2 us"', "step = 1e-320"))
    assert "solve.step: 1e-320 is smaller than 1e-30" in catena("check", file)
    file.write_text(text)
    assert "cost: 220 bodies x 96200 steps, about " in catena("check", file, code=0)


@pytest.mark.parametrize(
    ("drive", "right", "wrong"),
    [
        ("roller_chain", '["278.4 mm", "60 mm"]', "[278.4, 60]"),
        ("belt_drive", '["350 mm", "0 mm"]', "[350, 0]"),
    ],
)
def test_millimetres_taken_for_metres_are_noticed(
    tmp_path: Path, drive: str, right: str, wrong: str
) -> None:
    file, text = tmp_path / "c.toml", DRIVES[drive].template()
    assert right in text
    file.write_text(text.replace(right, wrong))
    assert 'write "278.4 mm" for millimetres' in catena("check", file)


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command with the streams a shell gives it."""
    line = f"{sys.executable} -m catena {command}"
    return subprocess.run(
        line, shell=True, cwd=folder, capture_output=True, text=True, timeout=120
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_full_and_closed_streams(made: Path) -> None:
    full = shell("info m.run > /dev/full", made)
    assert full.returncode == 2
    assert full.stderr == (
        "catena: standard output: cannot be written (No space left on device)\n"
    )
    closed = shell("info m.run >&-", made)
    assert (closed.returncode, closed.stderr) == (0, "")
    deaf = shell("info nothing >&- 2>&-", made)
    assert deaf.returncode == 2
    head = shell("info m.run | head -n 1", made)
    assert head.stderr == ""


@pytest.mark.parametrize("verb", ["check", "run"])
def test_a_deleted_working_folder_is_told(made: Path, verb: str) -> None:
    gone = made / "gone"
    gone.mkdir()
    line = f"rmdir ../gone && exec {sys.executable} -m catena {verb} ../m.toml"
    told = subprocess.run(
        line, shell=True, cwd=gone, capture_output=True, text=True, timeout=120
    )
    assert told.returncode == 2
    assert "the operating system refuses: No such file" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_second_start_is_refused_where_a_kind_has_none(
    made: Path, tmp_path: Path
) -> None:
    told = catena("run", made / "m.toml", "--out", tmp_path / "x", "--second-start")
    assert "second-start: a periodic cannot" in told
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("pulse", ["", "2", "x", "1 x 40 ms", "2 x 0 ms", "2 x 4 N"])
def test_a_pulse_that_is_none_is_refused_before_the_run(
    tmp_path: Path, pulse: str
) -> None:
    file = tmp_path / "c.toml"
    file.write_text(DRIVES["roller_chain"].template())
    told = catena("run", file, "--second-start", "--pulse", pulse)
    assert "such as '3 x 60 ms'" in " ".join(told.split())
    assert f"found {pulse!r}" in " ".join(told.split())
    assert not (tmp_path / "c.run").exists()


def test_ascii_streams_spell_what_they_cannot_show(made: Path) -> None:
    (made / "ü.toml").write_text('drive = "größe"')
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    told = subprocess.run(
        [sys.executable, "-m", "catena", "check", "ü.toml"],
        cwd=made, env=env, capture_output=True, timeout=120,
    )  # fmt: skip
    assert told.returncode == 2
    assert b"\\xfc.toml" in told.stderr
    assert b"Traceback" not in told.stderr


def test_a_search_of_even_running_is_refused_where_its_run_would_be(
    tmp_path: Path,
) -> None:
    file, text = tmp_path / "c.toml", DRIVES["roller_chain"].template()
    file.write_text(text.replace("[solve]", "[solve]\nstep = 1e-13"))
    for more in ([], ["--section", "50"], ["--over", "solve.gravity=1:2:2"]):
        told = catena("steady", file, "--out", tmp_path / "x", *more)
        assert "this run is large: 74 bodies x 6e+12 steps" in told
        assert "say --large" in told
    assert not (tmp_path / "x").exists()
