"""One run from start to end: open the results, let the job work, say how it went."""

from __future__ import annotations

import math
import tempfile
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catena.errors import CatenaError, InputError, Interrupted
from catena.results.files.writer import PART_NAME, RunWriter
from catena.results.health import Outcome
from catena.results.provenance import provenance, spec_hash
from catena.results.run import Run, open_run
from catena.run.protocols import (
    STARTING,
    Direct,
    Job,
    Progress,
    Resumable,
    RunContext,
    silent,
)

if TYPE_CHECKING:  # heavy: planning a study need not load the compiler
    from catena.run.checkpoint import Checkpoint, CheckpointFile


VERB = "verb"
"""What a file calls the verb that made it, unless that was a plain run."""


@dataclass(frozen=True)
class RunText:
    """The words that travel with the numbers of a run."""

    drive: str
    title: str
    resolved_toml: str
    resolved: Mapping[str, Any]
    user_text: str
    verb: str = ""
    """Which verb made it, where that was not a plain run of its drive."""
    marks: Mapping[str, str | int] = field(default_factory=dict)
    """More attributes of the file, such as the identity of the state it starts from."""


def run_job(
    job: Job,
    text: RunText,
    out: str | Path | None,
    *,
    overwrite: bool = False,
    progress: Progress = silent,
    max_wall: float = math.inf,
    remark: str = "",
    begin: Checkpoint | None = None,
) -> Run:
    """Execute a job into a run folder; failures leave a valid file that says so.

    A job that advances in time leaves checkpoints there, see `resume_job`. After
    ``max_wall`` seconds it is interrupted. ``remark`` becomes a warning of the run.
    ``begin`` is the state of another run to start from.
    """
    check_wall(max_wall)
    watched = limited(progress, max_wall)
    if out is not None:
        return _run_into(Path(out), job, text, overwrite, watched, remark, begin)
    passing = tempfile.TemporaryDirectory(prefix="catena-")
    try:
        folder = Path(passing.name) / "run"
        run = _run_into(
            folder, job, text, overwrite, watched, remark, begin, passing=True
        )
    except BaseException:
        passing.cleanup()
        raise
    weakref.finalize(run, passing.cleanup)
    return run


def _run_into(
    out: Path,
    job: Job,
    text: RunText,
    overwrite: bool,
    progress: Progress,
    remark: str = "",
    begin: Checkpoint | None = None,
    *,
    passing: bool = False,
) -> Run:
    """A run into a folder; a ``passing`` one vanishes when it fails."""
    writer = RunWriter.create(
        out, job.catalogue(), _attributes(text, remark), overwrite=overwrite
    )
    if isinstance(job, Direct):
        return _carried_out(
            writer,
            lambda: _remarked(job.execute(writer, progress), remark),
            progress,
            passing,
        )
    assert isinstance(job, Resumable)
    file = checkpoint_file(out, text)
    file.remove()
    context = RunContext(writer, progress, file, begin)
    run = _carried_out(
        writer,
        lambda: _remarked(job.march(context), remark),
        progress,
        passing,
        "" if text.verb else _go_on(out),
    )
    file.keep_as_end()
    return run


def resume_job(
    job: Job,
    text: RunText,
    folder: str | Path,
    *,
    progress: Progress = silent,
    max_wall: float = math.inf,
    remark: str = "",
    start: Callable[[], Checkpoint | None] = lambda: None,
) -> Run:
    """Continue an unfinished run from its last checkpoint, bit for bit.

    A run that was killed before its first checkpoint starts again, and so does one
    that does not advance in time. ``remark`` becomes a warning of the run; ``start``
    gives the state to start from where there is no checkpoint yet.
    """
    check_wall(max_wall)
    folder = Path(folder)
    if not isinstance(job, Resumable):
        watched = limited(progress, max_wall)
        return _run_into(folder, job, text, True, watched)
    if not (folder / PART_NAME).is_file():
        return open_run(folder)
    file = checkpoint_file(folder, text)
    begin = file.load()
    samples = dict.fromkeys(job.catalogue().growing_dims, 0)
    before = 0.0
    if begin is not None:
        samples, before = begin.facts.samples, begin.facts.wall_time
    else:
        begin = start()
    writer = RunWriter.reopen(folder, samples)
    context = RunContext(writer, limited(progress, max_wall), file, begin)
    run = _carried_out(
        writer,
        lambda: _remarked(_continued(job, context), remark),
        context.progress,
        hint=_go_on(folder),
        before=before,
    )
    file.keep_as_end()
    return run


def _continued(job: Resumable, context: RunContext) -> Outcome:
    """The rest of a run; its outcome says if other kernels began it."""
    from catena.run.start import Start

    outcome, begin = job.march(context), context.begin
    if begin is None or begin.same_kernels or isinstance(begin, Start):
        return outcome
    words = (
        f"continued after step {begin.facts.steps} with kernels of another version: "
        "not bit for bit the run it would have been"
    )
    return _remarked(outcome, words)


def _remarked(outcome: Outcome, remark: str) -> Outcome:
    """The same with one more warning, if there is one."""
    if not remark:
        return outcome
    return replace(outcome, warnings=(*outcome.warnings, remark))


def checkpoint_file(folder: Path, text: RunText) -> CheckpointFile:
    """The checkpoint of a run with these inputs."""
    from catena.run.checkpoint import CheckpointFile

    return CheckpointFile(folder, spec_hash(text.resolved))


def check_wall(max_wall: float) -> None:
    """Refuse a time limit that is not above zero."""
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
    progress: Progress,
    passing: bool = False,
    hint: str = "",
    before: float = 0.0,
) -> Run:
    """Let a job work into a writer; whatever happens, the file stays valid."""
    start, out = time.perf_counter(), writer.folder
    try:
        outcome = _stoppable(work, progress)
    except (KeyboardInterrupt, Interrupted) as stop:
        words = str(stop) or "stopped by the user"
        writer.abandon("interrupted", words)
        kept = "" if passing else f"; {out} holds what was done{hint}"
        raise Interrupted(words + kept) from None
    except BaseException as error:
        known = isinstance(error, CatenaError)
        writer.abandon("failed", str(error) if known else f"unexpected: {error!r}")
        if isinstance(error, CatenaError) and not passing:
            error.kept = writer.path
            error.add_note(f"what was computed until then: {writer.path}")
        raise
    writer.finish(outcome, {"wall_time_s": before + time.perf_counter() - start})
    return open_run(out)


def _stoppable(work: Callable[[], Outcome], progress: Progress) -> Outcome:
    """What the work gives; a Ctrl-C that a library made another error of counts.

    The compiler, interrupted half way, says that something was not compiled. Progress
    of the command line raises the Ctrl-C that was pressed whenever it is called.
    """
    try:
        return work()
    except Exception as error:
        if not isinstance(error, CatenaError):
            progress(0.0, STARTING)
        raise


def _go_on(folder: Path) -> str:
    return f"; continue with: catena resume {folder}"


def _attributes(text: RunText, remark: str) -> dict[str, Any]:
    return {
        "drive": text.drive,
        "title": text.title,
        "spec": text.resolved_toml,
        "user_text": text.user_text,
        **({"remark": remark} if remark else {}),
        **({VERB: text.verb} if text.verb else {}),
        **text.marks,
        **provenance(text.resolved),
    }
