"""The plots and the moving picture of a belt drive."""

from __future__ import annotations

from catena.drives.belt_drive.figures.belt import belt_figures
from catena.results.figures import Figure
from catena.results.run import Run
from catena.results.scene import Scene


def figures(run: Run) -> list[Figure]:
    """Every plot of a run."""
    return belt_figures(run) if run.samples.get("time", 0) >= 16 else []


def scene(run: Run) -> Scene | None:
    """The moving picture of a run."""
    from catena.drives.belt_drive.figures.picture import picture

    return picture(run) if run.status == "complete" else None
