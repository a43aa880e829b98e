"""Links somebody planted in a run folder are not written through."""

from pathlib import Path

import pytest
from tests.unit.results.sample_run import OUTCOME, fill, make_catalogue, put_all

from catena.errors import ResultError
from catena.results.files.lock import LOCK_NAME, FolderLock
from catena.results.files.writer import PART_NAME, RunWriter
from catena.results.run import open_run


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "victim"
    path.write_text("precious")
    return path


def test_a_planted_lock_is_refused(victim: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / LOCK_NAME).symlink_to(victim)
    with pytest.raises(ResultError, match="cannot be locked"):
        FolderLock(folder)
    assert victim.read_text() == "precious"


@pytest.mark.parametrize("name", [".journal", ".journal.new", ".new"])
def test_planted_files_are_replaced(victim: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / (PART_NAME + name)).symlink_to(victim)
    writer = RunWriter.create(folder, make_catalogue())
    fill(writer, 2)
    writer.abandon("interrupted")
    assert victim.read_text() == "precious"


def test_an_unfinished_run_that_is_a_link_is_not_continued(
    victim: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    writer = RunWriter.create(folder, make_catalogue())
    fill(writer, 1)
    writer.abandon("interrupted")
    part = folder / PART_NAME
    part.rename(folder / "elsewhere")
    part.symlink_to(folder / "elsewhere")
    with pytest.raises(ResultError, match="symbolic link"):
        RunWriter.reopen(folder)


class Killed(BaseException):
    """What a killed process leaves: nothing after it happens."""


@pytest.mark.parametrize("moment", range(6))
def test_a_kill_in_the_first_moments_leaves_nothing_or_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """Every call that changes the folder is tried as the last one."""
    calls = 0

    def dying(function):
        def call(*arguments, **options):
            nonlocal calls
            calls += 1
            if calls > moment:
                raise Killed
            return function(*arguments, **options)

        return call

    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        for place in ("transaction.write_fresh", "log.write_fresh"):
            module, name = f"catena.results.files.{place}".rsplit(".", 1)
            patch.setattr(f"{module}.{name}", dying(_found(module, name)))
        patch.setattr("os.replace", dying(__import__("os").replace))
        try:
            RunWriter.create(folder, make_catalogue(), {"spec": "x"})._release()
        except Killed:
            pass
    if (folder / PART_NAME).exists():
        with open_run(folder) as run:
            assert (run.status, run.spec_text) == ("killed", "x")
    else:
        RunWriter.create(folder, make_catalogue())._release()


def test_a_kill_while_the_file_is_prepared_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> bytes:
        raise Killed

    monkeypatch.setattr("catena.results.files.writer.skeleton", killed)
    with pytest.raises(Killed):
        RunWriter.create(tmp_path / "run", make_catalogue())
    assert not (tmp_path / "run").exists()


def _found(module: str, name: str):
    return getattr(__import__(module, fromlist=[name]), name)


def test_a_finished_run_needs_no_temporary_names(tmp_path: Path) -> None:
    writer = RunWriter.create(tmp_path / "run", make_catalogue())
    fill(writer, 1)
    put_all(writer)
    writer.finish(OUTCOME)
    assert [p.name for p in (tmp_path / "run").iterdir()] == ["run.nc"]
