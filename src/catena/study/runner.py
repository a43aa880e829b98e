"""Make the runs of a study: each once, each in its own folder, none lost.

A study folder holds ``study.json`` (what was asked), ``runs/<hash>/run.nc`` (one folder
per run, named by specification and program), ``records.jsonl`` (a line per run as it
ends) and ``study.nc`` (the table). Starting the same study again continues it; starting
another one in the same folder re-uses every run they share. Runs of another version of
the program are not re-used.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catena.drives.loading import spec_from
from catena.drives.running import simulate
from catena.errors import Interrupted, ResultError, SpecError
from catena.results.files.lock import LOCK_NAME, FolderLock
from catena.results.files.writer import RUN_NAME
from catena.results.run import Run, open_run
from catena.spec.parts import DriveSpec
from catena.study.fanout import Done, Failure, fan_out
from catena.study.folder import RUNS_NAME, STUDY_NAME, Study, open_study, write_question
from catena.study.keys import key_problems
from catena.study.plan import (
    Design,
    Plan,
    checked_specs,
    make_plan,
    run_name,
    spec_json,
)
from catena.study.records import (
    Record,
    append_record,
    read_records,
    record_of,
    record_of_failure,
)
from catena.study.table import tabulate, write_table
from catena.study.variation import Variation

TABLE_EVERY_SECONDS = 60.0
"""How often the table is brought up to date while runs are being made."""


@dataclass(frozen=True)
class Advance:
    """How far a study has come."""

    done: int
    """Points that are over, found ones included."""
    total: int
    failed: int
    skipped: int
    """Points whose run was found and not made again."""
    seconds_left: float | None
    """Estimate; ``None`` until a run has ended."""


Watch = Callable[[Advance], None]


def unwatched(advance: Advance) -> None:
    """For those who do not want to see the progress."""


def study(
    spec: DriveSpec,
    vary: Sequence[str | Variation],
    *,
    out: str | Path,
    design: Design = "grid",
    samples: int | None = None,
    seed: int = 0,
    workers: int = 1,
    scheduler: str | None = None,
    retry_failed: bool = False,
    progress: Watch = unwatched,
    user_text: str = "",
    large: bool = False,
    even: bool = False,
) -> Study:
    """Run a drive for many values of some of its keys.

    Args:
        spec: The drive; its own values hold for every key that is not varied.
        vary: Variations such as ``"speed=100 rpm:3000 rpm:30"``.
        out: The study folder; an existing study there is continued.
        design: How several variations are combined; see `make_plan`.
        samples: Number of points of the designs ``latin`` and ``sobol``.
        seed: Makes another draw of a sample.
        workers: Local processes, started only when there is work enough for them; 1
            works in this process and needs no dask.
        scheduler: Address of an existing dask scheduler instead.
        retry_failed: Make runs again that failed before.
        progress: Is told after every run how far the study has come.
        user_text: The file the specification came from, kept with every run.
        large: Also runs that take hours or fill a disk.
        even: Record the even running of every point instead of a run from its start.

    Raises:
        SpecError: a key or value is wrong; nothing has been run.
        ResultError: the folder is not a study, or another study is writing there.
        Interrupted: stopped by the user; everything done is kept.
    """
    plan = make_plan(vary, design, samples=samples, seed=seed)
    names = [f"{n}-even" if even else n for n in _names(spec, plan)]
    folder = _study_folder(Path(out))
    with _locked(folder):
        write_question(folder, spec, plan)
        ledger = _Ledger(folder, spec, plan, names, progress)
        ledger.recall(retry_failed)
        tasks = _Tasks(
            spec_json(spec), plan, ledger.pending(), names, folder, user_text,
            large, even,
        )  # fmt: skip
        ledger.work_through(tasks, workers, scheduler)
    return open_study(folder)


def _names(spec: DriveSpec, plan: Plan) -> list[str]:
    """The run of every point, once all points are known to be valid."""
    if problems := key_problems(spec, [v.key for v in plan.variations]):
        raise SpecError(problems, "study")
    return [run_name(point) for point in checked_specs(spec, plan)]


@dataclass(frozen=True)
class _Task:
    """One run, as it is sent to a worker."""

    base: str
    values: dict[str, Any]
    folder: str
    user_text: str
    large: bool
    even: bool


@dataclass(frozen=True)
class _Tasks(Sequence[_Task]):
    """The runs to be made, written out one at a time: there may be a million."""

    base: str
    plan: Plan
    indices: list[int]
    names: list[str]
    folder: Path
    user_text: str
    large: bool
    even: bool

    def __len__(self) -> int:
        return len(self.indices)

    def __getitem__(self, at: Any) -> Any:
        index = self.indices[at]
        folder = self.folder.resolve() / RUNS_NAME / self.names[index]
        values = self.plan.values(index)
        words = self.user_text, self.large, self.even
        return _Task(self.base, values, str(folder), *words)


def _run_task(task: _Task) -> Record:
    """What a worker does: one run into its folder."""
    spec = spec_from(json.loads(task.base)).with_values(task.values)
    with closing(_made(spec, task)) as run:
        return record_of(run)


def _made(spec: DriveSpec, task: _Task) -> Run:
    """The run of a point, from its start or on its even running."""
    text = task.user_text
    if task.even:
        from catena.drives.orbits.steady import steady  # kernels: only here

        return steady(
            spec, task.folder, overwrite=True, user_text=text, large=task.large
        )
    return simulate(spec, task.folder, overwrite=True, user_text=text, large=task.large)


class _Ledger:
    """Keeps the books of a study while its runs are made."""

    def __init__(
        self, folder: Path, spec: DriveSpec, plan: Plan, names: list[str], watch: Watch
    ) -> None:
        self.folder, self.spec, self.plan, self.names = folder, spec, plan, names
        self.watch = watch
        self.points = Counter(names)
        self.records: dict[str, Record] = {}
        self.over = self.failed = self.skipped = 0

    def recall(self, retry_failed: bool) -> None:
        """Take over every run of this study that exists already."""
        known = read_records(self.folder)
        for name in dict.fromkeys(self.names):
            record = known.get(name)
            if (self.folder / RUNS_NAME / name / RUN_NAME).is_file():
                if record is None or record.status != "complete":
                    record = self._reread(name)
            elif retry_failed or record is None or record.status != "failed":
                continue
            if record is not None:
                self._count(name, record)
        self.skipped = self.over

    def pending(self) -> list[int]:
        """The first point of every run that is still to be made."""
        first: dict[str, int] = {}
        for index, name in enumerate(self.names):
            if name not in self.records:
                first.setdefault(name, index)
        return list(first.values())

    def work_through(self, tasks: _Tasks, workers: int, scheduler: str | None) -> None:
        """Make the runs; the table is written whatever ends this."""
        self.save()  # loads what that takes, so that Ctrl-C need not wait for it
        start = saved = time.monotonic()
        self._report(0, len(tasks), start)
        try:
            with _stopped_by_user(self):
                ended = fan_out(_run_task, tasks, workers=workers, scheduler=scheduler)
                with closing(ended):  # type: ignore[type-var]
                    for count, done in enumerate(ended, start=1):
                        if done.failure:  # by a Ctrl-C, which is raised here then?
                            self._report(count - 1, len(tasks), start)
                        self._enter(tasks, done)
                        self._report(count, len(tasks), start)
                        if time.monotonic() - saved > TABLE_EVERY_SECONDS:
                            self.save()
                            saved = time.monotonic()
        finally:
            self.save()

    def save(self) -> None:
        """Write the table of what is known now."""
        table = tabulate(self.spec, self.plan, self.names, self.records)
        table.attrs = {
            "title": self.spec.title or f"study of {self.spec.drive}",
            "drive": self.spec.drive,
            "design": self.plan.design,
        }
        write_table(table, self.folder)

    def _enter(self, tasks: _Tasks, done: Done[Record]) -> None:
        name = self.names[tasks.indices[done.index]]
        record = done.value
        if record is None:
            failure = done.failure or Failure("unknown", "ended without a word")
            record = record_of_failure(failure, done.seconds)
        elif not (self.folder / RUNS_NAME / name / RUN_NAME).is_file():
            failure = Failure(
                "ResultError",
                "made, but its folder is not here: the workers need the same file "
                "system as this process",
            )
            record = record_of_failure(failure, done.seconds)
        self._count(name, record)
        append_record(self.folder, name, record)

    def _count(self, name: str, record: Record) -> None:
        self.records[name] = record
        self.over += self.points[name]
        self.failed += self.points[name] * (record.status == "failed")

    def _reread(self, name: str) -> Record | None:
        """A complete run that is not in the table, because its study was killed."""
        try:
            with open_run(self.folder / RUNS_NAME / name) as run:
                record = record_of(run)
        except ResultError:  # damaged: make it again
            return None
        append_record(self.folder, name, record)
        return record

    def _report(self, made: int, wanted: int, start: float) -> None:
        elapsed = time.monotonic() - start
        left = elapsed / made * (wanted - made) if made else None
        total = len(self.names)
        self.watch(Advance(self.over, total, self.failed, self.skipped, left))


@contextmanager
def _stopped_by_user(ledger: _Ledger) -> Iterator[None]:
    try:
        yield
    except (KeyboardInterrupt, Interrupted):
        raise Interrupted(
            f"stopped by the user; {ledger.over} of {len(ledger.names)} runs are kept "
            f"in {ledger.folder}, the same command continues"
        ) from None


def _study_folder(folder: Path) -> Path:
    """A folder for a study: a new one, an empty one, or one that is a study."""
    if folder.exists():
        if not folder.is_dir():
            raise ResultError(f"{folder}: is a file; expected a folder for the study")
        if not (folder / STUDY_NAME).is_file() and not _just_begun(folder):
            raise ResultError(f"{folder}: is not empty and holds no study")
    try:
        (folder / RUNS_NAME).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultError(f"{folder}: cannot be created ({error.strerror})") from None
    return folder


def _just_begun(folder: Path) -> bool:
    """Whether a folder holds nothing, or what a study killed at its start leaves."""
    left = {path.name for path in folder.iterdir()} - {LOCK_NAME, f"{STUDY_NAME}.new"}
    return left <= {RUNS_NAME} and not any((folder / RUNS_NAME).glob("*"))


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    lock = FolderLock(folder)
    try:
        yield
    finally:
        lock.release()
