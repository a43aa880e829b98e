"""The plots and the moving picture of a strand."""

from __future__ import annotations

from catena.drives.roller_span.engagement_figures import engagement_figures
from catena.drives.roller_span.motion_figures import motion_figures
from catena.drives.roller_span.picture import picture as scene
from catena.results.figures import Figure
from catena.results.run import Run

__all__ = ["figures", "scene"]


def figures(run: Run) -> list[Figure]:
    """Every plot of a run: engagement first, then the motion of the strand."""
    if run.samples.get("time", 0) < 2:
        return []
    return [*engagement_figures(run), *motion_figures(run)]
