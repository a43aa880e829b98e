"""Pictures of a variator map: curves over the load for each ratio, and maps."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from catena.drives.loading import spec_from
from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Map, Trace
from catena.study.cvt_map import RATIO, TORQUE, checked_variator, limit_at

if TYPE_CHECKING:
    from catena.study.folder import Study

SECTION = "Variator map"
FEWEST_VALUES = 3
"""Of each key, from which a map says more than curves."""


class Quantity(NamedTuple):
    """A key number that is mapped."""

    name: str
    title: str
    label: str


QUANTITIES = (
    Quantity("thrust_ratio", "Thrust ratio", "thrust ratio"),
    Quantity("efficiency", "Efficiency", "efficiency"),
    Quantity("slip", "Slip", "slip against the running radii"),
)


class Grid(NamedTuple):
    """The points of a map: rows are ratios, columns loads."""

    ratio: Floats
    load: Floats
    """(ratios, loads) in the unit of the axis."""
    axis: Axis
    columns: Floats
    """One load per column, for maps."""


def is_cvt_map(study: Study) -> bool:
    """Whether a study was made over ratio and torque of a variator."""
    keys = tuple(v.key for v in study.plan.variations)
    return study.drive == "pushbelt_cvt" and keys == (RATIO, TORQUE)


def cvt_map_figures(study: Study) -> list[Figure]:
    """Thrust ratio, efficiency and slip over load and ratio."""
    grid = grid_of(study)
    found = []
    for quantity in QUANTITIES:
        if quantity.name not in study.table:
            continue
        values = np.asarray(study.table[quantity.name].values, dtype=np.float64)
        values = values.reshape(grid.load.shape)
        if not np.isfinite(values).any():
            continue
        found.append(_curves(study, grid, quantity, values))
        if min(values.shape) >= FEWEST_VALUES:
            found.append(_map(study, grid, quantity, values))
    return found


def grid_of(study: Study) -> Grid:
    """Ratios and loads of the points of a map."""
    ratio = np.asarray(study.table["start_ratio"].values, dtype=np.float64)
    torque = np.asarray(study.table["boundary_secondary_torque"].values, np.float64)
    if study.plan.is_grid:
        axis = Axis("torque on the secondary pulley", "N m")
        return Grid(ratio, np.tile(torque, (ratio.size, 1)), axis, torque)
    shape = (np.unique(ratio).size, -1)
    rows = ratio.reshape(shape)[:, 0]
    spec = checked_variator(spec_from(json.loads(study.spec_text), "study"))
    limit = np.array([limit_at(spec, float(value)) for value in rows])
    load = torque.reshape(shape) / limit[:, None]
    return Grid(rows, load, Axis("torque over the slip limit"), _row_means(load.T))


def _row_means(values: Floats) -> Floats:
    """Mean of each row over what is known; NaN where nothing is."""
    known = np.isfinite(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = np.where(count > 0, total / count, np.nan)
    return means


def _curves(study: Study, grid: Grid, quantity: Quantity, values: Floats) -> Figure:
    traces = [
        Trace(grid.load[i], values[i], f"ratio {ratio:.4g}")
        for i, ratio in enumerate(grid.ratio)
        if np.isfinite(grid.load[i]).all()
    ]
    return Figure(
        f"{quantity.name}_curves",
        f"{quantity.title} over the load",
        grid.axis,
        Axis(quantity.label),
        tuple(traces),
        caption=_caption(study, values),
        section=SECTION,
    )


def _map(study: Study, grid: Grid, quantity: Quantity, values: Floats) -> Figure:
    order = np.argsort(grid.ratio)
    return Figure(
        f"{quantity.name}_map",
        f"{quantity.title} over load and ratio",
        grid.axis,
        Axis("geometric ratio, secondary over primary"),
        map=Map(
            grid.columns,
            grid.ratio[order],
            values[order],
            label=quantity.label,
            units="1",
        ),
        caption=_caption(study, values),
        section=SECTION,
    )


def _caption(study: Study, values: Floats) -> str:
    missing = int(np.isnan(values).sum())
    words = f"{study.plan.count} runs, means over whole revolutions of the belt."
    if missing:
        words += f" {missing} points have no value: no admissible state, or failed."
    if untrusted := study.counts["not trustworthy"]:
        words += f" {untrusted} points are not trustworthy, see Health."
    if study.warned:
        words += f" {study.warned} points come with warnings, see Health."
    return words
