"""Verbs that show results: report, plot, export."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from catena.cli.app import AsJson, Overwrite, app, speaking
from catena.cli.running import RunPath
from catena.errors import InputError
from catena.spec.checks import did_you_mean


class PlotFormat(StrEnum):
    """How plots are written."""

    png = "png"
    svg = "svg"
    pdf = "pdf"


class ExportFormat(StrEnum):
    """How numbers are written."""

    csv = "csv"
    parquet = "parquet"


@app.command()
def report(path: RunPath, json: AsJson = False) -> None:
    """Write the report of a run, chart or study: one HTML file, no network."""
    from catena.reporting import report as write_report
    from catena.results.run import open_run
    from catena.study.folder import STUDY_NAME, open_study

    with speaking(json) as speaker:
        is_study = (path / STUDY_NAME).is_file()
        page = write_report(open_study(path) if is_study else open_run(path))
        speaker.line(f"report   {page}")
        speaker.answer({"report": str(page)})


@app.command()
def plot(
    path: RunPath,
    figure: Annotated[
        list[str] | None, typer.Option(help="Only these figures (by name).")
    ] = None,
    format: Annotated[PlotFormat, typer.Option(help="File format.")] = PlotFormat.png,
    out: Annotated[
        Path | None, typer.Option(help="Folder; by default plots/ in the run.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Write the figures of a run as files for papers and slides."""
    from catena.reporting import figures_of
    from catena.results.run import open_run
    from catena.view.plots import save_figure

    with speaking(json) as speaker:
        opened = open_run(path)
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
def export(
    path: RunPath,
    format: Annotated[
        ExportFormat, typer.Option(help="File format.")
    ] = ExportFormat.csv,
    out: Annotated[
        Path | None, typer.Option(help="Folder; by default export/ in the run.")
    ] = None,
    overwrite: Overwrite = False,
    json: AsJson = False,
) -> None:
    """Write the numbers of a run as tables."""
    from catena.exchange import export_run
    from catena.results.run import open_run

    with speaking(json) as speaker:
        opened = open_run(path)
        folder = out or opened.folder / "export"
        files = export_run(opened, format.value, folder, overwrite=overwrite)
        for file in files:
            speaker.line(f"table    {file}")
        speaker.answer({"files": [str(file) for file in files]})
