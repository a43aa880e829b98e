from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest
from tests.unit.results.sample_run import (
    OUTCOME,
    block,
    complete_run,
    fill,
    killed_run,
    make_catalogue,
    put_all,
)

from catena.errors import AssemblyError, Interrupted, ResultError, SolverError
from catena.results.files.writer import RunWriter
from catena.results.run import open_run


def check_samples(run, count):
    expected = block(0, count)
    assert run.samples["time"] == count
    np.testing.assert_array_equal(run.read("time"), expected["time"])
    np.testing.assert_array_equal(run.read("force"), expected["force"])


def test_a_complete_run_reads_back_exactly(tmp_path: Path):
    path = complete_run(tmp_path / "run")
    assert os.listdir(tmp_path / "run") == ["run.nc"]
    with open_run(path.parent) as run:
        check_samples(run, 300)
        assert run.status == "complete"
        assert run.outcome == OUTCOME
        assert run.spec_text == "a = 1\n"
        assert run.attributes["wall_time"] == 1.5
        assert run.read("link").tolist() == ["inner", "outer", "ü"]
        assert run.read("code").tolist() == [0, 1, 2, 3, 4, 5]
        assert run.read("ratio") == 2.5
        assert np.isnan(run.read("chart")[1, 1])
        assert run.read("force", slice(10, 12)).shape == (2, 3)
        with pytest.raises(ResultError, match="no variable 'nope'; it has link"):
            run.read("nope")


def test_xarray_sees_dimensions_units_and_labels(tmp_path: Path):
    with open_run(complete_run(tmp_path / "run")) as run:
        dataset = run.dataset
        assert dict(dataset.sizes) == {"time": 300, "event": 6, "link": 3, "speed": 4}
        assert dataset.force.dims == ("time", "link")
        assert dataset.force.attrs["units"] == "N"
        assert dataset.force.attrs["long_name"] == "link force"
        assert dataset.force.attrs["symbol"] == "F"
        assert dataset.force.attrs["source"] == "[X] (1)"
        assert dataset.time.attrs["units"] == "s"
        assert dataset.speed.attrs["units"] == "rad/s"
        picked = dataset.force.sel(link="outer", time=0.01, method=None)
        assert picked.item() == block(10, 1)["force"][0, 1]


def test_the_file_is_plain_netcdf_for_others(tmp_path: Path):
    import h5netcdf
    import h5py

    path = complete_run(tmp_path / "run")
    with h5netcdf.File(path) as file:
        assert file.dimensions["time"].isunlimited()
        assert file.variables["force"].dimensions == ("time", "link")
    with h5py.File(path) as file:
        force = file["force"]
        assert force.compression == "gzip" and force.shuffle and force.fletcher32


def test_results_are_not_replaced_without_permission(tmp_path: Path):
    complete_run(tmp_path / "run", blocks=2)
    with pytest.raises(ResultError, match="already holds results"):
        RunWriter.create(tmp_path / "run", make_catalogue())
    killed_run(tmp_path / "part")
    with pytest.raises(ResultError, match="unfinished run"):
        RunWriter.create(tmp_path / "part", make_catalogue())
    with open_run(tmp_path / "run") as run:
        check_samples(run, 100)


def test_overwriting_keeps_the_old_run_until_the_new_one_is_complete(tmp_path: Path):
    folder = tmp_path / "run"
    complete_run(folder, blocks=2)
    writer = RunWriter.create(folder, make_catalogue(), overwrite=True)
    fill(writer, 3)
    with open_run(folder) as run:
        check_samples(run, 100)
    writer.abandon("failed", "it diverged")
    with open_run(folder) as run:
        check_samples(run, 100)
    with open_run(folder / "run.nc.part") as run:
        check_samples(run, 150)
    complete_run(folder, blocks=4, overwrite=True)
    assert os.listdir(folder) == ["run.nc"]
    with open_run(folder) as run:
        check_samples(run, 200)


def test_two_runs_into_one_folder_one_refuses(tmp_path: Path):
    with RunWriter.create(tmp_path, make_catalogue()) as first:
        with pytest.raises(ResultError, match=f"process {os.getpid()}.* is writing"):
            RunWriter.create(tmp_path, make_catalogue(), overwrite=True)
        with pytest.raises(ResultError, match="is writing"):
            RunWriter.reopen(tmp_path)
        with pytest.raises(ResultError, match="is writing"):
            open_run(tmp_path)
        put_all(first)
        first.finish(OUTCOME)


