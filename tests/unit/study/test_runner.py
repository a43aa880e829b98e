import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import xarray
from typer.testing import CliRunner

from catena.cli import running  # noqa: F401  (the verb info)
from catena.cli.app import app
from catena.errors import Interrupted, ResultError, SpecError
from catena.results.files.lock import FolderLock
from catena.study.folder import open_study
from catena.study.runner import study

HERE = Path(__file__).parent


def counted(trusted=0, failed=0, not_run=0):
    return {
        "trusted": trusted,
        "not trustworthy": 0,
        "failed": failed,
        "not run": not_run,
    }


def lines(path):
    return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def logged(toy, tmp_path):
    """The toy drive, writing a line for every run it makes; and that file."""
    log = tmp_path / "log"
    return toy.with_values({"log": str(log)}), log


def test_grid_becomes_a_labelled_table(toy, tmp_path):
    vary = ["speed=60 rpm:180 rpm:3", "load.force=1 N,2 N"]
    found = study(toy, vary, out=tmp_path / "s")
    table = found.table
    rate = 2.0 * np.pi * np.array([1.0, 2.0, 3.0])
    expected = rate[:, None] * [1.0, 2.0]
    assert table["power"].dims == ("speed", "load_force")
    np.testing.assert_allclose(table["power"].values, expected, rtol=1e-14)
    assert table["power"].attrs["units"] == "W"
    assert table["power"].attrs["long_name"] == "mean power"
    spread = table["power_spread"]
    np.testing.assert_allclose(spread.values, 0.01 * expected, rtol=1e-14)
    assert spread.attrs["long_name"] == "spread of: mean power"
    assert "tooth_rate_spread" not in table
    assert table["speed"].attrs["units"] == "rpm"
    np.testing.assert_array_equal(table["speed"].values, [60.0, 120.0, 180.0])
    assert found.key_numbers == ["power", "tooth_rate"]
    assert found.counts == counted(trusted=6)
    with found.run(3) as run:
        assert run.read("power") == pytest.approx(expected[1, 1])
    assert len(list((tmp_path / "s" / "runs").iterdir())) == 6


def test_finished_runs_are_not_made_again(logged, tmp_path):
    spec, log = logged
    study(spec, ["speed=1:3"], out=tmp_path / "s")
    assert len(lines(log)) == 3
    seen = []
    study(spec, ["speed=1:5"], out=tmp_path / "s", progress=seen.append)
    assert lines(log) == ["1.0", "2.0", "3.0", "4.0", "5.0"]
    assert (seen[0].done, seen[0].skipped, seen[0].total) == (3, 3, 5)
    assert (seen[-1].done, seen[-1].failed, seen[-1].seconds_left) == (5, 0, 0.0)


def test_equal_points_are_made_once(logged, tmp_path):
    spec, log = logged
    found = study(spec, ["speed=1,2,1 rad/s"], out=tmp_path / "s")
    assert len(lines(log)) == 2
    np.testing.assert_array_equal(found.table["power"].values, [1.0, 2.0, 1.0])


def test_failures_are_recorded_and_not_fatal(logged, tmp_path):
    spec, log = logged
    spec = spec.with_values({"fails_above": 2.5})
    found = study(spec, ["speed=1:4"], out=tmp_path / "s")
    np.testing.assert_array_equal(found.table["power"].values, [1, 2, np.nan, np.nan])
    assert found.counts == counted(trusted=2, failed=2)
    assert found.failures[0].values == {"speed": 3}
    assert found.failures[0].message == "diverged at 3 rad/s"
    study(spec, ["speed=1:4"], out=tmp_path / "s")
    assert len(lines(log)) == 4, "a known failure is not tried again by itself"
    study(spec, ["speed=1:4"], out=tmp_path / "s", retry_failed=True)
    assert len(lines(log)) == 6


def test_nothing_runs_when_a_key_or_value_is_wrong(logged, tmp_path):
    spec, log = logged
    with pytest.raises(SpecError, match="did you mean 'speed'"):
        study(spec, ["sped=1,2"], out=tmp_path / "s")
    with pytest.raises(SpecError, match="speed"):
        study(spec, ["speed=1,-2"], out=tmp_path / "s")
    assert lines(log) == [] and not (tmp_path / "s").exists()


