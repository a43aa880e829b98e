"""Pictures of a stability chart."""

from __future__ import annotations

import numpy as np

from catena.results.figures import Axis, Figure, Map, Trace
from catena.results.run import Run
from catena.study.chart import STABILITY

SECTION = "Stability"
STRONG_GROWTH = 100.0
"""Growth per period from which a map is coloured by orders of magnitude."""


def figures(run: Run) -> list[Figure]:
    """Where the drive is stable, and how fast it grows or decays elsewhere."""
    return [_verdict(run), _multiplier(run)]


def _verdict(run: Run) -> Figure:
    x, y = _axes(run)
    codes = run.read("stability").astype(float)
    codes[codes < 0] = np.nan
    return Figure(
        name="stability_chart",
        title="Stability chart",
        x=x,
        y=y,
        traces=_border(run),
        map=Map(
            run.read(_dims(run)[1]),
            run.read(_dims(run)[0]),
            codes,
            label="stability",
            categories=STABILITY,
        ),
        caption=f"{run.outcome.verdict} Regions narrower than a cell can be missed.",
        section=SECTION,
    )


def _multiplier(run: Run) -> Figure:
    x, y = _axes(run)
    radius = run.read("largest_multiplier")
    wide = bool(np.nanmax(radius) > STRONG_GROWTH)
    return Figure(
        name="largest_multiplier",
        title="Growth per period",
        x=x,
        y=y,
        traces=_border(run),
        map=Map(
            run.read(_dims(run)[1]),
            run.read(_dims(run)[0]),
            radius,
            label="largest multiplier",
            units="1",
            log=wide,
        ),
        caption="Free vibrations are multiplied by this factor in every period.",
        section=SECTION,
    )


def _border(run: Run) -> tuple[Trace, ...]:
    at_x, at_y = run.read("boundary_x"), run.read("boundary_y")
    if not at_x.size:
        return ()
    return (Trace(at_x, at_y, "border of stability", emphasis="main"),)


def _axes(run: Run) -> tuple[Axis, Axis]:
    along_y, along_x = (run.catalogue.coordinates[name] for name in _dims(run))
    return Axis(along_x.label, along_x.units), Axis(along_y.label, along_y.units)


def _dims(run: Run) -> tuple[str, ...]:
    """Names of the rows' and the columns' dimension."""
    return run.catalogue["largest_multiplier"].dims
