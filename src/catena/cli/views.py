"""Verbs that show results: report, plot, animate, export."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from catena.cli.app import AsJson, Overwrite, app, out_name, speaking
from catena.cli.progress import progress_bar
from catena.cli.running import RunPath
from catena.errors import InputError
from catena.spec.checks import did_you_mean


class PlotFormat(StrEnum):
    """How plots are written."""

    png = "png"
    svg = "svg"
    pdf = "pdf"


PlotFormatChoice = Annotated[PlotFormat, typer.Option(help="File format.")]
PlotFolder = Annotated[
    Path | None,
    typer.Option(parser=out_name, help="Folder; by default plots/ in the run."),
]


class ExportFormat(StrEnum):
    """How numbers are written."""

    csv = "csv"
    parquet = "parquet"


@app.command()
def report(path: RunPath, json: AsJson = False) -> None:
    """Write the report of a run, chart or study: one HTML file, no network."""
    from catena.reporting import open_result
    from catena.reporting import report as write_report

    with speaking(json) as speaker:
        page = write_report(open_result(path))
        speaker.line(f"report   {page}")
        speaker.answer({"report": str(page)})


@app.command()
def plot(
    path: RunPath,
    figure: Annotated[
        list[str] | None, typer.Option(help="Only these figures (by name).")
    ] = None,
    format: PlotFormatChoice = PlotFormat.png,
    out: PlotFolder = None,
    json: AsJson = False,
) -> None:
    """Write the figures of a run, chart or study as files for papers and slides."""
    from catena.reporting import figures_of, open_result
    from catena.view.plots import save_figure

    with speaking(json) as speaker:
        opened = open_result(path)
        figures = {item.name: item for item in figures_of(opened)}
        for name in figure or []:
            if name not in figures:
                raise InputError(
                    f"there is no figure {name!r} in {path} "
                    f"({did_you_mean(name, figures)})"
                )
        folder = out or opened.folder / "plots"
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for name in figure or figures:
            target = folder / f"{name}.{format.value}"
            save_figure(figures[name], target)
            speaker.line(f"plot     {target}")
            written.append(str(target))
        speaker.answer({"plots": written})


@app.command()
def animate(
    path: RunPath,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=out_name,
            help="Film (.mp4, .gif) or still (.png, .svg); by default mp4.",
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(help="Length of a film.", min=0.5)] = 12.0,
    frame: Annotated[int, typer.Option(help="Which moment, for a still.")] = 0,
    colour: Annotated[
        str | None, typer.Option(help="What colours the parts, such as 'link tension'.")
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Light on dark.")] = False,
    json: AsJson = False,
) -> None:
    """Write the moving picture of a run as a film or a still."""
    from catena.reporting import scene_of
    from catena.results.run import open_run
    from catena.view.pictures.animate import write_film, write_still

    with speaking(json) as speaker:
        opened = open_run(path)
        scene = scene_of(opened)
        if scene is None:
            raise InputError(f"{path}: this kind of drive has no moving picture")
        title = str(opened.attributes.get("title") or scene.title)
        scene = replace(scene, title=title)
        target = out or opened.folder / "film.mp4"
        if target.suffix.lower() in (".mp4", ".gif"):
            with progress_bar("film", hidden=json) as show:
                write_film(
                    scene,
                    target,
                    seconds=seconds,
                    channel=colour,
                    dark=dark,
                    progress=show,
                )
        else:
            write_still(scene, target, frame=frame, channel=colour, dark=dark)
        speaker.line(f"picture  {target}")
        speaker.answer({"picture": str(target)})


@app.command()
def export(
    path: RunPath,
    format: Annotated[
        ExportFormat, typer.Option(help="File format.")
    ] = ExportFormat.csv,
    out: Annotated[
        Path | None,
        typer.Option(parser=out_name, help="Folder; by default export/ in the run."),
    ] = None,
    overwrite: Overwrite = False,
    json: AsJson = False,
) -> None:
    """Write the numbers of a run, chart or study as tables."""
    from catena.exchange import export_dataset, export_run
    from catena.reporting import open_result
    from catena.study.folder import Study

    with speaking(json) as speaker:
        opened = open_result(path)
        where = (format.value, out or opened.folder / "export", overwrite)
        if isinstance(opened, Study):
            files = [export_dataset(opened.table, "study", *where)]
        else:
            files = export_run(opened, *where)
        for file in files:
            speaker.line(f"table    {file}")
        speaker.answer({"files": [str(file) for file in files]})
