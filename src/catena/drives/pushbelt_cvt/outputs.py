"""The plots and the moving picture of a pushbelt variator."""

from __future__ import annotations

from catena.drives.pushbelt_cvt.figures.belt import belt_figures
from catena.drives.pushbelt_cvt.figures.element import element_figures
from catena.drives.pushbelt_cvt.figures.finished_run import FEWEST_SNAPSHOTS, observed
from catena.drives.pushbelt_cvt.figures.spectrum import spectrum_figures
from catena.drives.pushbelt_cvt.figures.variator import variator_figures
from catena.drives.pushbelt_cvt.spatial.figures import is_spatial, spatial_figures
from catena.results.figures import Figure
from catena.results.run import Run
from catena.results.scene import Scene

FEWEST_SAMPLES = 16


def figures(run: Run) -> list[Figure]:
    """Every plot of a run: elements first, then the belt, the variator, spectra.

    A belt in space begins with what happens across it.
    """
    enough = run.samples.get("time", 0) >= FEWEST_SAMPLES
    if not enough or run.samples.get("snapshot", 0) < FEWEST_SNAPSHOTS:
        return []
    seen = observed(run)
    across = spatial_figures(run, seen) if is_spatial(run) else []
    return [
        *across,
        *element_figures(seen),
        *belt_figures(seen),
        *variator_figures(seen),
        *spectrum_figures(seen),
    ]


def scene(run: Run) -> Scene | None:
    """The moving picture of a run."""
    from catena.drives.pushbelt_cvt.figures.picture import picture
    from catena.drives.pushbelt_cvt.spatial.picture import spatial_picture

    if is_spatial(run):
        return spatial_picture(run) if run.status == "complete" else None
    return picture(run) if run.status == "complete" else None
