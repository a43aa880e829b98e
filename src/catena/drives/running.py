"""Build a drive and run it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from catena.drives import DRIVES
from catena.drives.finer_steps import MOST_REPEATS, finer, step_is_ours
from catena.drives.source_run import change_remark, start_identity, start_of
from catena.errors import InputError, ResultError
from catena.jobs import VERB, RunText, resume_job, run_job
from catena.results.provenance import other_program
from catena.results.run import Run
from catena.run.cost import refuse_large
from catena.run.protocols import Job, Progress, Resumable, silent
from catena.spec.parts import DriveSpec
from catena.spec.writing import resolved_data, resolved_toml

if TYPE_CHECKING:  # heavy: planning a study need not load the compiler
    from catena.run.start import Start

OWN_STEP = "own_step"
"""What the file of a run calls whether the program chose its step."""


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
    limits are missed is made again with half the step, unless the step was given.
    """
    ours, spec = step_is_ours(spec), spec.checked()
    job = DRIVES[spec.drive].build(spec)
    if not large:
        refuse_large(job)
    begin = start_of(spec)
    run = run_job(
        job,
        text_of(spec, user_text, begin, ours),
        out,
        overwrite=overwrite,
        progress=progress,
        max_wall=max_wall,
        remark=change_remark(spec, begin),
        begin=begin,
    )
    return made_finer(spec, job, run, out, progress, user_text, max_wall, ours=ours)


def made_finer(
    spec: DriveSpec,
    job: Job,
    run: Run,
    out: str | Path | None,
    progress: Progress,
    user_text: str,
    max_wall: float,
    *,
    ours: bool,
) -> Run:
    """The run, or the same with half the step where its ledger does not close.

    Only a step of ``ours`` is halved, see `step_is_ours`.
    """
    for _ in range(MOST_REPEATS):
        smaller = finer(spec, job, run, ours)
        if smaller is None:
            break
        run.close()
        spec, words = smaller
        begin, job = start_of(spec), DRIVES[spec.drive].build(spec)
        run = run_job(
            job,
            text_of(spec, user_text, begin, ours),
            out,
            overwrite=True,
            progress=progress,
            max_wall=max_wall,
            remark=_joined(words, change_remark(spec, begin)),
            begin=begin,
        )
    return run


def _joined(*remarks: str) -> str:
    return "; ".join(remark for remark in remarks if remark)


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
        other = other_program(before.attributes)
        verb = str(before.attributes.get(VERB, ""))
        remark = str(before.attributes.get("remark", ""))
        ours = bool(before.attributes.get(OWN_STEP, 0))
    if status == "complete":
        return open_run(folder)
    if not spec_text:
        raise InputError(f"{folder}: holds no specification to continue with")
    if verb:
        raise InputError(
            f"{folder}: was made by catena {verb}, which begins anew: give the same "
            "command once more, with --overwrite (in Python overwrite=True)"
        )
    spec = loads(spec_text, f"{folder}: stored specification")
    job = DRIVES[spec.drive].build(spec)
    if not isinstance(job, Resumable):
        other = ""  # it starts again
    remark = _joined(version_remark(folder, other, other_version), remark)
    text = text_of(spec, user_text, ours=ours)
    run = resume_job(
        job,
        text,
        folder,
        progress=progress,
        max_wall=max_wall,
        remark=remark,
        start=lambda: start_of(spec),
    )
    return made_finer(spec, job, run, folder, progress, user_text, max_wall, ours=ours)


def version_remark(folder: str | Path, other: str, other_version: bool) -> str:
    """What to say of a run that another version of the program began.

    ``other`` says how that one differs; empty where it was this one.

    Raises:
        ResultError: it was another, and nobody said that this is meant.
    """
    if not other:
        return ""
    if not other_version:
        raise ResultError(
            f"{folder}: was begun by another version of the program ({other}); run it "
            "again, or mix both with --other-version"
        )
    return f"begun by another version of the program ({other})"


def text_of(
    spec: DriveSpec, user_text: str, begin: Start | None = None, ours: bool = False
) -> RunText:
    """The words that travel with a run.

    ``begin`` is the state it starts from; ``ours`` whether the program chose its step,
    which a run that is continued must know.
    """
    marks: dict[str, str | int] = {OWN_STEP: int(ours)}
    if begin is not None:
        marks["start_identity"] = start_identity(spec)
    return RunText(
        drive=spec.drive,
        title=spec.title,
        resolved_toml=resolved_toml(spec),
        resolved=resolved_data(spec),
        user_text=user_text,
        marks=marks,
    )
