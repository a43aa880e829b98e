"""Real processes: a local cluster, and a scheduler that was there before."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from catena.study import fanout
from catena.study.fanout import fan_out
from catena.study.folder import open_study
from catena.study.runner import study

dask = pytest.importorskip("dask")
pytest.importorskip("distributed")

HERE = Path(__file__).parent
PRELOAD = str(HERE / "toy_preload.py")


@pytest.fixture
def workers_find_this(monkeypatch):
    """Workers import catena and the toy drive from where this process has them."""
    paths = [path for path in (str(HERE), *sys.path) if path]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setattr(fanout, "PATIENCE", 0.0)
    with dask.config.set({"distributed.worker.preload": [PRELOAD]}):
        yield


def test_study_on_two_processes(toy, tmp_path, workers_find_this):
    spec = toy.with_values({"fails_above": 8.5})
    found = study(spec, ["speed=1:9"], out=tmp_path / "s", workers=2)
    np.testing.assert_array_equal(found.table["power"].values[:8], np.arange(1, 9))
    assert found.failures[0].message == "diverged at 9 rad/s"


def where_and_how(item):
    import signal as signals

    if item == 7:
        os.kill(os.getpid(), signals.SIGKILL)
    return os.getpid(), os.environ.get("NUMBA_NUM_THREADS")


@pytest.mark.slow
def test_dying_workers_are_failures(workers_find_this):
    done = {d.index: d for d in fan_out(where_and_how, list(range(10)), workers=2)}
    assert len(done) == 10
    assert done[7].failure.kind == "KilledWorker"
    assert done[0].value[0] == os.getpid()
    assert {d.value[1] for i, d in done.items() if i not in (0, 7)} == {"1"}


@pytest.fixture
def scheduler():
    """A scheduler with one worker on the loopback, ended by their own ids."""
    started = []
    try:
        address = _start_scheduler(started)
        command = [sys.executable, "-m", "distributed.cli.dask_worker", address]
        command += ["--no-nanny", "--nthreads", "1", "--no-dashboard"]
        started.append(_start([*command, "--preload", PRELOAD]))
        yield address
    finally:
        for process in reversed(started):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stderr.close()


def _start(command):
    paths = [path for path in (str(HERE), *sys.path) if path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )


def _start_scheduler(started):
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    command += ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    started.append(_start(command))
    for line in started[0].stderr:
        if match := re.search(rb"(tcp://127\.0\.0\.1:\d+)", line):
            return match[1].decode()
    raise AssertionError("the scheduler did not say where it listens")


def test_study_on_an_existing_scheduler(toy, tmp_path, scheduler):
    found = _study_when_workers_are_there(toy, tmp_path / "s", scheduler)
    np.testing.assert_array_equal(found.table["power"].values, [1.0, 2.0, 3.0, 4.0])


def _study_when_workers_are_there(toy, out, address):
    from catena.errors import InputError

    limit = time.monotonic() + 30
    while True:
        try:
            return study(toy, ["speed=1:4"], out=out, scheduler=address)
        except InputError as error:
            if "has no workers" not in str(error) or time.monotonic() > limit:
                raise
            time.sleep(0.3)


UNGUARDED = """
import sys, toy_preload, toy_drive
from catena.errors import Interrupted
from catena.study import fanout
from catena.study.runner import study
fanout.PATIENCE = 0.0
spec = toy_drive.Spec(drive="toy", speed=1, seconds=0.2)
tell = lambda advance: print(advance.done, flush=True)
try:
    study(spec, ["speed=1:200"], out=sys.argv[1], workers=2, progress=tell)
except Interrupted as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_ctrl_c_ends_workers_quietly_and_keeps_what_is_done(tmp_path):
    """Also: a script without the ``__main__`` guard starts no second study."""
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED)
    paths = [path for path in (str(HERE), *sys.path) if path]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "DASK_DISTRIBUTED__WORKER__PRELOAD": f"['{PRELOAD}']",
    }
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "s")],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as child:
        for line in child.stdout:
            if line.strip() == b"6":
                break
        os.killpg(child.pid, signal.SIGINT)
        said, complaints = child.communicate(timeout=60)
    assert b"of 200 runs are kept" in said
    assert b"Traceback" not in complaints
    assert open_study(tmp_path / "s").counts["complete"] >= 6
