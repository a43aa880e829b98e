"""The plots and the moving picture of a pushbelt variator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catena.drives.pushbelt_cvt.belt_figures import belt_figures
from catena.drives.pushbelt_cvt.element_figures import element_figures
from catena.drives.pushbelt_cvt.reading import FEWEST_SNAPSHOTS, looked_at
from catena.drives.pushbelt_cvt.spectrum_figures import spectrum_figures
from catena.drives.pushbelt_cvt.variator_figures import variator_figures

if TYPE_CHECKING:
    from catena.results.figures import Figure
    from catena.results.run import Run
    from catena.results.scene import Scene

FEWEST_SAMPLES = 16


def figures(run: Run) -> list[Figure]:
    """Every plot of a run: elements first, then the belt, the variator, spectra."""
    enough = run.samples.get("time", 0) >= FEWEST_SAMPLES
    if not enough or run.samples.get("snapshot", 0) < FEWEST_SNAPSHOTS:
        return []
    looked = looked_at(run)
    return [
        *element_figures(looked),
        *belt_figures(looked),
        *variator_figures(looked),
        *spectrum_figures(looked),
    ]


def scene(run: Run) -> Scene | None:
    """The moving picture of a run."""
    from catena.drives.pushbelt_cvt.picture import picture

    return picture(run) if run.status == "complete" else None
