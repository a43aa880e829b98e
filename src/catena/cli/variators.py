"""The verbs of variators: cvt-map, cvt-elements."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from catena.cli.app import AsJson, app, out_name, speaking
from catena.cli.looking import PlotFolder, PlotFormat, PlotFormatChoice
from catena.cli.many import (
    AllowFailures,
    RunCounter,
    Scheduler,
    Workers,
    core_count,
    end_of_many,
    tell_runs,
)
from catena.cli.progress import progress_bar
from catena.cli.running import Large, RunPath, SpecFile


@app.command("cvt-map")
def cvt_map(
    file: SpecFile,
    ratio: Annotated[
        str, typer.Option(help="Geometric ratios, such as '0.5:2.25:8' or '0.5,1,2'.")
    ],
    torque: Annotated[
        str | None,
        typer.Option(help="Loads on the secondary pulley: '5 N m:90 N m:8'."),
    ] = None,
    load: Annotated[
        str | None,
        typer.Option(help="Or loads over the slip limit of each ratio: '0.1:0.9:9'."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=out_name, help="Study folder; by default the name with .map."
        ),
    ] = None,
    elements: Annotated[
        bool,
        typer.Option(
            "--elements", help="Keep all elements of every run, for its figures."
        ),
    ] = False,
    workers: Workers = 0,
    scheduler: Scheduler = None,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Run failed points once more.")
    ] = False,
    allow_failures: AllowFailures = False,
    large: Large = False,
    json: AsJson = False,
) -> None:
    """Map thrust ratio, efficiency and slip of a variator over load and ratio."""
    from catena.drives.loading import spec_from
    from catena.jit import announce_compilation
    from catena.reporting import report as write_report
    from catena.spec.loading import read_toml
    from catena.study.cvt_map import cvt_map as make_map

    with speaking(json, file) as speaker:
        data, text = read_toml(file)
        spec = spec_from(data, str(file))
        folder = out or Path(f"{file.stem}.map")
        announce_compilation(speaker.aside)
        with progress_bar(spec.title or "variator map", hidden=json) as show:
            counter = RunCounter(show)
            made = make_map(
                spec,
                ratio,
                out=folder,
                torque=torque,
                load=load,
                elements=elements,
                workers=workers or core_count(),
                scheduler=scheduler,
                retry_failed=retry_failed,
                progress=counter,
                user_text=text,
                large=large,
            )
        facts = tell_runs(speaker, made, counter)
        page = write_report(made)
        speaker.line(f"report   {page}")
        speaker.answer({**facts, "report": str(page)})
        end_of_many(made.trust, allow_failures)


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
    from catena.drives.pushbelt_cvt.figures.element import element_figures
    from catena.drives.pushbelt_cvt.figures.element_curves import write_curves
    from catena.drives.pushbelt_cvt.figures.finished_run import observed
    from catena.results.run import open_run
    from catena.view.plots import save_figure

    with speaking(json) as speaker:
        opened = open_run(path)
        seen = observed(opened)
        figures = element_figures(seen, element)
        folder = out or opened.folder / "plots"
        folder.mkdir(parents=True, exist_ok=True)
        tables = [
            write_curves(seen, number, folder / f"element_{number}.csv")
            for number in element
        ]
        numbers = "_".join(str(number) for number in element)
        plots = [
            save_figure(figure, folder / f"{figure.name}_{numbers}.{format.value}")
            for figure in figures
        ]
        for word, files in (("table", tables), ("plot", plots)):
            for file in files:
                speaker.line(f"{word:8} {file}")
        speaker.answer({"plots": [*map(str, plots)], "tables": [*map(str, tables)]})
