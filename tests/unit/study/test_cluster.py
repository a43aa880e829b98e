"""Real processes: a local cluster, and a scheduler that was there before."""

import io
import logging
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from tests.unit.study.local_scheduler import local_scheduler, when_workers_are_there

from catena.errors import Interrupted, SolverError
from catena.study import fanout
from catena.study.fanout import fan_out
from catena.study.folder import open_study
from catena.study.runner import study

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

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


def kills_with_others_waiting(tried, item):
    """Items 1 and 2 kill their worker, at first not before it was given others, too."""
    if item == 1 and not tried.exists():
        while len(distributed.get_worker().state.tasks) < fanout.AHEAD_PER_WORKER:
            time.sleep(0.01)
        tried.touch()
    if item in (1, 2):
        os.kill(os.getpid(), signal.SIGKILL)
    return item


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_only_the_killers_of_a_worker_are_blamed(tmp_path, workers_find_this):
    """The only worker holds killers and innocents whenever it dies.

    Its next start takes longer than dask would wait for it, were it not told to.
    """
    hurry = {
        "distributed.scheduler.worker-saturation": float("inf"),
        "distributed.deploy.lost-worker-timeout": "1ms",
    }
    call = partial(kills_with_others_waiting, tmp_path / "tried")
    with dask.config.set(hurry), fanout._client(1, None) as client:
        found = list(fanout._spread(client, call, range(8), 1, 1))
    done = {d.index: d for d in found}
    assert len(found) == len(done) == 7
    assert {index for index, d in done.items() if d.failure} == {1, 2}
    assert {d.failure.kind for d in done.values() if d.failure} == {"KilledWorker"}
    assert [done[index].value for index in range(3, 8)] == [3, 4, 5, 6, 7]


@pytest.mark.slow
def test_processes_that_do_not_come_back_end_it(monkeypatch, workers_find_this):
    key = "distributed.scheduler.no-workers-timeout"
    monkeypatch.setitem(fanout._QUIET, key, "100ms")
    with (
        pytest.raises(SolverError, match="no process is left"),
        fanout._client(1, None) as client,
    ):
        client.cluster.scale(0)
        while client.nthreads():
            time.sleep(0.01)
        list(fanout._spread(client, abs, range(8), 1, 1))


class LostLate:
    """A future whose result went with its worker, as did the next one to make it."""

    def exception(self):
        return None

    def result(self):
        raise distributed.KilledWorker("item", None, 1)


def test_results_that_die_with_their_worker_are_made_again():
    assert fanout._collect(LostLate(), 3) is None


def test_study_on_an_existing_scheduler(toy, tmp_path):
    with local_scheduler("--preload", PRELOAD) as address:
        found = when_workers_are_there(
            lambda: study(toy, ["speed=1:4"], out=tmp_path / "s", scheduler=address)
        )
    np.testing.assert_array_equal(found.table["power"].values, [1.0, 2.0, 3.0, 4.0])


def test_interrupted_processes_say_nothing_more(monkeypatch, workers_find_this):
    """Comms of dask may still break after its cluster was closed."""
    handler = logging.StreamHandler(io.StringIO())  # dask's own, where pytest has none
    monkeypatch.setattr(logging.getLogger("distributed"), "handlers", [handler])
    with pytest.raises(Interrupted), fanout._client(1, None):
        raise Interrupted("enough")
    logging.getLogger("distributed.batched").warning("Batched Comm Closed")
    assert handler.stream.getvalue() == ""


UNGUARDED = """
import sys, toy_preload, toy_drive
from catena.errors import Interrupted, SolverError
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
    counts = open_study(tmp_path / "s").counts
    assert counts["trusted"] + counts["not trustworthy"] >= 6
