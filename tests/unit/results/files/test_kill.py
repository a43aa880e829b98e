from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.unit.results.sample_run import (
    OUTCOME,
    block,
    complete_run,
    make_catalogue,
    put_all,
)

import catena
from catena.errors import ResultError
from catena.results.files.writer import RunWriter
from catena.results.run import open_run

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
HERE = Path(__file__).parents[1]


def check_kill_trials(folder: Path, count: int) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(catena.__file__).parents[1])}
    command = [sys.executable, HERE / "kill_trials.py", folder, str(count)]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    acknowledged = [int(line) for line in done.stdout.split()]
    assert len(acknowledged) == count
    for number, samples in enumerate(acknowledged):
        with open_run(folder / str(number)) as run:
            assert run.status == "killed"
            kept = run.samples["time"]
            assert samples <= kept <= samples + 37
            truth = block(0, kept)
            np.testing.assert_array_equal(run.read("time"), truth["time"])
            np.testing.assert_array_equal(run.read("force"), truth["force"])
    assert max(acknowledged) > 100


@posix
def test_every_acknowledged_block_survives_twenty_kills(tmp_path: Path):
    check_kill_trials(tmp_path, 20)
    writer = RunWriter.reopen(tmp_path / "0", {"time": 37})
    writer.append(block(37, 63))
    put_all(writer)
    writer.finish(OUTCOME)
    with open_run(tmp_path / "0") as run:
        np.testing.assert_array_equal(run.read("time"), block(0, 100)["time"])


@posix
@pytest.mark.slow
def test_every_acknowledged_block_survives_many_kills(tmp_path: Path):
    check_kill_trials(tmp_path, 300)


@pytest.fixture
def file_size_limit():
    """A function that limits how large files may become, as a full disk would."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(
        resource.RLIMIT_FSIZE, (soft if size is None else size, hard)
    )
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@posix
@pytest.mark.parametrize("limit", [4_000, 30_000, *range(33_000, 120_000, 9_000)])
def test_a_full_disk_keeps_what_was_acknowledged(tmp_path, file_size_limit, limit):
    folder = tmp_path / "run"
    complete_run(folder, blocks=1)
    old, acknowledged, message = (folder / "run.nc").read_bytes(), 0, ""
    rng = np.random.default_rng(0)
    file_size_limit(limit)
    try:
        with RunWriter.create(folder, make_catalogue(), overwrite=True) as writer:
            for _ in range(60):
                noise = {**block(acknowledged, 100), "force": rng.normal(size=(100, 3))}
                writer.append(noise)
                acknowledged += 100
            put_all(writer)
            writer.finish(OUTCOME)
    except ResultError as error:
        message = str(error)
    finally:
        file_size_limit(None)
    assert "cannot be written" in message
    assert (folder / "run.nc").read_bytes() == old
    if acknowledged:
        assert f"kept: {acknowledged} samples of time" in message
        with open_run(folder / "run.nc.part") as run:
            assert run.status in ("failed", "killed")
            truth = block(0, acknowledged)["time"]
            np.testing.assert_array_equal(run.read("time"), truth)