def test_deleted_and_damaged_runs_are_made_again(logged, tmp_path):
    spec, log = logged
    found = study(spec, ["speed=1:3"], out=tmp_path / "s")
    names = found.table["run"].values
    (tmp_path / "s" / "runs" / names[0] / "run.nc").unlink()
    (tmp_path / "s" / "records.jsonl").unlink()
    with (tmp_path / "s" / "runs" / names[1] / "run.nc").open("r+b") as file:
        file.truncate(100)
    again = study(spec, ["speed=1:3"], out=tmp_path / "s")
    assert lines(log)[3:] == ["1.0", "2.0"]
    np.testing.assert_array_equal(again.table["power"].values, [1.0, 2.0, 3.0])


def test_torn_last_line_of_the_records_is_ignored(logged, tmp_path):
    spec, log = logged
    study(spec, ["speed=1:3"], out=tmp_path / "s")
    records = tmp_path / "s" / "records.jsonl"
    records.write_bytes(records.read_bytes()[:-20])
    found = study(spec, ["speed=1:3"], out=tmp_path / "s")
    assert len(lines(log)) == 3, "the run folder knows what the records lost"
    np.testing.assert_array_equal(found.table["power"].values, [1.0, 2.0, 3.0])
    assert len(lines(records)) == 3


def test_samples_lie_along_points(toy, tmp_path):
    vary = ["speed=1:9:2", "load.law=linear,square"]
    found = study(toy, vary, out=tmp_path / "s", design="sobol", samples=4)
    assert found.table["power"].dims == ("point",)
    assert found.table["speed"].dims == ("point",)
    np.testing.assert_allclose(found.table["power"], found.table["speed"])


def test_a_key_number_named_like_a_key_is_kept_apart(toy, tmp_path, monkeypatch):
    import toy_drive

    power_of = toy_drive.power_of
    monkeypatch.setattr(toy_drive, "KeyNumber", _renamed)
    found = study(toy, ["speed=1,2"], out=tmp_path / "s")
    np.testing.assert_array_equal(found.table["speed_result"].values, [1.0, 2.0])
    np.testing.assert_array_equal(found.table["speed"].values, [1.0, 2.0])
    assert power_of(toy) == 100.0


def _renamed(name, *rest, **named):
    from catena.results.health import KeyNumber

    return KeyNumber("speed" if name == "power" else name, *rest, **named)


def test_foreign_folders_are_left_alone(toy, tmp_path):
    (tmp_path / "letter.txt").write_text("dear reader")
    with pytest.raises(ResultError, match="holds no study"):
        study(toy, ["speed=1"], out=tmp_path)
    with pytest.raises(ResultError, match="is a file"):
        study(toy, ["speed=1"], out=tmp_path / "letter.txt")
    with pytest.raises(ResultError, match="holds no study"):
        open_study(tmp_path)


def test_a_study_killed_before_it_wrote_its_question_starts_again(toy, tmp_path):
    """After every step of its beginning."""
    folder = tmp_path / "s"
    steps = (
        folder.mkdir,
        (folder / "runs").mkdir,
        (folder / "run.lock").touch,
        (folder / "study.json.new").touch,
    )
    for number, step in enumerate(steps):
        step()
        copy = shutil.copytree(folder, tmp_path / str(number))
        study(toy, ["speed=1,2"], out=copy)
    (folder / "runs" / "x").mkdir()
    with pytest.raises(ResultError, match="holds no study"):
        study(toy, ["speed=1"], out=folder)


def test_a_run_that_ctrl_c_broke_is_not_remembered_as_failed(
    toy, tmp_path, monkeypatch
):
    """The compiler, interrupted half way, makes another error of it."""
    import toy_drive

    pressed = []

    def half_compiled(*_):
        pressed.append(True)
        raise RuntimeError("no compiled object yet")

    def watch(advance):
        if pressed:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(toy_drive.Job, "execute", half_compiled)
        with pytest.raises(Interrupted):
            study(toy, ["speed=1,2"], out=tmp_path / "s", progress=watch)
    assert open_study(tmp_path / "s").counts == counted(not_run=2)
    made = study(toy, ["speed=1,2"], out=tmp_path / "s")
    assert made.counts["failed"] == made.counts["not run"] == 0


def test_two_studies_do_not_share_a_folder(toy, tmp_path):
    ready, leave = multiprocessing.Event(), multiprocessing.Event()
    study(toy, ["speed=1"], out=tmp_path / "s")
    holder = multiprocessing.Process(
        target=_hold_lock, args=(tmp_path / "s", ready, leave)
    )
    holder.start()
    assert ready.wait(20)
    try:
        with pytest.raises(ResultError, match="is writing here"):
            study(toy, ["speed=2"], out=tmp_path / "s")
    finally:
        leave.set()
        holder.join()
    study(toy, ["speed=2"], out=tmp_path / "s")


