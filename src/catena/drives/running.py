"""Build a drive and run it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from catena.drives import DRIVES
from catena.errors import InputError
from catena.jobs import RunText, resume_job, run_job
from catena.run.protocols import Progress, silent
from catena.spec.parts import DriveSpec
from catena.spec.writing import resolved_data, resolved_toml

if TYPE_CHECKING:
    from catena.results.run import Run


def simulate(
    spec: DriveSpec,
    out: str | Path | None = None,
    *,
    overwrite: bool = False,
    progress: Progress = silent,
    user_text: str = "",
    max_wall: float = math.inf,
) -> Run:
    """Run a drive and return its results; without ``out`` they vanish with the run."""
    spec = spec.checked()
    job = DRIVES[spec.drive].build(spec)
    text = text_of(spec, user_text)
    return run_job(
        job, text, out, overwrite=overwrite, progress=progress, max_wall=max_wall
    )


def resume(
    folder: str | Path, *, progress: Progress = silent, max_wall: float = math.inf
) -> Run:
    """Continue an unfinished run, bit for bit as if it had never stopped.

    That is also the one meant where it was to replace a complete run.
    """
    from catena.drives.loading import loads
    from catena.results.run import open_run
    from catena.results.writer import PART_NAME

    unfinished = Path(folder) / PART_NAME
    with open_run(unfinished if unfinished.is_file() else folder) as before:
        status, spec_text = before.status, before.spec_text
        user_text = str(before.attributes.get("user_text", ""))
    if status == "complete":
        return open_run(folder)
    if not spec_text:
        raise InputError(f"{folder}: holds no specification to continue with")
    spec = loads(spec_text, f"{folder}: stored specification")
    job = DRIVES[spec.drive].build(spec)
    text = text_of(spec, user_text)
    return resume_job(job, text, folder, progress=progress, max_wall=max_wall)


def text_of(spec: DriveSpec, user_text: str) -> RunText:
    """The words that travel with a run."""
    return RunText(
        drive=spec.drive,
        title=spec.title,
        resolved_toml=resolved_toml(spec),
        resolved=resolved_data(spec),
        user_text=user_text,
    )
