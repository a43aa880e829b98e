"""A crash at any single disk operation leaves the old state or the new one."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from catena.errors import ResultError
from catena.results.files import transaction
from catena.results.files.log import PAGE, log_path, settle
from catena.results.files.transaction import TransactionalFile


class Killed(BaseException):
    """The process is gone: no handler runs."""


class FragileFile:
    """Passes operations through until one of them is cut in the middle."""

    def __init__(self, file, countdown):
        self._file, self._countdown = file, countdown

    def __getattr__(self, name):
        return getattr(self._file, name)

    def write(self, data):
        if self._countdown.step():
            self._file.write(bytes(data)[: len(data) // 2])
            raise Killed
        return self._file.write(data)

    def truncate(self, size):
        if self._countdown.step():
            raise Killed
        return self._file.truncate(size)


class Countdown:
    def __init__(self, steps):
        self.left = steps

    def step(self):
        self.left -= 1
        return self.left < 0


def scribble(file, rng):
    """Overwrite, extend, jump beyond the end, cut: as HDF5 does."""
    for _ in range(rng.randint(1, 6)):
        size = file.seek(0, 2)
        file.seek(rng.randint(0, size + rng.choice([0, 0, 3 * PAGE])))
        file.write(rng.randbytes(rng.choice([1, 100, PAGE, 3 * PAGE + 7])))
    if rng.random() < 0.4:
        file.truncate(rng.randint(1, file.seek(0, 2)))


def content(file):
    file.seek(0)
    return file.read()


def settled(path):
    size = settle(path).size
    return path.read_bytes()[:size]


@pytest.mark.parametrize("seed", range(4))
def test_every_crash_point_leaves_the_old_or_the_new_state(
    tmp_path: Path, monkeypatch, seed
):
    path = tmp_path / "f"
    real_log = transaction.write_log

    def trial(crash_at):
        rng, countdown = random.Random(seed), Countdown(10**9)
        file = TransactionalFile.create(path, rng.randbytes(2 * PAGE + 11))
        file._base = FragileFile(file._base, countdown)

        def fragile_log(target, log):
            if countdown.step():
                half = log.pack()[: len(log.pack()) // 2]
                log_path(target).with_suffix(".journal.new").write_bytes(half)
                raise Killed
            real_log(target, log)
            if countdown.step():
                raise Killed

        monkeypatch.setattr(transaction, "write_log", fragile_log)
        states = [content(file)]
        try:
            countdown.left = crash_at
            for _ in range(4):
                scribble(file, rng)
                states.append(content(file))
                file.commit()
                assert settled(path) == states[-1]
            return None
        except Killed:
            return states
        finally:
            monkeypatch.setattr(transaction, "write_log", real_log)
            file._base._file.close()

    for crash_at in range(1000):
        states = trial(crash_at)
        if states is None:
            break
        assert settled(path) in states[-2:], f"lost at operation {crash_at}"
        with TransactionalFile(path) as again:
            assert content(again) in states[-2:]
    assert crash_at > 20  # the trial had something to break


def test_reads_see_uncommitted_writes_that_the_disk_does_not(tmp_path: Path):
    with TransactionalFile.create(tmp_path / "f", b"a" * 10) as file:
        file.seek(8)
        file.write(b"bcd")
        assert content(file) == b"aaaaaaaabcd"
        assert (tmp_path / "f").read_bytes() == b"a" * 10


def test_a_full_disk_changes_nothing_and_can_be_retried(tmp_path: Path, monkeypatch):
    path = tmp_path / "f"
    with TransactionalFile.create(path, b"a" * 3 * PAGE) as file:
        file.seek(5)
        file.write(b"b" * 4 * PAGE)

        def full(*_):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(transaction.os, "replace", full)
            with pytest.raises(OSError, match="No space"):
                file.commit()
        assert settled(path) == b"a" * 3 * PAGE
        assert sorted(os.listdir(tmp_path)) == ["f", "f.journal"]
        file.commit()
        assert settled(path) == b"a" * 5 + b"b" * 4 * PAGE


def test_a_file_without_its_journal_is_refused(tmp_path: Path):
    TransactionalFile.create(tmp_path / "f", b"abc").close()
    log_path(tmp_path / "f").unlink()
    with pytest.raises(ResultError, match="before anything was kept"):
        settle(tmp_path / "f")