@pytest.mark.parametrize("design", ["grid", "zip"])
def test_records_newer_than_the_table_are_in_it(toy, tmp_path, design):
    vary = ["speed=1:3", "load.force=1 N,2 N,3 N"]
    spec = toy.with_values({"fails_above": 2.5})
    table = study(spec, vary, out=tmp_path / "s", design=design).table
    records = tmp_path / "s" / "records.jsonl"
    os.utime(records, ns=(2**62, 2**62))
    xarray.testing.assert_identical(open_study(tmp_path / "s").table, table)
    records.write_text(lines(records)[0] + '\n{"run": "half a li')
    os.utime(records, ns=(2**62, 2**62))
    assert open_study(tmp_path / "s").counts["trusted"] == 1
    assert not records.read_text().endswith("\n")  # reading changes nothing


def test_info_tells_whether_a_study_goes_on(toy, tmp_path):
    def stop_after_two(advance):
        if advance.done == 2:
            raise KeyboardInterrupt

    def told():
        return CliRunner().invoke(app, ["info", str(tmp_path / "s")]).output

    with pytest.raises(Interrupted):
        study(toy, ["speed=1:5"], out=tmp_path / "s", progress=stop_after_two)
    assert "stopped" in told()
    lock = FolderLock(tmp_path / "s")
    assert f"going on: process {os.getpid()}" in told()
    lock.release()
    study(toy, ["speed=1:5"], out=tmp_path / "s")
    assert "stopped" not in told() and "going on" not in told()


def _hold_lock(folder, ready, leave):
    from catena.results.files.lock import FolderLock

    lock = FolderLock(folder)
    ready.set()
    leave.wait(20)
    lock.release()


def test_interrupted_study_keeps_what_is_done(logged, tmp_path):
    spec, log = logged

    def stop_after_two(advance):
        if advance.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="2 of 5 runs are kept"):
        study(spec, ["speed=1:5"], out=tmp_path / "s", progress=stop_after_two)
    counts = open_study(tmp_path / "s").counts
    assert counts == counted(trusted=2, not_run=3)
    study(spec, ["speed=1:5"], out=tmp_path / "s")
    assert len(lines(log)) == 5


SCRIPT = """
import toy_preload, toy_drive, sys
from catena.study.runner import study
out, log = sys.argv[1:]
spec = toy_drive.Spec(drive="toy", speed=1, seconds=0.1, log=log)
study(spec, ["speed=1:30"], out=out)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_killed_study_resumes(toy, tmp_path):
    out, log = tmp_path / "s", tmp_path / "log"
    environment = dict(os.environ)
    paths = [str(HERE), *sys.path]
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    command = [sys.executable, "-c", SCRIPT, str(out), str(log)]
    child = subprocess.Popen(command, env=environment)
    limit = time.monotonic() + 60
    while len(lines(log)) < 4 and time.monotonic() < limit:
        time.sleep(0.02)
    assert open_study(out).writer == f"process {child.pid}"
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    made = len(lines(log))
    assert 4 <= made < 30
    killed = open_study(out)
    assert killed.writer == ""
    known = killed.counts["trusted"]
    assert 3 <= known <= made
    powers = killed.table["power"].values
    np.testing.assert_array_equal(powers[:known], 1.0 + np.arange(known))
    spec = toy.with_values({"speed": 1, "seconds": 0.1, "log": str(log)})
    found = study(spec, ["speed=1:5"], out=out, progress=(seen := []).append)
    assert seen[0].skipped >= 3
    assert found.counts["trusted"] == 5


def test_runs_of_another_program_are_not_used(logged, tmp_path, monkeypatch):
    (toy, log), vary, out = logged, ["speed=1:3"], tmp_path / "s"
    assert study(toy, vary, out=out).of_other_programs == 0
    assert len(lines(log)) == 3
    for module in ("plan", "records", "folder"):
        place = f"catena.study.{module}.program_identity"
        monkeypatch.setattr(place, lambda: "another")
    again = study(toy, vary, out=out)
    assert len(lines(log)) == 6
    assert (again.counts, again.of_other_programs) == (counted(trusted=3), 3)
