"""Verbs that run a drive many times: study, chart."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from catena.cli.app import AsJson, Overwrite, Speaker, app, end_with, out_name, speaking
from catena.cli.options import grouped
from catena.cli.progress import progress_bar
from catena.cli.running import (
    Large,
    SpecFile,
    WithReport,
    read_drive,
    run_facts,
    tell_outcome,
    tell_report,
)
from catena.results.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Callable

    from catena.run.protocols import Progress
    from catena.spec.parts import DriveSpec
    from catena.study.folder import Study
    from catena.study.runner import Advance

Vary = Annotated[
    list[str],
    typer.Option(
        help="What to vary, such as speed='600 rpm:6000 rpm:40' or z=15,17,19; "
        "repeat it for several."
    ),
]


@dataclass(frozen=True)
class Pool:
    """Processes of a verb that runs a drive many times, and how it ends."""

    workers: Annotated[
        int, typer.Option(help="Processes; 0 takes one per core.", min=0, max=1024)
    ] = 0
    scheduler: Annotated[
        str | None, typer.Option(help="An existing dask scheduler, tcp://host:port.")
    ] = None
    allow_failures: Annotated[
        bool,
        typer.Option(
            "--allow-failures",
            help="End with 0 though runs failed or are not trustworthy.",
        ),
    ] = False

    @property
    def processes(self) -> dict[str, Any]:
        """What the functions of `catena.study` know of it."""
        return {"workers": self.workers or core_count(), "scheduler": self.scheduler}

    def end(self, trust: Trust) -> None:
        """End by the gravest word of many runs, unless failures were allowed."""
        if not (self.allow_failures and trust is not Trust.INTERRUPTED):
            end_with(trust)


@dataclass(frozen=True)
class RunPool(Pool):
    """The same where every point is a run in a folder of its own."""

    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Run failed points once more.")
    ] = False
    large: Large = False

    @property
    def processes(self) -> dict[str, Any]:
        """What the functions of `catena.study` know of it."""
        more = {"retry_failed": self.retry_failed, "large": self.large}
        return super().processes | more


@app.command()
@grouped
def study(
    file: SpecFile,
    vary: Vary,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=out_name, help="Study folder; by default the name with .study."
        ),
    ] = None,
    design: Annotated[
        str, typer.Option(help="How values combine: grid, zip, latin or sobol.")
    ] = "grid",
    samples: Annotated[
        int | None, typer.Option(help="Number of runs, for latin and sobol.")
    ] = None,
    *,
    pool: RunPool,
    report: WithReport = False,
    json: AsJson = False,
) -> None:
    """Run a drive at many values; finished runs are never made twice."""

    def make(spec: DriveSpec, **how: Any) -> Study:
        from catena.study.runner import study as run_study

        combined = cast(Literal["grid"], design)
        return run_study(spec, vary, design=combined, samples=samples, **how)

    folder = out or Path(f"{file.stem}.study")
    make_runs(file, folder, make, pool, report=report, json=json)


@app.command()
@grouped
def chart(
    file: SpecFile,
    x: Annotated[
        str, typer.Option(help="Key and range along x, such as speed='1 rpm:9 rpm:90'.")
    ],
    y: Annotated[str, typer.Option(help="Key and range along y.")],
    out: Annotated[
        Path | None,
        typer.Option(
            parser=out_name, help="Run folder; by default the name with .chart."
        ),
    ] = None,
    tolerance: Annotated[
        float, typer.Option(help="Relative error allowed in the multiplier.")
    ] = 1e-7,
    *,
    pool: Pool,
    overwrite: Overwrite = False,
    json: AsJson = False,
) -> None:
    """Map the stability of a periodic drive over two of its values."""
    from catena.jit import announce_compilation
    from catena.study.chart import chart as make_chart

    with speaking(json, file) as speaker:
        spec, text = read_drive(file)
        folder = out or Path(f"{file.stem}.chart")
        announce_compilation(speaker.aside)
        with progress_bar("stability chart", hidden=json) as show:
            made = make_chart(
                spec,
                x,
                y,
                out=folder,
                tolerance=tolerance,
                overwrite=overwrite,
                progress=show,
                user_text=text,
                **pool.processes,
            )
        tell_outcome(speaker, made)
        page = tell_report(speaker, made, folder)
        speaker.answer(run_facts(made) | page)
        pool.end(made.outcome.trust)


def make_runs(
    file: Path,
    folder: Path,
    make: Callable[..., Study],
    pool: RunPool,
    *,
    report: bool = True,
    json: bool = False,
) -> None:
    """Make the runs of a study or map, and tell how they ended.

    ``make`` takes the drive, and by keywords the folder, who watches, the user's text
    and what the pool states.
    """
    from catena.jit import announce_compilation

    with speaking(json, file) as speaker:
        spec, text = read_drive(file)
        announce_compilation(speaker.aside)
        with progress_bar(spec.title or spec.drive, hidden=json) as show:
            counter = RunCounter(show)
            how = {"out": folder, "progress": counter, "user_text": text}
            made = make(spec, **how, **pool.processes)
        facts = tell_runs(speaker, made, counter)
        facts |= tell_report(speaker, made, folder, report)
        speaker.answer(facts)
        pool.end(made.trust)


class RunCounter:
    """A progress bar that counts runs."""

    def __init__(self, show: Progress) -> None:
        self.show = show
        self.found = 0
        """Runs from before."""

    def __call__(self, advance: Advance) -> None:
        """Show how far the study has come."""
        self.found = advance.skipped
        note = f"{advance.done}/{advance.total} runs, {advance.failed} failed"
        self.show(advance.done / max(advance.total, 1), note)


def tell_runs(speaker: Speaker, made: Study, counter: RunCounter) -> dict[str, Any]:
    """How the runs of a study ended, in lines and as facts."""
    if counter.found:
        speaker.line(f"{counter.found:6} found from before, not run again")
    if made.of_other_programs:
        speaker.line(
            f"{made.of_other_programs:6} in this folder made by another version of the "
            "program, not used"
        )
    return {**tell_study(speaker, made), "found": counter.found}


def tell_study(speaker: Speaker, made: Study) -> dict[str, Any]:
    """What a study holds, and why runs failed or are in doubt."""
    from catena.reporting import study_outcome
    from catena.study.troubles import troubles_of

    speaker.line(f"verdict  {study_outcome(made).headline}")
    for status, count in made.counts.items():
        speaker.line(f"{count:6} {status}")
    writer = made.writer
    if writer:
        speaker.line(f"  going on: {writer} makes the runs")
    elif made.counts["not run"]:
        speaker.line(
            "  stopped: no process makes the runs left; start it again for them"
        )
    troubles = troubles_of(made)
    for trouble in troubles:
        speaker.line(f"  {trouble}")
    for name, (low, high) in made.ranges.items():
        units = made.table[name].attrs["units"]
        unit = "" if units == "1" else f" {units}"
        speaker.line(f"  {name:36} {low:.6g} to {high:.6g}{unit}")
    speaker.line(f"table    {made.folder / 'study.nc'}")
    return {
        "ok": made.trust.ok,
        "trust": made.trust.value,
        "study": str(made.folder),
        "vary": [v.text for v in made.plan.variations],
        "runs": made.counts,
        "running": bool(writer),
        "troubles": [trouble.as_dict() for trouble in troubles],
    }


def core_count() -> int:
    """One process per core; a single one where dask is not installed."""
    return (os.cpu_count() or 1) if find_spec("distributed") else 1
