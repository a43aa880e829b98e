"""The verb of even running: steady."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from catena.cli.app import AsJson, Overwrite, app, end_with, out_name, speaking
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
from catena.errors import InputError


@dataclass(frozen=True)
class SearchEffort:
    """How long and how exactly even running is searched for."""

    tolerance: Annotated[
        float, typer.Option(help="Change from period to period that counts as none.")
    ] = 1e-4
    most: Annotated[
        int, typer.Option(help="Periods after which an attempt gives up.", min=1)
    ] = 200
    memory: Annotated[
        int, typer.Option(help="Periods that are combined; 0 only iterates.", min=0)
    ] = 20
    multipliers: Annotated[
        bool, typer.Option("--multipliers", help="Also how disturbances decay.")
    ] = False
    periods: Annotated[
        int, typer.Option(help="Periods after which a swing repeats.", min=1)
    ] = 1


@dataclass(frozen=True)
class Beginning:
    """Where a search begins, and over which value it goes on."""

    start: Annotated[
        Path | None,
        typer.Option(
            help="Begin with the even running, or the end of the run, in this folder."
        ),
    ] = None
    over: Annotated[
        str | None,
        typer.Option(
            help="Follow it over a value: 'sprocket[0].boundary.speed=600 rpm:900 "
            "rpm:13'; forth and back."
        ),
    ] = None
    one_way: Annotated[
        bool, typer.Option("--one-way", help="With --over: do not come back.")
    ] = False
    stable: Annotated[
        bool,
        typer.Option(
            "--stable",
            help="With --over: leave unstable even running, as a run does.",
        ),
    ] = False

    section: Annotated[
        int | None,
        typer.Option(
            help="Do not search: look at the drive once a period, so many times. Does "
            "it repeat, swing, drift, or is it chaotic?"
        ),
    ] = None

    @property
    def kind(self) -> str:
        """Ending of the folder's name."""
        if self.over is not None:
            return "branch"
        return "steady" if self.section is None else "section"

    def check(self, multipliers: bool = False) -> None:
        """Refuse options that mean nothing together."""
        if self.section is not None and (self.over is not None or multipliers):
            raise InputError("--section: goes with neither --over nor --multipliers")
        if self.over is None and self.one_way:
            raise InputError("--one-way: goes with --over alone")
        if self.over is None and self.stable:
            raise InputError("--stable: goes with --over alone")


@app.command()
@grouped
def steady(
    file: SpecFile,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=out_name, help="Run folder; by default the name with .steady."
        ),
    ] = None,
    *,
    effort: SearchEffort,
    where: Beginning,
    report: WithReport = False,
    overwrite: Overwrite = False,
    large: Large = False,
    json: AsJson = False,
) -> None:
    """Find the even running of a drive, every pitch like the one before."""
    from catena.drives.orbits.section_run import poincare_section
    from catena.drives.orbits.steady import steady as find
    from catena.jit import announce_compilation
    from catena.study.branches.branch import branch as follow

    with speaking(json, file) as speaker:
        spec, text = read_drive(file)
        folder = out or Path(f"{file.stem}.{where.kind}")
        where.check(effort.multipliers)
        options: dict[str, Any] = asdict(effort)
        options |= {"overwrite": overwrite, "user_text": text, "large": large}
        announce_compilation(speaker.aside)
        with progress_bar(spec.title or "even running", hidden=json) as show:
            options["progress"] = show
            if where.over is not None:
                options |= {"both": not where.one_way, "start": where.start}
                options |= {"stable": where.stable}
                done = follow(spec, where.over, folder, **options)
            elif where.section is not None:
                for name in ("most", "memory", "multipliers"):  # of a search
                    del options[name]
                options |= {"count": where.section, "start": where.start}
                done = poincare_section(spec, folder, **options)
            else:
                done = find(spec, folder, start=where.start, **options)
        tell_outcome(speaker, done)
        speaker.line(f"results  {done.path}")
        facts = run_facts(done)
        facts |= tell_report(speaker, done, folder, report)
        speaker.answer(facts)
        end_with(done.outcome.trust)
