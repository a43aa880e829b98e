"""Build a drive and run it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from catena.drives import DRIVES
from catena.drives.finer_steps import (
    MOST_REPEATS,
    finer,
    repeat_remark,
    step_is_ours,
)
from catena.errors import InputError, ResultError
from catena.jobs import RunText, resume_job, run_job
from catena.results.source import source_digest
from catena.run.cost import refuse_large
from catena.run.protocols import Progress, silent
from catena.spec.parts import DriveSpec
from catena.spec.start import source_of
from catena.spec.writing import resolved_data, resolved_toml

if TYPE_CHECKING:
    from catena.results.run import Run
    from catena.run.start import Start


def simulate(
    spec: DriveSpec,
    out: str | Path | None = None,
    *,
    overwrite: bool = False,
    progress: Progress = silent,
    user_text: str = "",
    max_wall: float = math.inf,
    large: bool = False,
) -> Run:
    """Run a drive and return its results; without ``out`` they vanish with the run.

    A run of more than some hours or 20 GB is refused unless it is ``large``. One whose
    energy is not explained is made again with half the step, unless the step was given.
    """
    spec = spec.checked()
    job = DRIVES[spec.drive].build(spec)
    if not large:
        refuse_large(job)
    text = text_of(spec, user_text)
    run = run_job(
        job,
        text,
        out,
        overwrite=overwrite,
        progress=progress,
        max_wall=max_wall,
        begin=begin_of(spec),
    )
    return made_finer(spec, run, out, progress, user_text, max_wall)


def made_finer(
    spec: DriveSpec,
    run: Run,
    out: str | Path | None,
    progress: Progress,
    user_text: str,
    max_wall: float,
) -> Run:
    """The run, or the same with half the step where its ledger does not close."""
    for _ in range(MOST_REPEATS):
        job = DRIVES[spec.drive].build(spec)
        smaller = finer(spec, job, run, step_is_ours(spec, user_text))
        if smaller is None:
            break
        run.close()
        spec, words = smaller
        run = run_job(
            DRIVES[spec.drive].build(spec),
            text_of(spec, user_text),
            out,
            overwrite=True,
            progress=progress,
            max_wall=max_wall,
            remark=words,
            begin=begin_of(spec),
        )
    return run


def begin_of(spec: DriveSpec) -> Start | None:
    """The state of another run the specification starts from, if it names one."""
    source = source_of(spec)
    if source is None:
        return None
    from catena.run.start import start_from  # brings the kernels' cache with it

    return start_from(source, spec.drive)


def resume(
    folder: str | Path,
    *,
    progress: Progress = silent,
    max_wall: float = math.inf,
    other_version: bool = False,
) -> Run:
    """Continue an unfinished run, bit for bit as if it had never stopped.

    That is also the one meant where it was to replace a complete run. A run that
    another version of the program began is continued only with ``other_version``, and
    says so then. As in `simulate`, a step of ours that leaves energy unexplained is
    halved and the run made again.
    """
    from catena.drives.loading import loads
    from catena.results.files.writer import PART_NAME
    from catena.results.run import open_run

    unfinished = Path(folder) / PART_NAME
    with open_run(unfinished if unfinished.is_file() else folder) as before:
        status, spec_text = before.status, before.spec_text
        user_text = str(before.attributes.get("user_text", ""))
        began = str(before.attributes.get("source_digest", "unknown"))
    if status == "complete":
        return open_run(folder)
    if not spec_text:
        raise InputError(f"{folder}: holds no specification to continue with")
    spec = loads(spec_text, f"{folder}: stored specification")
    words = version_remark(folder, began, other_version), repeat_remark(spec, user_text)
    job = DRIVES[spec.drive].build(spec)
    text = text_of(spec, user_text)
    run = resume_job(
        job,
        text,
        folder,
        progress=progress,
        max_wall=max_wall,
        remark="; ".join(word for word in words if word),
        start=lambda: begin_of(spec),
    )
    return made_finer(spec, run, folder, progress, user_text, max_wall)


def version_remark(folder: str | Path, began: str, other_version: bool) -> str:
    """What to say of a run that another version of the program began.

    Raises:
        ResultError: it did, and nobody said that this is meant.
    """
    if began == source_digest():
        return ""
    if not other_version:
        raise ResultError(
            f"{folder}: was begun by another version of the program (source {began}, "
            f"here {source_digest()}); run it again, or mix both with --other-version"
        )
    return f"begun by another version of the program (source {began})"


def text_of(spec: DriveSpec, user_text: str) -> RunText:
    """The words that travel with a run."""
    return RunText(
        drive=spec.drive,
        title=spec.title,
        resolved_toml=resolved_toml(spec),
        resolved=resolved_data(spec),
        user_text=user_text,
    )
