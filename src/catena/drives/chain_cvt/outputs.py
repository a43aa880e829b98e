"""The plots and the moving picture of a chain variator."""

from __future__ import annotations

from catena.drives.chain_cvt.figures.clasp import clasp_figures
from catena.drives.chain_cvt.figures.finished_run import observed
from catena.drives.chain_cvt.figures.pins import pin_figures
from catena.drives.chain_cvt.figures.tone import tone_figures
from catena.drives.chain_cvt.figures.variator import variator_figures
from catena.results.figures import Figure
from catena.results.run import Run
from catena.results.scene import Scene

FEWEST_SAMPLES, FEWEST_SNAPSHOTS = 16, 8


def figures(run: Run) -> list[Figure]:
    """Every plot of a run: pins and plates first, then the variator."""
    enough = run.samples.get("time", 0) >= FEWEST_SAMPLES
    if not enough or run.samples.get("snapshot", 0) < FEWEST_SNAPSHOTS:
        return []
    seen = observed(run)
    variator = variator_figures(seen)
    return [
        *pin_figures(seen), *clasp_figures(seen), *variator, *tone_figures(seen),
    ]  # fmt: skip


def scene(run: Run) -> Scene | None:
    """The moving picture of a run."""
    from catena.drives.chain_cvt.figures.picture import picture

    return picture(run) if run.status == "complete" else None
