"""The plots and the moving picture of a chain drive."""

from __future__ import annotations

from catena.drives.roller_chain.figures.link import link_figures
from catena.drives.roller_chain.figures.motion import motion_figures
from catena.drives.roller_chain.figures.runup import runup_figures
from catena.drives.roller_chain.figures.spectrum import spectrum_figures
from catena.drives.roller_chain.figures.tensioner import tensioner_figures
from catena.drives.roller_chain.spatial.figures import is_spatial, spatial_figures
from catena.results.figures import Figure
from catena.results.run import Run
from catena.results.scene import Scene


def figures(run: Run) -> list[Figure]:
    """Every plot of a run: links first, then spans, wheels, spectra, tensioners."""
    if run.samples.get("time", 0) < 16:
        return []
    if is_spatial(run):
        return spatial_figures(run)
    return [
        *link_figures(run),
        *motion_figures(run),
        *spectrum_figures(run),
        *runup_figures(run),
        *tensioner_figures(run),
    ]


def scene(run: Run) -> Scene | None:
    """The moving picture of a run."""
    from catena.drives.roller_chain.figures.picture import picture
    from catena.drives.roller_chain.spatial.picture import spatial_picture

    if is_spatial(run):
        return spatial_picture(run) if run.status == "complete" else None
    return picture(run) if run.status == "complete" else None
