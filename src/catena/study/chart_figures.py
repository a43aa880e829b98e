"""Pictures of a stability chart."""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Map, Trace
from catena.results.run import Run
from catena.study.chart import ACCURACY, STABILITY
from catena.study.curves import doubted_tiles

SECTION = "Stability"
STRONG_GROWTH = 100.0
"""Growth per period from which a map is coloured by orders of magnitude."""


def figures(run: Run) -> list[Figure]:
    """Where the drive is stable, and how fast it grows or decays elsewhere."""
    return [_verdict(run), _multiplier(run)]


def _verdict(run: Run) -> Figure:
    codes = run.read("stability").astype(float)
    codes[codes < 0] = np.nan
    return _chart(
        run, "stability_chart", "Stability chart", codes,
        f"{run.outcome.verdict} Regions narrower than a cell can be missed.",
        label="stability", categories=STABILITY,
    )  # fmt: skip


def _multiplier(run: Run) -> Figure:
    radius = run.read("largest_multiplier")
    return _chart(
        run, "largest_multiplier", "Growth per period", radius,
        "Free vibrations are multiplied by this factor in every period.",
        label="largest multiplier", units="1",
        log=bool(np.nanmax(radius) > STRONG_GROWTH),
    )  # fmt: skip


def _chart(
    run: Run, name: str, title: str, z: Floats, caption: str, **words: Any
) -> Figure:
    """A quantity over both values, with the border; ``words`` are those of the map."""
    dims = run.catalogue["largest_multiplier"].dims
    y, x = (run.catalogue.coordinates[dim] for dim in dims)
    at_x, at_y = run.read(dims[1]), run.read(dims[0])
    return Figure(
        name,
        title,
        Axis(x.label, x.units),
        Axis(y.label, y.units),
        (*_border(run), *_rough(run, at_x, at_y)),
        map=Map(at_x, at_y, z, **words),
        caption=caption,
        section=SECTION,
    )


def _border(run: Run) -> tuple[Trace, ...]:
    at_x, at_y = run.read("boundary_x"), run.read("boundary_y")
    if not at_x.size:
        return ()
    return (Trace(at_x, at_y, "border of stability", emphasis="main"),)


def _rough(run: Run, x: Floats, y: Floats) -> tuple[Trace, ...]:
    """Rings on points whose multiplier is not as exact as the chart promises."""
    limit = next(c.limit for c in run.outcome.checks if c.name == ACCURACY)
    return doubted_tiles(x, y, run.read("error") > limit)
