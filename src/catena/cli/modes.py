"""The verb modes: natural frequencies, damping ratios and shapes of any drive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from catena.cli.app import AsJson, Speaker, app, out_name, speaking

if TYPE_CHECKING:
    from catena.dynamics.modes import Modes

SHOWN_SHAPES = 6
"""Modes that are drawn."""


@app.command()
def modes(
    file: Annotated[
        Path, typer.Argument(help="A drive file (TOML), or a finished run of a system.")
    ],
    count: Annotated[int, typer.Option(min=1, help="How many modes.")] = 20,
    out: Annotated[
        Path | None,
        typer.Option(parser=out_name, help="Draw the lowest modes into this folder."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Natural frequencies, damping ratios and shapes about rest, or a run's end."""
    from catena.drives.modes import modes as find_modes
    from catena.jit import announce_compilation

    with speaking(json, file) as speaker:
        announce_compilation(speaker.aside)
        found = find_modes(file, count)
        tell(speaker, found)
        plots = draw(found, out) if out is not None else []
        for plot in plots:
            speaker.line(f"plot     {plot}")
        speaker.answer({**as_data(found), "plots": plots})


def tell(speaker: Speaker, found: Modes) -> None:
    """The modes as a table."""
    for line in found.table():
        speaker.line(line)


def as_data(found: Modes) -> dict[str, Any]:
    """The modes as JSON."""
    rows = [
        {
            "frequency": float(found.frequencies[i]),
            "damping_ratio": float(found.damping_ratios[i]),
            "uncertainty": float(found.uncertainty[i] / 6.283185307179586),
            "unstable": bool(found.unstable[i]),
            "parts": dict(found.parts(i)),
        }
        for i in range(len(found))
    ]
    return {
        "modes": rows,
        "free_motions": int(found.rigid_shapes.shape[1]),
        "remarks": list(found.remarks),
    }


def draw(found: Modes, folder: Path) -> list[str]:
    """PNG files of the frequencies and the lowest shapes."""
    from catena.drives.mode_figures import frequency_figure, shape_figure
    from catena.view.plots import save_figure

    figures = [frequency_figure(found)] if len(found) else []
    shown = min(SHOWN_SHAPES, len(found)) if found.lines else 0
    figures += [shape_figure(found, i) for i in range(shown)]
    return [str(save_figure(f, folder / f"{f.name}.png")) for f in figures]