def test_of_racing_writers_exactly_one_wins(tmp_path: Path):
    catalogue = make_catalogue()
    for race in range(30):
        barrier, won, lost = threading.Barrier(3), [], []

        def start(folder=tmp_path / str(race), barrier=barrier, won=won, lost=lost):
            barrier.wait()
            try:
                won.append(RunWriter.create(folder, catalogue, overwrite=True))
            except ResultError:
                lost.append(1)

        threads = [threading.Thread(target=start) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (len(won), len(lost)) == (1, 2)
        won[0].abandon("interrupted")


def test_a_lock_left_by_a_dead_process_does_not_lock(tmp_path: Path):
    (tmp_path / "run.lock").write_text("process 1")
    complete_run(tmp_path)
    assert os.listdir(tmp_path) == ["run.nc"]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_non_finite_value_is_named_and_never_written(tmp_path: Path, bad):
    writer = RunWriter.create(tmp_path, make_catalogue())
    fill(writer, 2)
    wrong = block(100, 50)
    wrong["force"][7, 2] = bad
    with pytest.raises(SolverError, match=rf"force .* {bad} at time 0.107 s, link ü"):
        writer.append(wrong)
    with pytest.raises(SolverError, match="ratio"):
        writer.put("ratio", bad)
    writer.append(block(100, 50))
    writer.abandon("failed", "force became nan")
    with open_run(tmp_path) as run:
        assert run.status == "failed"
        assert run.outcome.headline == "failed: force became nan"
        check_samples(run, 150)


def test_gaps_are_nan_only(tmp_path: Path):
    with RunWriter.create(tmp_path, make_catalogue()) as writer:
        chart = np.zeros((4, 3))
        chart[2, 1] = np.inf
        with pytest.raises(SolverError, match=r"chart .* inf at speed 1\.6.*, link ou"):
            writer.put("chart", chart)


def test_overflow_into_a_smaller_type_is_caught(tmp_path: Path):
    from catena.results.catalogue import Catalogue, Variable

    catalogue = Catalogue({}, {}, (Variable("x", (), "1", "x", dtype="float32"),))
    with (
        RunWriter.create(tmp_path, catalogue) as writer,
        pytest.raises(SolverError, match="inf"),
    ):
        writer.put("x", 1e300)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"time": np.zeros(2)}, "lacks force"),
        ({"time": np.zeros(2), "force": np.zeros((3, 3))}, "unequal lengths"),
        ({"time": np.zeros(2), "force": np.zeros((2, 4))}, r"shape \(2, 4\)"),
        ({"time": 0.0, "force": np.zeros((1, 3))}, "shape"),
        ({"code": np.array([1.5])}, "do not fit"),
        ({"ratio": np.zeros(1)}, "fixed size"),
        ({"nope": np.zeros(1)}, "no variable 'nope'"),
    ],
)
def test_blocks_that_do_not_match_the_catalogue_are_refused(tmp_path, wrong, message):
    with RunWriter.create(tmp_path, make_catalogue()) as writer:
        with pytest.raises(AssemblyError, match=message):
            writer.append(wrong)
        assert writer.samples == {"time": 0, "event": 0}
        with pytest.raises(AssemblyError, match="grows"):
            writer.put("force", np.zeros((2, 3)))
        with pytest.raises(AssemblyError, match="never written: chart, ratio"):
            writer.finish(OUTCOME)


def test_a_run_that_ends_by_an_exception_says_so(tmp_path: Path):
    for name, error, status in [
        ("a", KeyboardInterrupt(), "interrupted"),
        ("b", Interrupted("time limit"), "interrupted"),
        ("c", SolverError("diverged"), "failed"),
    ]:
        with (
            pytest.raises(type(error)),
            RunWriter.create(tmp_path / name, make_catalogue()) as writer,
        ):
            fill(writer, 2)
            raise error
        with open_run(tmp_path / name) as run:
            assert run.status == status
            assert str(error) in run.outcome.verdict
            check_samples(run, 100)


