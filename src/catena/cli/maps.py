"""Verbs over what a room declares as a map, and over single elements of a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from catena.cli.app import AsJson, app, out_name, speaking
from catena.cli.many import RunPool, make_runs
from catena.cli.options import grouped
from catena.cli.running import RunPath, SpecFile
from catena.cli.views import PlotFolder, PlotFormat, PlotFormatChoice
from catena.errors import InputError

if TYPE_CHECKING:
    from catena.spec.parts import DriveSpec
    from catena.study.folder import Study

Over = Annotated[
    list[str],
    typer.Option(
        help="An axis with its values, such as ratio=0.5:2.25:8 or torque='5 N m,9 N m'"
        "; repeat it. Without it, the axes of the drive are named."
    ),
]


@app.command("map")
@grouped
def map_(
    file: SpecFile,
    over: Over = [],  # noqa: B006  (typer copies it)
    out: Annotated[
        Path | None,
        typer.Option(
            parser=out_name, help="Study folder; by default the name with .map."
        ),
    ] = None,
    complete: Annotated[
        bool,
        typer.Option(
            "--complete",
            help="Record in every run all that the file says, for figures.",
        ),
    ] = False,
    steady: Annotated[
        bool,
        typer.Option(
            "--steady", help="Record the even running of every point: no settling."
        ),
    ] = False,
    *,
    pool: RunPool,
    json: AsJson = False,
) -> None:
    """Map the key numbers of a drive over what its kind declares, such as load."""

    def make(spec: DriveSpec, **how: Any) -> Study:
        from catena.study.maps import make_map

        return make_map(spec, over, complete=complete, even=steady, **how)

    make_runs(file, out or Path(f"{file.stem}.map"), make, pool, json=json)


@app.command("cvt-map", hidden=True, context_settings={"ignore_unknown_options": True})
def cvt_map(
    words: Annotated[list[str] | None, typer.Argument()] = None, json: AsJson = False
) -> None:
    """Say what has replaced this verb."""
    with speaking(json):
        raise InputError(
            "cvt-map: is now catena map FILE --over ratio=0.5,1,2 --over load=0.1:0.9:9"
        )


@app.command("cvt-elements")
def cvt_elements(
    path: RunPath,
    element: Annotated[
        list[int], typer.Option("--element", "-e", help="Numbers, counted from 1.")
    ],
    format: PlotFormatChoice = PlotFormat.png,
    out: PlotFolder = None,
    json: AsJson = False,
) -> None:
    """Write the six contact forces of chosen elements over their way."""
    from catena.drives.verbs import ability
    from catena.results.run import open_run
    from catena.view.plots import save_figure

    with speaking(json) as speaker:
        opened = open_run(path)
        kind = str(opened.attributes.get("drive", ""))
        answer = ability(kind, "cvt-elements")(opened, element)
        folder = out or opened.folder / "plots"
        folder.mkdir(parents=True, exist_ok=True)
        tables = [folder / name for name in answer.tables]
        for table, text in zip(tables, answer.tables.values(), strict=True):
            table.write_text(text, encoding="utf-8")
        numbers = "_".join(str(number) for number in element)
        plots = [
            save_figure(figure, folder / f"{figure.name}_{numbers}.{format.value}")
            for figure in answer.figures
        ]
        for word, files in (("table", tables), ("plot", plots)):
            for file in files:
                speaker.line(f"{word:8} {file}")
        speaker.answer({"plots": [*map(str, plots)], "tables": [*map(str, tables)]})
