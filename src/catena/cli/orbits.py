"""The verb of even running: steady."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from catena.cli.app import AsJson, Overwrite, app, end_with, out_name, speaking
from catena.cli.progress import progress_bar
from catena.cli.running import SpecFile, WithReport, run_facts, tell_outcome


@app.command()
def steady(
    file: SpecFile,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=out_name, help="Run folder; by default the name with .steady."
        ),
    ] = None,
    tolerance: Annotated[
        float, typer.Option(help="Change from period to period that counts as none.")
    ] = 1e-4,
    most: Annotated[
        int, typer.Option(help="Periods after which an attempt gives up.", min=1)
    ] = 200,
    memory: Annotated[
        int, typer.Option(help="Periods that are combined; 0 only iterates.", min=0)
    ] = 20,
    multipliers: Annotated[
        bool, typer.Option("--multipliers", help="Also how disturbances decay.")
    ] = False,
    report: WithReport = False,
    overwrite: Overwrite = False,
    json: AsJson = False,
) -> None:
    """Find the even running of a drive, every pitch like the one before."""
    from catena.drives.loading import spec_from
    from catena.drives.orbits.steady import steady as find
    from catena.jit import announce_compilation
    from catena.spec.loading import read_toml

    with speaking(json, file) as speaker:
        data, text = read_toml(file)
        spec = spec_from(data, str(file))
        folder = out or Path(f"{file.stem}.steady")
        announce_compilation(speaker.aside)
        with progress_bar(spec.title or "even running", hidden=json) as show:
            done = find(
                spec,
                folder,
                tolerance=tolerance,
                most=most,
                memory=memory,
                multipliers=multipliers,
                overwrite=overwrite,
                progress=show,
                user_text=text,
            )
        tell_outcome(speaker, done)
        facts = run_facts(done)
        if report:
            from catena.reporting import report as write_report

            page = write_report(done)
            speaker.line(f"report   {page}")
            facts["report"] = str(page)
        else:
            speaker.line(f"next     catena report {folder}")
        speaker.answer(facts)
        end_with(done.outcome.trust)
