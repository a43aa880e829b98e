"""One run from start to end: open the results, let the job work, say how it went."""

from __future__ import annotations

import tempfile
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from catena.errors import CatenaError, Interrupted
from catena.results.provenance import provenance
from catena.results.run import Run, open_run
from catena.results.writer import RunWriter

if TYPE_CHECKING:
    import numpy as np

    from catena.results.health import Outcome
    from catena.results.layout import Layout


class Progress(Protocol):
    """Is told how far a run has come."""

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


@dataclass(frozen=True)
class RunText:
    """The words that travel with the numbers of a run."""

    drive: str
    title: str
    resolved_toml: str
    resolved: Mapping[str, Any]
    user_text: str


def silent(fraction: float, note: str = "") -> None:
    """Progress for those who do not want to see it."""


def run_job(
    job: Job,
    text: RunText,
    out: str | Path | None,
    *,
    overwrite: bool = False,
    progress: Progress = silent,
) -> Run:
    """Execute a job into a run folder; failures leave a valid file that says so."""
    if out is not None:
        return _run_into(Path(out), job, text, overwrite, progress)
    passing = tempfile.TemporaryDirectory(prefix="catena-")
    try:
        run = _run_into(Path(passing.name) / "run", job, text, overwrite, progress)
    except BaseException:
        passing.cleanup()
        raise
    weakref.finalize(run, passing.cleanup)
    return run


def _run_into(
    out: Path, job: Job, text: RunText, overwrite: bool, progress: Progress
) -> Run:
    start = time.perf_counter()
    writer = RunWriter.create(out, job.layout(), _attributes(text), overwrite=overwrite)
    try:
        outcome = job.execute(writer, progress)
    except KeyboardInterrupt:
        writer.abandon("interrupted", "stopped by the user")
        raise Interrupted(f"stopped by the user; {out} holds what was done") from None
    except BaseException as error:
        known = isinstance(error, CatenaError)
        writer.abandon("failed", str(error) if known else f"unexpected: {error!r}")
        raise
    writer.finish(outcome, {"wall_time_s": time.perf_counter() - start})
    return open_run(out)


def _attributes(text: RunText) -> dict[str, Any]:
    return {
        "drive": text.drive,
        "title": text.title,
        "spec": text.resolved_toml,
        "user_text": text.user_text,
        **provenance(text.resolved),
    }
