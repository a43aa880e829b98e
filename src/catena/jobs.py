"""One run from start to end: open the results, let the job work, say how it went."""

from __future__ import annotations

import math
import tempfile
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from catena.errors import CatenaError, InputError, Interrupted
from catena.results.provenance import provenance, spec_hash
from catena.results.run import Run, open_run
from catena.results.writer import PART_NAME, RunWriter

if TYPE_CHECKING:
    import numpy as np

    from catena.results.health import Outcome
    from catena.results.layout import Layout
    from catena.timeloop.checkpoint import Checkpoint, CheckpointFile


class Progress(Protocol):
    """Is told how far a run has come; may raise Interrupted to stop it."""

    def __call__(self, fraction: float, note: str = "") -> None:
        """``fraction`` of the work is done; ``note`` says what is going on."""


class Sink(Protocol):
    """Takes results while a job works."""

    def append(self, block: Mapping[str, np.ndarray[Any, Any]]) -> None:
        """A block of samples along the growing dimension."""

    def put(self, name: str, values: Any) -> None:
        """The whole of a variable of fixed size."""


class Job(Protocol):
    """A drive ready to run, whatever kind it is."""

    def layout(self) -> Layout:
        """What the run will record."""

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Do the work; raise SolverError when it fails."""


@runtime_checkable
class Resumable(Protocol):
    """A job that advances in time and can continue from its checkpoints."""

    def march(
        self,
        sink: Sink,
        progress: Progress,
        file: CheckpointFile | None,
        begin: Checkpoint | None,
    ) -> Outcome:
        """Run to the end, from the start or from a checkpoint."""


@runtime_checkable
class Foretelling(Protocol):
    """A job that knows something worth telling before it runs."""

    def foretold(self) -> dict[str, str]:
        """Facts in words, by name."""


@dataclass(frozen=True)
class RunText:
    """The words that travel with the numbers of a run."""

    drive: str
    title: str
    resolved_toml: str
    resolved: Mapping[str, Any]
    user_text: str


STARTING = "starting"
"""Note of a run that compiles its kernels and has taken no step yet."""


def silent(fraction: float, note: str = "") -> None:
    """Progress for those who do not want to see it."""


def run_job(
    job: Job,
    text: RunText,
    out: str | Path | None,
    *,
    overwrite: bool = False,
    progress: Progress = silent,
    max_wall: float = math.inf,
) -> Run:
    """Execute a job into a run folder; failures leave a valid file that says so.

    A job that advances in time leaves checkpoints there, see `resume_job`. After
    ``max_wall`` seconds it is interrupted.
    """
    check_wall(max_wall)
    watched = limited(progress, max_wall)
    if out is not None:
        return _run_into(Path(out), job, text, overwrite, watched)
    passing = tempfile.TemporaryDirectory(prefix="catena-")
    try:
        run = _run_into(Path(passing.name) / "run", job, text, overwrite, watched)
    except BaseException:
        passing.cleanup()
        raise
    weakref.finalize(run, passing.cleanup)
    return run


def _run_into(
    out: Path, job: Job, text: RunText, overwrite: bool, progress: Progress
) -> Run:
    writer = RunWriter.create(out, job.layout(), _attributes(text), overwrite=overwrite)
    if not isinstance(job, Resumable):
        return _carried_out(writer, lambda: job.execute(writer, progress))
    file = checkpoint_file(out, text)
    file.remove()
    hint = f"; continue with: catena resume {out}"
    run = _carried_out(writer, lambda: job.march(writer, progress, file, None), hint)
    file.remove()
    return run


def resume_job(
    job: Job,
    text: RunText,
    folder: str | Path,
    *,
    progress: Progress = silent,
    max_wall: float = math.inf,
) -> Run:
    """Continue an unfinished run from its last checkpoint, bit for bit.

    A run that was killed before its first checkpoint starts again.
    """
    check_wall(max_wall)
    folder = Path(folder)
    if not isinstance(job, Resumable):
        raise InputError(f"{folder}: a {text.drive} run cannot be continued; run again")
    if not (folder / PART_NAME).is_file():
        return open_run(folder)
    file = checkpoint_file(folder, text)
    begin = file.load()
    samples = 0 if begin is None else begin.facts.samples
    before = 0.0 if begin is None else begin.facts.wall_time
    writer = RunWriter.reopen(folder, {"time": samples})
    watched = limited(progress, max_wall)
    hint = f"; continue with: catena resume {folder}"
    run = _carried_out(
        writer, lambda: job.march(writer, watched, file, begin), hint, before
    )
    file.remove()
    return run


def checkpoint_file(folder: Path, text: RunText) -> CheckpointFile:
    """The checkpoint of a run with these inputs."""
    from catena.timeloop.checkpoint import CheckpointFile

    return CheckpointFile(folder, spec_hash(text.resolved))


def check_wall(max_wall: float) -> None:
    """Refuse a time limit that is none."""
    if not max_wall > 0.0:
        raise InputError(f"max_wall: found {max_wall!r}; expected more than 0 s")


def limited(progress: Progress, max_wall: float) -> Progress:
    """The same progress, which stops the run after so many seconds.

    The clock begins when the run has started: compiling its kernels is not counted.
    """
    end = math.inf

    def watched(fraction: float, note: str = "") -> None:
        nonlocal end
        progress(fraction, note)
        if end == math.inf and note != STARTING:
            end = time.perf_counter() + max_wall
        if time.perf_counter() > end:
            raise Interrupted(f"stopped after the {max_wall:g} s of wall time allowed")

    return watched


def _carried_out(
    writer: RunWriter,
    work: Callable[[], Outcome],
    hint: str = "",
    before: float = 0.0,
) -> Run:
    """Let a job work into a writer; whatever happens, the file stays valid."""
    start, out = time.perf_counter(), writer.folder
    try:
        outcome = work()
    except (KeyboardInterrupt, Interrupted) as stop:
        words = str(stop) or "stopped by the user"
        writer.abandon("interrupted", words)
        raise Interrupted(f"{words}; {out} holds what was done{hint}") from None
    except BaseException as error:
        known = isinstance(error, CatenaError)
        writer.abandon("failed", str(error) if known else f"unexpected: {error!r}")
        raise
    writer.finish(outcome, {"wall_time_s": before + time.perf_counter() - start})
    return open_run(out)


def _attributes(text: RunText) -> dict[str, Any]:
    return {
        "drive": text.drive,
        "title": text.title,
        "spec": text.resolved_toml,
        "user_text": text.user_text,
        **provenance(text.resolved),
    }