def test_a_half_written_block_is_dropped_when_interrupted(tmp_path, monkeypatch):
    writer = RunWriter.create(tmp_path, make_catalogue())
    fill(writer, 2)

    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), monkeypatch.context() as patch:
        patch.setattr(writer._part._file, "commit", interrupted)
        writer.append(block(100, 50))
    writer.abandon("interrupted")
    with open_run(tmp_path) as run:
        check_samples(run, 100)


@pytest.mark.parametrize("moment", ["write", "readinto", "truncate", "commit"])
def test_ctrl_c_inside_hdf5_waits_for_the_block(tmp_path, monkeypatch, moment):
    writer = RunWriter.create(tmp_path, make_catalogue())
    fill(writer, 2)
    kind, calls = type(writer._part._file), []
    original = getattr(kind, moment)

    def with_ctrl_c(self, *arguments):
        if not calls:
            calls.append(signal.raise_signal(signal.SIGINT))
        return original(self, *arguments)

    with pytest.raises(KeyboardInterrupt), monkeypatch.context() as patch:
        patch.setattr(kind, moment, with_ctrl_c)
        writer.append(block(100, 50))
        writer.abandon("interrupted")
    if writer.open:
        writer.abandon("interrupted")
    assert calls
    with open_run(tmp_path) as run:
        check_samples(run, 150)


@pytest.mark.parametrize("ending", ["killed", "interrupted"])
@pytest.mark.parametrize("kept", [0, 1, 149, 250, 300])
def test_a_run_can_be_continued_after_any_sample(tmp_path: Path, ending, kept):
    killed_run(tmp_path, blocks=6)
    if ending == "interrupted":
        RunWriter.reopen(tmp_path).abandon("interrupted")
    with open_run(tmp_path) as run:
        assert run.status == ending
    writer = RunWriter.reopen(tmp_path, {"time": kept})
    assert writer.samples == {"time": kept, "event": 6}
    writer.append(block(kept, 400 - kept))
    writer.finish(OUTCOME)
    with open_run(tmp_path) as run:
        assert run.status == "complete"
        assert run.spec_text == "a = 1\n"
        check_samples(run, 400)


def test_what_cannot_be_continued_is_refused(tmp_path: Path):
    with pytest.raises(ResultError, match="no unfinished run"):
        RunWriter.reopen(tmp_path)
    killed_run(tmp_path, blocks=2)
    with pytest.raises(ResultError, match=r"after 101 samples .* has 100"):
        RunWriter.reopen(tmp_path, {"time": 101})
    with pytest.raises(ResultError, match="along link"):
        RunWriter.reopen(tmp_path, {"link": 1})
    assert RunWriter.reopen(tmp_path).samples["time"] == 100


def test_a_continued_run_still_misses_what_was_never_written(tmp_path: Path):
    with RunWriter.create(tmp_path, make_catalogue()) as writer:
        writer.put("ratio", 1.0)
    with (
        RunWriter.reopen(tmp_path) as writer,
        pytest.raises(AssemblyError, match="never written: chart"),
    ):
        writer.finish(OUTCOME)


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path):
    (tmp_path / "x").write_text("")
    for folder in (tmp_path / "x", tmp_path / "x" / "y", tmp_path / "a\0b"):
        with pytest.raises(ResultError):
            RunWriter.create(folder, make_catalogue())


def test_large_attributes_survive(tmp_path: Path):
    text = "größe = ñandú €\n" * 50_000
    with RunWriter.create(tmp_path, make_catalogue(), {"spec": text}) as writer:
        put_all(writer)
        writer.finish(OUTCOME, {"numbers": [1, 2], "count": np.int32(3)})
    with open_run(tmp_path) as run:
        assert run.spec_text == text
        assert text.startswith(run.dataset.attrs["spec"])
        assert run.attributes["numbers"] == "[1, 2]"
        assert run.attributes["count"] == 3
        assert run.samples["time"] == 0


def test_text_hdf5_cannot_hold_is_escaped(tmp_path: Path):
    with RunWriter.create(tmp_path, make_catalogue()) as writer:
        writer.abandon("failed", "a\0b \udc80")
    with open_run(tmp_path) as run:
        assert run.attributes["message"] == "a\\x00b \\udc80"
