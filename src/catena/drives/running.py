"""Build a drive and run it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from catena.drives import DRIVES
from catena.jobs import Progress, RunText, run_job, silent
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
) -> Run:
    """Run a drive and return its results; without ``out`` they vanish with the run."""
    spec = spec.checked()
    job = DRIVES[spec.drive].build(spec)
    text = RunText(
        drive=spec.drive,
        title=spec.title,
        resolved_toml=resolved_toml(spec),
        resolved=resolved_data(spec),
        user_text=user_text,
    )
    return run_job(job, text, out, overwrite=overwrite, progress=progress)
