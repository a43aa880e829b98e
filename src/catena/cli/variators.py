"""The verb variator: questions of an engineer that a few runs answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from catena.cli.answers import give
from catena.cli.app import AsJson, app, out_name, speaking
from catena.cli.progress import progress_bar
from catena.cli.running import SpecFile


@app.command()
def variator(
    file: SpecFile,
    clamping: Annotated[
        bool,
        typer.Option("--clamping", help="Find the least clamping and what it saves."),
    ] = False,
    safety: Annotated[
        float, typer.Option(help="Slip limit over load, for the least clamping.")
    ] = 1.3,
    shift: Annotated[
        bool, typer.Option("--shift", help="Fit how fast the ratio shifts.")
    ] = False,
    friction: Annotated[
        bool, typer.Option("--friction", help="Measure the bias of softened friction.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(parser=out_name, help="Draw figures into this folder."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Answer questions about a variator by a few runs of it."""
    from catena.drives.loading import load
    from catena.drives.variator.studies.questions import Questions
    from catena.drives.verbs import ability
    from catena.jit import announce_compilation

    with speaking(json, file) as speaker:
        spec = load(file)
        make = ability(spec.drive, "variator")
        announce_compilation(speaker.aside)
        asked = Questions(clamping, safety, shift, friction)
        with progress_bar(spec.title or "variator", hidden=json) as show:
            answer = make(spec, asked, show)
        give(speaker, answer, out)
